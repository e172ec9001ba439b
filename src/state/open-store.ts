import type { Upstream } from '../config/credentials.ts';
import type { RedisAddress } from '../config/redis.ts';
import { createMemoryStore } from './memory.ts';
import { createRedisStore, type RedisOptions } from './redis.ts';
import type { Store } from './store.ts';

interface StoreOptions {
  readonly warn?: RedisOptions['warn'];
  /** The clock of a store in memory. */
  readonly now?: (() => number) | undefined;
}

interface StoreConfig {
  readonly redis: RedisAddress | null;
  readonly upstream: Upstream;
}

/**
 * Opens the store: in Redis, or in the memory of this process if no address is configured. Rejects
 * with ConfigError if Redis refuses the user or the password.
 */
export const openStore = async (
  { redis, upstream: { consumer, hosts } }: StoreConfig,
  { warn, now }: StoreOptions = {},
): Promise<Store> =>
  redis === null
    ? createMemoryStore(now)
    : createRedisStore({
        address: redis,
        application: `${consumer.key} ${hosts.ads}`,
        ...(warn !== undefined && { warn }),
      });
