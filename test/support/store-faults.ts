import type { RedisServer } from './redis.ts';
import { freePort } from './redis.ts';

/** A fault that keeps a store from taking changes, with its repair. */
type StoreFault = readonly [
  what: string,
  fail: (redis: RedisServer) => Promise<unknown>,
  mend: (redis: RedisServer) => Promise<unknown>,
];

export const storeFaults: readonly StoreFault[] = [
  ['hangs', async (redis) => redis.silence(), async (redis) => redis.wake()],
  [
    'only takes reads',
    async (redis) => redis.command('REPLICAOF', '127.0.0.1', String(await freePort())),
    (redis) => redis.command('REPLICAOF', 'NO', 'ONE'),
  ],
  [
    'has no memory left',
    (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '1'),
    (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
  ],
];
