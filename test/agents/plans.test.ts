import { beforeEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { type Agent, callTool, versions, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { guardsFile, underRules } from '../support/guards.ts';
import { keyOf, keysOf } from '../support/keys.ts';
import { decideOnPage } from '../support/plan-decisions.ts';

const guards = guardsFile();
const running = useGateway({ env: { GUARDS: guards.path } });
const paged = useGateway({ env: { MCP_APPROVAL: 'page' } });
const reading = useGateway({ env: { MCP: 'read' } });
const few = useGateway({ env: { LIMIT_MCP_PLANS: '2' } });
const rights = { writer: 'owner', reader: 'owner-reads' } as const;
const keyed = useGateway({ env: { GATEWAY_API_KEYS: keysOf(rights) } });
beforeEach(() => {
  running.emulator.reset({ data: true });
  underRules(running, guards);
});

const change = `mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }`;
const campaignId = `Campaign:${bikes}:cik3s000`;
const inputOf = (members: object) => ({ input: { accountId: bikes, campaignId, ...members } });

const campaign = () =>
  running.emulator.store.rows('Campaign', bikes).find(({ id }) => id === 'cik3s000');
const budget = (): number => Number(campaign()?.['daily_budget_amount_local_micro']);
// Each raise is another one: a repeated one would be a duplicate.
let raises = 0;
const raised = (): string => {
  raises += 1;
  return String(budget() / 1_000_000 + raises);
};

const prepare = (call: Agent['call'], members: object, document = change) =>
  call('ads_prepare', { document, variables: inputOf(members), why: 'The test wants it' });

/** The writes among calls. */
const writesIn = (calls: readonly { readonly method: string }[]) =>
  calls.filter(({ method }) => method !== 'GET');

describe.each(versions)('in version %s', (version) => {
  test('a plan describes its effects, sends nothing, and is applied once', async () => {
    await withAgent(
      running,
      async ({ call }) => {
        const amount = raised();
        const before = budget();
        const plan = await prepare(call, { dailyBudget: amount });
        expect(plan.members).toMatchObject({
          approval: 'CLIENT',
          duplicateOf: null,
          writes: [{ field: 'updateCampaign', outcome: 'READY' }],
        });
        expect(plan.text).toContain('daily budget');
        expect(writesIn(plan.calls)).toEqual([]);
        expect(plan.members.address).toMatch(`/agents/plans/${plan.members.plan}`);
        expect(budget()).toBe(before);
        const given = { plan: plan.members.plan };
        const applied = await call('ads_apply', given);
        expect(applied.members).toMatchObject({
          outcome: 'APPLIED',
          items: [{ field: 'updateCampaign', outcome: 'APPLIED', ids: [campaignId], errors: [] }],
        });
        expect(writesIn(applied.calls)).toHaveLength(1);
        expect(budget()).toBe(Number(amount) * 1_000_000);
        const again = await call('ads_apply', given);
        expect({ calls: again.calls, members: again.members }).toEqual({
          calls: [],
          members: applied.members,
        });
        const told = await call('ads_outcome', given);
        expect(told.members).toMatchObject({ state: 'ENDED', outcome: 'APPLIED' });
      },
      { version },
    );
  });
});

test('concurrent calls apply a plan once, and all return its outcome', async () => {
  await withAgent(running, async ({ call }) => {
    const { members } = await prepare(call, { dailyBudget: raised() });
    const before = running.emulator.calls().length;
    const all = await Promise.all(
      Array.from({ length: 4 }, () => call('ads_apply', { plan: members.plan })),
    );
    expect(all.map((one) => one.members.outcome)).toEqual(Array(4).fill('APPLIED'));
    expect(writesIn(running.emulator.calls().slice(before))).toHaveLength(1);
  });
});

test('a plan is not applied if the data has changed since: there is one new plan', async () => {
  await withAgent(running, async ({ call }) => {
    const { members } = await prepare(call, { dailyBudget: raised() });
    const other = await running.ask(change, inputOf({ dailyBudget: raised() }));
    expect(other.data).toEqual({ updateCampaign: { outcome: 'APPLIED' } });
    const stale = await call('ads_apply', { plan: members.plan });
    expect(stale.members).toMatchObject({ code: 'PLAN_STALE', newPlan: expect.any(String) });
    expect(writesIn(stale.calls)).toEqual([]);
    const again = await call('ads_apply', { plan: members.plan });
    expect(again.members.newPlan).toBe(stale.members.newPlan);
    const applied = await call('ads_apply', { plan: stale.members.newPlan });
    expect(applied.members.outcome).toBe('APPLIED');
  });
});

test('a faulty document gives no plan but an error with every fault', async () => {
  const variables = inputOf({ name: '', dailyBudget: '-1' });
  const given = { document: change, variables, why: 'x' };
  const { members, isError } = await callTool(running, 'ads_prepare', given);
  expect(isError).toBe(true);
  expect(members.code).toBe('BAD_USER_INPUT');
  expect(members.faults.map(({ argument }: { argument: string }) => argument).toSorted()).toEqual([
    'input.dailyBudget',
    'input.name',
  ]);
});

test.each([
  ['{ viewer { userId } }', 'BAD_USER_INPUT'],
  ['mutation { invalidateAccessToken { outcome } }', 'FORBIDDEN'],
  ['mutation {', 'GRAPHQL_PARSE_FAILED'],
  ['mutation { nothing { outcome } }', 'GRAPHQL_VALIDATION_FAILED'],
])('%s gives no plan', async (document, code) => {
  const { members, calls } = await callTool(running, 'ads_prepare', { document, why: 'x' });
  expect({ code: members.code, writes: writesIn(calls) }).toEqual({ code, writes: [] });
});

test('a key of a plan is only for agents', async () => {
  const document =
    'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome errors { reason argument } } }';
  const input = { accountId: bikes, campaignId, name: 'New', idempotencyKey: 'mcp:x:1' };
  const { data, calls } = await running.ask(document, { input });
  expect(data?.['updateCampaign']).toEqual({
    outcome: 'REJECTED',
    errors: [{ reason: 'NOT_ALLOWED', argument: 'input.idempotencyKey' }],
  });
  expect(calls).toEqual([]);
});

describe('approval', () => {
  test.each([
    [{ name: 'Another name' }, 'NONE'],
    [{ entityStatus: 'PAUSED' }, 'NONE'],
    [{ dailyBudget: '1' }, 'NONE'],
    [{ dailyBudget: '997' }, 'CLIENT'],
  ])('%j: %s', async (members, approval) => {
    await withAgent(running, async ({ call }) => {
      expect((await prepare(call, members)).members.approval).toBe(approval);
    });
  });

  test('a raise by one micro is a raise, however large the amount', async () => {
    await running.ask(change, inputOf({ totalBudget: null, dailyBudget: '9007199254740.000002' }));
    expect(String(campaign()?.['daily_budget_amount_local_micro'])).toBe('9007199254740000002');
    await withAgent(running, async ({ call }) => {
      const raise = await prepare(call, { dailyBudget: '9007199254740.000003' });
      expect(raise.members.approval).toBe('CLIENT');
      const lower = await prepare(call, { dailyBudget: '9007199254740.000001' });
      expect(lower.members.approval).toBe('NONE');
    });
  });

  test('a write that a rule names is approved on its page, by a person', async () => {
    underRules(running, guards, { name: 'big', approval: { above: { EUR: '500.00' } } });
    await withAgent(running, async ({ call }) => {
      const small = await prepare(call, { dailyBudget: '499' });
      expect(small.members.approval).toBe('CLIENT');
      const big = await prepare(call, { dailyBudget: '501' });
      expect(big.members).toMatchObject({
        approval: 'PAGE',
        writes: [{ guards: [{ rule: 'big', limit: 'approval.above', verdict: 'APPROVAL' }] }],
      });
      const refused = await call('ads_apply', { plan: big.members.plan });
      expect(refused.members).toMatchObject({
        code: 'PLAN_NEEDS_APPROVAL',
        address: big.members.address,
      });
      expect(refused.calls).toEqual([]);
    });
  });

  test('a rule that is added after a plan applies to it', async () => {
    await withAgent(running, async ({ call }) => {
      const { members } = await prepare(call, { dailyBudget: '499' });
      underRules(running, guards, { name: 'all', approval: { above: { EUR: '1.00' } } });
      const refused = await call('ads_apply', { plan: members.plan });
      expect(refused.members.code).toBe('PLAN_NEEDS_APPROVAL');
      expect(writesIn(refused.calls)).toEqual([]);
    });
  });

  test('rules about agents apply to agents, and other callers need no approval', async () => {
    const rule = {
      name: 'no names',
      callers: ['agents'],
      mutations: { never: ['updateCampaign'] },
    };
    underRules(running, guards, rule, { name: 'big', approval: { above: { EUR: '1.00' } } });
    await withAgent(running, async ({ call }) => {
      const { members } = await prepare(call, { name: 'X' });
      expect(members).toMatchObject({ code: 'GUARD_REFUSED', faults: [{ details: 'no names' }] });
    });
    const { data } = await running.ask(change, inputOf({ dailyBudget: '77' }));
    expect(data).toEqual({ updateCampaign: { outcome: 'APPLIED' } });
  });

  test('the same raise within a day is a duplicate, even after a lowering in between', async () => {
    await withAgent(running, async ({ call }) => {
      const first = await prepare(call, { dailyBudget: '321' });
      await call('ads_apply', { plan: first.members.plan });
      const lower = await prepare(call, { dailyBudget: '5' });
      expect(lower.members.approval).toBe('NONE');
      await call('ads_apply', { plan: lower.members.plan });
      const again = await prepare(call, { dailyBudget: '321' });
      expect(again.members).toMatchObject({
        approval: 'PAGE',
        duplicateOf: first.members.plan,
      });
      const other = await prepare(call, { dailyBudget: '322' });
      expect(other.members).toMatchObject({ approval: 'CLIENT', duplicateOf: null });
    });
  });

  test('with MCP_APPROVAL=page every write needs a person', async () => {
    await withAgent(paged, async ({ call }) => {
      const { members } = await prepare(call, { name: 'Another name' });
      expect(members.approval).toBe('PAGE');
      const { text } = await call('ads_accounts');
      expect(text).toContain('a person approves each of them on its page');
    });
  });
});

describe('a client that can ask its user', () => {
  test.each([
    [{ action: 'accept', content: { approve: true } }, 'APPLIED', 1],
    [{ action: 'accept', content: { approve: false } }, 'PLAN_DECLINED', 0],
    [{ action: 'decline' }, 'PLAN_DECLINED', 0],
    [{ action: 'cancel' }, 'PLAN_NEEDS_APPROVAL', 0],
  ])('is asked before a plan is applied: %j', async (reply, ended, writes) => {
    await withAgent(
      running,
      async ({ call }) => {
        const { members } = await prepare(call, { dailyBudget: raised() });
        const applied = await call('ads_apply', { plan: members.plan });
        expect(applied.members.outcome ?? applied.members.code).toBe(ended);
        expect(writesIn(applied.calls)).toHaveLength(writes);
      },
      { elicitation: async () => reply },
    );
  });
});

test('a client that may only read has no tool that writes', async () => {
  const headers = { 'x-api-key': keyOf('reader') };
  const names = async (gateway: typeof keyed, sent: Record<string, string> = {}) =>
    withAgent(
      gateway,
      async ({ client }) => (await client.listTools()).tools.map(({ name }) => name),
      { headers: sent },
    );
  expect(await names(keyed, headers)).toHaveLength(6);
  expect(await names(keyed, { 'x-api-key': keyOf('writer') })).toHaveLength(9);
  expect(await names(reading)).toHaveLength(6);
  await withAgent(
    keyed,
    async ({ call }) => {
      await expect(call('ads_apply', { plan: 'x' })).rejects.toThrow('There is no tool ads_apply');
    },
    { headers },
  );
});

test('the open plans of a viewer are limited, and ended ones make room', async () => {
  await withAgent(few, async ({ call }) => {
    const first = await prepare(call, { name: 'One' });
    await prepare(call, { name: 'Two' });
    expect((await prepare(call, { name: 'Three' })).members.code).toBe('MCP_RATE_LIMITED');
    expect((await call('ads_apply', { plan: first.members.plan })).members.outcome).toBe('APPLIED');
    expect((await prepare(call, { name: 'Three' })).isError).toBe(false);
  });
});

test.each(['x', 'AAAAAAAAAAAAAAAA', '../../../etc'])('%s gives no plan', async (plan) => {
  for (const tool of ['ads_apply', 'ads_outcome']) {
    const { members, calls } = await callTool(running, tool, { plan });
    expect({ code: members.code, calls }).toEqual({ code: 'PLAN_NOT_FOUND', calls: [] });
  }
});

/** An input of a paused campaign with this name. */
const pausedCampaign = (name: string): Readonly<Record<string, unknown>> => ({
  accountId: bikes,
  fundingInstrumentId: running.emulator.store.rows('FundingInstrument', bikes)[0]?.['id'],
  name,
  dailyBudget: '5',
  entityStatus: 'PAUSED',
});

const campaignsNamed = (wanted: string) =>
  running.emulator.store.rows('Campaign', bikes).filter(({ name }) => name === wanted);

test('a variable of two mutations gets two keys, once a person has approved both', async () => {
  const document = `mutation ($input: CreateCampaignInput!) {
    a: createCampaign(input: $input) { outcome }
    b: createCampaign(input: $input) { outcome }
  }`;
  await withAgent(running, async ({ call }) => {
    const given = { document, variables: { input: pausedCampaign('Twins') }, why: 'Two of them' };
    const { members } = await call('ads_prepare', given);
    expect(members).toMatchObject({ approval: 'PAGE', duplicateOf: members.plan });
    expect(await decideOnPage(running, members.address, 'approve')).toBe(302);
    const { members: ended } = await call('ads_apply', { plan: members.plan });
    expect(ended.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'APPLIED',
      'APPLIED',
    ]);
    expect(campaignsNamed('Twins')).toHaveLength(2);
    const again = await call('ads_prepare', given);
    expect(again.members).toMatchObject({ approval: 'PAGE', duplicateOf: members.plan });
  });
});

test('a variable may have the name that the second use of another would get', async () => {
  const document = `mutation ($input: CreateCampaignInput!, $input_2: CreateCampaignInput!) {
    a: createCampaign(input: $input) { outcome }
    b: createCampaign(input: $input) { outcome }
    c: createCampaign(input: $input_2) { outcome }
  }`;
  const variables = { input: pausedCampaign('Pair'), input_2: pausedCampaign('Single') };
  await withAgent(running, async ({ call }) => {
    const { members } = await call('ads_prepare', { document, variables, why: 'Three of them' });
    await decideOnPage(running, members.address, 'approve');
    const { members: ended } = await call('ads_apply', { plan: members.plan });
    expect(ended.outcome).toBe('APPLIED');
    expect(campaignsNamed('Pair')).toHaveLength(2);
    expect(campaignsNamed('Single')).toHaveLength(1);
  });
});
