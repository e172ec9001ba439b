import { beforeEach, describe, expect, test } from 'vitest';
import { createQuestions } from '../../agents/plans/question.ts';
import type { WritePlan } from '../../agents/plans/write-plan.ts';
import { createSeals } from '../../src/shared/sign-in/seals.ts';
import { bikes } from '../support/accounts.ts';
import { callTool, postToolCall } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { createPlans, keepPlan } from '../support/plans.ts';

const clock = { ms: Date.now() };
const now = (): number => clock.ms;
const { overrides, plans } = createPlans(now);
const { SESSION_SECRET: secret } = overrides.env;
const running = useGateway(overrides);
beforeEach(() => {
  clock.ms = Date.now();
  running.emulator.reset({ data: true });
});

const viewer = (): string => running.emulator.users[0]?.userId ?? '';
const campaignId = `Campaign:${bikes}:cik3s000`;
const document =
  'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';

// Each raise has another amount: a repeated one would be a duplicate.
let amount = 900;
const prepared = async (): Promise<string> => {
  amount += 1;
  const input = { accountId: bikes, campaignId, dailyBudget: String(amount) };
  const given = { document, variables: { input }, why: 'A test' };
  const { members } = await callTool(running, 'ads_prepare', given);
  expect(members.approval).toBe('CLIENT');
  return members.plan;
};

const asked = async (plan: string): Promise<string> => {
  const { resultType, requestState } = await postToolCall(running, {
    name: 'ads_apply',
    arguments: { plan },
  });
  expect(resultType).toBe('input_required');
  return requestState;
};

const answered = async (plan: string, requestState: string) => {
  const before = running.emulator.calls().length;
  const { structuredContent } = await postToolCall(running, {
    name: 'ads_apply',
    arguments: { plan },
    requestState,
    inputResponses: { approve: { action: 'accept', content: { approve: true } } },
  });
  const calls = running.emulator.calls().slice(before);
  return { members: structuredContent, writes: calls.filter(({ method }) => method !== 'GET') };
};

const stateFor = (given: Pick<WritePlan, 'id' | 'viewer' | 'expiresAt'>, key = secret) =>
  createQuestions([key], now).stateFor(given as WritePlan);

const later = 600_000;
const forgeries: Readonly<Record<string, (plan: string) => string | Promise<string>>> = {
  'of another plan': async () => asked(await prepared()),
  'of another viewer': (id) => stateFor({ id, viewer: 'another', expiresAt: now() + later }),
  'of another secret': (id) =>
    stateFor({ id, viewer: viewer(), expiresAt: now() + later }, 'q'.repeat(32)),
  'sealed for something else': (plan) =>
    createSeals([secret], { audience: 'ads-graph plan', now }).seal(
      { sub: viewer(), plan, jti: 'x' },
      now() + later,
    ),
  'that was edited': async (plan) => {
    const state = await asked(plan);
    const middle = Math.floor(state.length / 2);
    const other = state[middle] === 'A' ? 'B' : 'A';
    return state.slice(0, middle) + other + state.slice(middle + 1);
  },
  'that is too old': async (plan) => {
    const state = await asked(plan);
    clock.ms += 16 * 60_000;
    return state;
  },
  'that is empty': () => '',
  'that is the id of the plan': (plan) => plan,
};

describe('a yes with the state of a question', () => {
  test.each(Object.entries(forgeries))('%s is refused, and nothing is sent', async (_, forge) => {
    const plan = await prepared();
    const { members, writes } = await answered(plan, await forge(plan));
    expect(members.outcome).toBeUndefined();
    expect({ code: members.code, writes }).toEqual({ code: 'BAD_USER_INPUT', writes: [] });
    clock.ms = Date.now();
    const genuine = await answered(plan, await asked(plan));
    expect(genuine.members.outcome).toBe('APPLIED');
    expect(genuine.writes).toHaveLength(1);
  });

  test('that was used returns the outcome again, without a call', async () => {
    const plan = await prepared();
    const state = await asked(plan);
    const first = await answered(plan, state);
    const again = await answered(plan, state);
    expect(again).toEqual({ members: first.members, writes: [] });
  });
});

test.each(['ads_apply', 'ads_outcome'])('%s finds no plan of another viewer', async (tool) => {
  const { id } = await keepPlan(plans, 'another', { approval: 'NONE' });
  const { members, calls } = await callTool(running, tool, { plan: id });
  expect({ code: members.code, calls }).toEqual({ code: 'PLAN_NOT_FOUND', calls: [] });
  expect(await plans.find('another', id)).toMatchObject({ writes: [{ state: 'WAITS' }] });
});

describe('an account that the user cannot see', () => {
  const foreign = '18ce5zzzzzz';
  test('cannot be in a plan', async () => {
    const input = { campaignId: `Campaign:${foreign}:cik3s000`, name: 'Mine now' };
    const given = { document, variables: { input }, why: 'A test' };
    const { members, calls, isError } = await callTool(running, 'ads_prepare', given);
    expect({ isError, plan: members.plan }).toEqual({ isError: true, plan: undefined });
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('has no rows', async () => {
    const given = { kind: 'CAMPAIGN', account: foreign };
    const { isError, members } = await callTool(running, 'ads_find', given);
    expect({ isError, rows: members.rows }).toEqual({ isError: true, rows: undefined });
  });

  test('cannot be read with the ids of another', async () => {
    const input = { accountId: foreign, campaignId, name: 'Mine now' };
    const given = { document, variables: { input }, why: 'A test' };
    const { members, calls } = await callTool(running, 'ads_prepare', given);
    expect({ code: members.code, calls }).toEqual({ code: 'BAD_USER_INPUT', calls: [] });
  });
});
