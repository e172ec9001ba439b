import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultOrder } from '../../emulator/faults.ts';
import { codes } from '../../src/errors/codes.ts';
import { bikes } from '../support/accounts.ts';
import { type AgentPlace, callTool } from '../support/agents.ts';
import { useEmulator } from '../support/emulator.ts';
import { guardsFile } from '../support/guards.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { ownerOf, type SpawnedGateway, spawnGateway } from '../support/spawned-gateway.ts';
import { signIn } from '../support/visitor.ts';

const held = useEmulator();
const guards = guardsFile();
guards.write([{ name: 'big', callers: ['agents'], approval: { above: { EUR: '100.00' } } }]);
let redis: RedisServer;
const gateways: SpawnedGateway[] = [];
beforeAll(async () => {
  redis = await startRedis();
  for (let at = 0; at < 2; at += 1) gateways.push(await start());
}, patience);
afterAll(async () => {
  await Promise.all(gateways.map((one) => one.kill()));
  await redis.kill();
});

const start = (): Promise<SpawnedGateway> =>
  spawnGateway(held.emulator, {
    env: {
      ...ownerOf(held.emulator),
      MCP: 'write',
      GUARDS: guards.path,
      REDIS_URL: redis.url,
      SESSION_SECRET: 's'.repeat(32),
      TIMEOUT_CALL_MS: '1000',
      LIMIT_MCP_CALLS: '100000',
      LIMIT_MCP_PLANS: '1000',
    },
  });

/** The current gateway of this index. */
const placeOf = (at: number): AgentPlace => ({
  url: gateways[at]?.url ?? '',
  emulator: held.emulator,
});

const faults: readonly (FaultOrder['fault'] | null)[] = [
  null,
  { kind: 'drop', apply: true },
  { kind: 'drop', apply: false },
  { kind: 'answer', status: 500, apply: true },
  { kind: 'answer', status: 500, apply: false },
  { kind: 'cut', at: 'body' },
  { kind: 'truncate' },
  { kind: 'hang' },
];

const retryable = new Map(Object.entries(codes).map(([code, facts]) => [code, facts.retryable]));

const document =
  'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }';

const madeOf = (name: string): number =>
  held.emulator.store.rows('Campaign', bikes).filter((row) => String(row['name']).trim() === name)
    .length;
const sentCount = (): number =>
  held.emulator.calls().filter(({ endpoint }) => endpoint === 'createCampaign').length;

interface Trial {
  /** A plan alone, one with a double, or one with a change by a person between its two writes. */
  readonly kind: 'alone' | 'double' | 'person';
  readonly name: string;
  readonly fault: FaultOrder['fault'] | null;
  readonly needsPerson: boolean;
  /** The verdict of the person on the page of the plan; null for none. */
  readonly verdict: 'approve' | 'decline' | null;
  /** True if a gateway is killed while it sends. */
  readonly kills: boolean;
}

const verdicts = ['approve', 'approve', 'decline', null] as const;

const trialOf = (random: Random, round: number): Trial => {
  const kind = round % 10 === 3 ? 'person' : round % 4 === 1 ? 'double' : 'alone';
  const kills = kind === 'person' || round % 15 === 7;
  const needsPerson = kind === 'alone' && random.chance(0.4);
  return {
    kind,
    name: `Trial ${round}`,
    fault: kills ? { kind: 'delay', delayMs: 500 } : random.of(faults),
    needsPerson,
    verdict: needsPerson ? (kills ? 'approve' : random.of(verdicts)) : null,
    kills,
  };
};

const inputOf = ({ name, needsPerson }: Trial) => ({
  accountId: bikes,
  fundingInstrumentId: held.emulator.store.rows('FundingInstrument', bikes)[0]?.['id'],
  name,
  dailyBudget: needsPerson ? '150' : '5',
  entityStatus: 'PAUSED',
});

const prepare = async (trial: Trial): Promise<string> => {
  const { needsPerson } = trial;
  const input = inputOf(trial);
  const given = { document, variables: { input }, why: 'A trial' };
  const before = sentCount();
  const { members } = await reached(placeOf(0), 'ads_prepare', given);
  expect(members).toMatchObject({ approval: needsPerson ? 'PAGE' : 'CLIENT' });
  expect(sentCount()).toBe(before);
  return members.plan;
};

/**
 * Calls a tool that sends no writes. Like an agent, it repeats the call up to ten times if the
 * store or the API is late: this machine may be busy.
 */
const reached: typeof callTool = async (...asked) => {
  for (let left = 10; ; left -= 1) {
    const result = await callTool(...asked);
    if (left === 0 || retryable.get(result.members.code) !== 'yes') return result;
    await pause(1000);
  }
};

/** Applies a plan three times at once: twice at one of two gateways. */
const applyAtOnce = (plan: string, call = callTool) =>
  Promise.all(
    // A gateway that is killed sends no answer.
    [0, 1, 1].map((at) => call(placeOf(at), 'ads_apply', { plan }).catch(() => null)),
  );

const decide = async (plan: string, verdict: string, session: string): Promise<void> => {
  const { origin } = new URL(placeOf(1).url);
  const headers = { origin, cookie: `ads_graph_session=${session}` };
  const path = `${origin}/agents/plans/${plan}/${verdict}`;
  const response = await fetch(path, { method: 'POST', redirect: 'manual', headers });
  expect(response.status).toBe(302);
};

/** Applies a plan at once while it fails, and kills a gateway if the trial says so. */
const applyThrough = async (plan: string, { fault, kills }: Trial): Promise<void> => {
  if (fault !== null) {
    held.emulator.fault({ match: { endpoint: 'createCampaign' }, times: 1, fault });
  }
  const before = sentCount();
  const applying = applyAtOnce(plan);
  if (kills) {
    await Promise.race([applying, expect.poll(sentCount).toBeGreaterThan(before)]);
    await gateways[0]?.kill();
    gateways[0] = await start();
  }
  await applying;
};

/** Other spellings of the same creation. */
const ways = [
  { standardDelivery: true },
  { budgetOptimization: 'CAMPAIGN' },
  { dailyBudget: undefined, dailyBudgetAmountLocalMicro: '5000000' },
] as const;

/**
 * Applies a plan and its double, in another spelling, at once: one campaign is created, or none.
 */
const tryDouble = async (trial: Trial, random: Random): Promise<string> => {
  const one = await prepare(trial);
  const input = { ...inputOf(trial), ...random.of(ways), name: `${trial.name} ` };
  const given = { document, variables: { input }, why: 'The same again' };
  const { members: other } = await reached(placeOf(1), 'ads_prepare', given);
  await Promise.all([applyThrough(one, trial), applyAtOnce(other.plan)]);
  const codes = await Promise.all(
    [one, other.plan].map(async (plan) => {
      const { members } = await reached(placeOf(1), 'ads_apply', { plan });
      return members.outcome ?? members.code;
    }),
  );
  expect(madeOf(trial.name), JSON.stringify([trial, codes])).toBeLessThanOrEqual(1);
  expect(codes, JSON.stringify(trial)).toContain('PLAN_NEEDS_APPROVAL');
  return 'DOUBLE';
};

const both = `mutation ($a: CreateCampaignInput!, $b: UpdateCampaignInput!) {
  a: createCampaign(input: $a) { outcome } b: updateCampaign(input: $b) { outcome }
}`;

/**
 * Kills a gateway after the first write of two. Then a person lowers the budget that the second
 * would raise, and that change must hold.
 */
const tryPerson = async (trial: Trial): Promise<string> => {
  const id = `person${trial.name.replace(/\D/g, '')}`;
  const [like] = held.emulator.store.rows('Campaign', bikes);
  const daily = 'daily_budget_amount_local_micro';
  const own = { id, name: id, deleted: false, [daily]: 50_000_000 };
  held.emulator.store.insert('Campaign', bikes, { ...like, ...own });
  const budget = () =>
    held.emulator.store.rows('Campaign', bikes).find((row) => row['id'] === id)?.[daily];
  const b = { accountId: bikes, campaignId: id, dailyBudget: '60' };
  const given = { document: both, variables: { a: inputOf(trial), b }, why: 'Two writes' };
  const { plan } = (await reached(placeOf(0), 'ads_prepare', given)).members;
  const fault = { kind: 'delay', delayMs: 500 } as const;
  held.emulator.fault({ match: { endpoint: 'createCampaign' }, times: 1, fault });
  const before = sentCount();
  const applying = callTool(placeOf(0), 'ads_apply', { plan }).catch(() => null);
  await expect.poll(sentCount).toBeGreaterThan(before);
  await gateways[0]?.kill();
  await applying;
  const lower = `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "${id}", dailyBudget: "5" }) { outcome } }`;
  const response = await fetch(placeOf(1).url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: lower }),
  });
  expect(await response.json()).toEqual({ data: { updateCampaign: { outcome: 'APPLIED' } } });
  gateways[0] = await start();
  for (const at of [1, 0]) await reached(placeOf(at), 'ads_outcome', { plan });
  const { members } = await reached(placeOf(1), 'ads_apply', { plan });
  const told = JSON.stringify([trial, members]);
  expect([members.code, budget()], told).toEqual(['PLAN_STALE', 5_000_000]);
  expect(madeOf(trial.name), JSON.stringify(trial)).toBeLessThanOrEqual(1);
  return 'PERSON';
};

/** The end of a plan, once no gateway works on it any more. */
const endOf = async (plan: string): Promise<string> => {
  const outcomeAt = async (at: number, tool: string) =>
    (await callTool(placeOf(at), tool, { plan })).members.outcome;
  await expect
    .poll(() => outcomeAt(1, 'ads_apply'), { timeout: patience })
    .toEqual(expect.any(String));
  const first = await outcomeAt(0, 'ads_outcome');
  expect(await outcomeAt(1, 'ads_outcome')).toBe(first);
  return first;
};

test(
  'each plan is applied at most once, and never without its approval, whatever fails',
  async () => {
    held.emulator.reset({ data: true });
    const session = await signIn(placeOf(1));
    const random = randomFrom(seed);
    const ends: string[] = [];
    for (let round = 0; round < runs(20, 300); round += 1) {
      const trial = trialOf(random, round);
      if (trial.kind !== 'alone') {
        const isPerson = trial.kind === 'person';
        ends.push(await (isPerson ? tryPerson(trial) : tryDouble(trial, random)));
        continue;
      }
      const plan = await prepare(trial);
      if (trial.needsPerson) {
        const early = (await applyAtOnce(plan, reached)).map((one) => one?.members.code);
        expect(new Set(early)).toEqual(new Set(['PLAN_NEEDS_APPROVAL']));
      }
      if (trial.verdict !== null) await decide(plan, trial.verdict, session);
      const mayApply = !trial.needsPerson || trial.verdict === 'approve';
      if (mayApply) await applyThrough(plan, trial);
      else await applyAtOnce(plan);
      const end = mayApply ? await endOf(plan) : 'NOT_APPROVED';
      ends.push(trial.kills && mayApply ? `${end}, killed` : end);
      const made = madeOf(trial.name);
      const most = mayApply ? 1 : 0;
      expect(made, JSON.stringify(trial)).toBeLessThanOrEqual(most);
      if (end === 'APPLIED') expect(made, JSON.stringify(trial)).toBe(1);
    }
    const counts: Record<string, number> = {};
    for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
    console.info(`${ends.length} plans:`, counts);
    expect(counts['APPLIED']).toBeGreaterThan(ends.length / 8);
    expect([counts['DOUBLE'], counts['PERSON']]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(counts['NOT_APPROVED']).toBeGreaterThan(0);
  },
  patience,
);
