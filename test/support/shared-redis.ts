import { printVersion } from './debian.ts';
import { provideRedis } from './redis.ts';

/**
 * Provides redis-server once, before the first file, and prints the version that the tests run
 * with.
 */
export const setup = (): void => {
  provideRedis();
  printVersion('redis-server');
};
