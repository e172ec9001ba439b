import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryStore } from '../../src/state/memory.ts';
import { createRedisStore } from '../../src/state/redis.ts';
import type { Store } from '../../src/state/store.ts';
import { randomFrom } from '../support/random.ts';
import { addressOf, startRedis } from '../support/redis.ts';
import { patience, runs, seed } from '../support/sampling.ts';

type Request = Parameters<Store['count']>[1];

const { upTo, chance } = randomFrom(seed);

/** Requests of three processes to the counter of one window. */
const randomRequests = (): readonly Request[] => {
  const made = [0, 0, 0];
  return Array.from({ length: 30 }, () => {
    const process = upTo(made.length - 1);
    const total = (made[process] ?? 0) + upTo(4);
    made[process] = total;
    return {
      by: `process ${process}`,
      made: total,
      want: upTo(11),
      isWhole: chance(1 / 2),
      limit: 20 + 10 * upTo(3),
      least: upTo(24),
      ttlMs: 60_000 * (1 + upTo(2)),
      isReported: chance(1 / 4),
    };
  });
};

test(
  'the counters of windows in memory and in Redis grant the same calls',
  async () => {
    const server = await startRedis();
    onTestFinished(() => server.kill());
    const memory = createMemoryStore();
    const application = randomUUID();
    const redis = await createRedisStore({ address: addressOf(server), application });
    onTestFinished(async () => {
      await memory.close();
      await redis.close();
    });
    for (let run = 0; run < runs(30, 1000); run += 1) {
      for (const request of randomRequests()) {
        const { ttlMs, ...granted } = await redis.count(`window ${run}`, request);
        const { ttlMs: expectedMs, ...expected } = await memory.count(`window ${run}`, request);
        expect(granted, JSON.stringify({ seed, run, request })).toEqual(expected);
        expect(Math.abs(ttlMs - expectedMs)).toBeLessThan(2000);
      }
    }
  },
  patience,
);
