import { createMemoryStore } from './memory.ts';
import type { RedisOptions } from './redis.ts';
import { createRedisStore } from './redis.ts';
import type { Store } from './store.ts';

/** Opens the store in Redis, or in the memory of this process where `url` is null. */
export const openStore = async ({
  url,
  ...options
}: Omit<RedisOptions, 'url'> & { readonly url: string | null }): Promise<Store> =>
  url === null ? createMemoryStore() : createRedisStore({ ...options, url });
