import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { callTool } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { randomFrom } from '../support/random.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { useReplicas } from '../support/replicas.ts';
import { patience, runs, seed } from '../support/sampling.ts';

const running = useGateway();
const startReplica = useReplicas(running);
let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());

const faults = [
  null,
  { kind: 'drop', apply: true },
  { kind: 'drop', apply: false },
  { kind: 'answer', status: 500, apply: true },
  { kind: 'answer', status: 500, apply: false },
  { kind: 'cut', at: 'body' },
  { kind: 'truncate' },
  { kind: 'hang' },
] as const;

const document =
  'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }';

const campaigns = () => running.emulator.store.rows('Campaign', bikes);
const madeOf = (name: string): number => campaigns().filter((row) => row['name'] === name).length;

test(
  'each plan is applied at most once, whatever fails and whoever repeats it',
  async () => {
    running.emulator.reset({ data: true });
    const env = { REDIS_URL: redis.url, TIMEOUT_CALL_MS: '1000', LIMIT_MCP_CALLS: '100000' };
    const replicas = await Promise.all([startReplica(env), startReplica(env)]);
    const [first = running, second = running] = replicas.map(({ url }) => ({ ...running, url }));
    const [funding] = running.emulator.store.rows('FundingInstrument', bikes);
    const random = randomFrom(seed);
    for (let round = 0; round < runs(20, 300); round += 1) {
      const name = `Trial ${round}`;
      const input = {
        accountId: bikes,
        fundingInstrumentId: funding?.['id'],
        name,
        dailyBudget: '5',
        entityStatus: 'PAUSED',
      };
      const given = { document, variables: { input }, why: 'A trial' };
      const { members } = await callTool(first, 'ads_prepare', given);
      const { plan } = members;
      const fault = faults[Math.floor(random.next() * faults.length)] ?? null;
      if (fault !== null) {
        running.emulator.fault({ match: { endpoint: 'createCampaign' }, times: 1, fault });
      }
      await Promise.all([first, second, second].map((one) => callTool(one, 'ads_apply', { plan })));
      const ends = await Promise.all(
        [first, second].map((one) => callTool(one, 'ads_outcome', { plan })),
      );
      const outcomes = new Set(ends.map((end) => end.members.outcome));
      expect({ name, fault, outcomes: outcomes.size }).toEqual({ name, fault, outcomes: 1 });
      const made = madeOf(name);
      expect(made, JSON.stringify(fault)).toBeLessThanOrEqual(1);
      if (outcomes.has('APPLIED')) expect(made).toBe(1);
    }
  },
  patience,
);
