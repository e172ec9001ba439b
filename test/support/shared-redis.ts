import { printVersion } from './debian.ts';
import { provideRedis } from './redis.ts';

/** Provides redis-server once, before the first file, and says which version the tests run with. */
export const setup = (): void => {
  provideRedis();
  printVersion('redis-server');
};
