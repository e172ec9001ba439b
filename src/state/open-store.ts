import { createMemory } from './memory.ts';
import type { RedisOptions } from './redis.ts';
import { createRedis } from './redis.ts';
import type { Store } from './store.ts';

/** The store of a configuration: in Redis, or without an address in this process. */
export const openStore = async ({
  url,
  ...options
}: Omit<RedisOptions, 'url'> & { readonly url: string | null }): Promise<Store> =>
  url === null ? createMemory() : createRedis({ ...options, url });
