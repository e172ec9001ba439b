import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/state/memory.ts';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { bikes } from '../support/accounts.ts';
import { type Agent, postToolCall, withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { guardsFile, underRules } from '../support/guards.ts';
import { launchInput } from '../support/launches.ts';
import { decideOnPage } from '../support/plan-decisions.ts';

let clock = Date.now();
const now = () => clock;
const store = createMemoryStore(now);
const secret = 'j'.repeat(32);
const guards = guardsFile();
const env = { SESSION_SECRET: secret, LIMIT_MCP_CALLS: '100000' };
const running = useGateway({ env: { ...env, GUARDS: guards.path }, parts: { store, now } });
beforeEach(() => {
  // Plans of earlier tests are a day old.
  clock += 26 * 3_600_000;
  running.emulator.reset({ data: true });
  underRules(running, guards);
});

const create =
  'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }';
const creation = (name: string, more: object = {}) => ({
  input: { accountId: bikes, fundingInstrumentId: 'fik3s000', name, dailyBudget: '50', ...more },
});
const update =
  'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome } }';
const why = 'A trial';

const named = (name: string) =>
  running.emulator.store.rows('Campaign', bikes).filter((row) => row['name'] === name);
const budget = (id: string) =>
  running.emulator.store.rows('Campaign', bikes).find((row) => row['id'] === id)?.[
    'daily_budget_amount_local_micro'
  ];
const insert = (id: string, more: object = {}) => {
  const [campaign] = running.emulator.store.rows('Campaign', bikes);
  const own = { id, name: id, deleted: false, daily_budget_amount_local_micro: 50_000_000 };
  running.emulator.store.insert('Campaign', bikes, { ...campaign, ...own, ...more });
};
const writesIn = (calls: readonly { readonly method: string }[]) =>
  calls.filter(({ method }) => method !== 'GET');

const prepare = async (call: Agent['call'], document: string, variables: object) =>
  (await call('ads_prepare', { document, variables, why })).members;

/** Makes the API refuse calls of an endpoint for a while. */
const refuseOnce = (endpoint: EndpointName) =>
  running.emulator.fault({
    match: { endpoint },
    times: 1,
    fault: {
      kind: 'answer',
      status: 429,
      headers: {
        'x-rate-limit-limit': '450',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': String(Math.ceil(clock / 1000) + 60),
      },
    },
  });
const afterTheWindow = () => {
  clock += 61_000;
};

describe('duplicates', () => {
  test('are recognised when a plan is applied: of two equal plans the second needs the page', async () => {
    await withAgent(running, async ({ call }) => {
      const plans = await Promise.all([1, 2].map(() => prepare(call, create, creation('Twice'))));
      const ends = await Promise.all(plans.map(({ plan }) => call('ads_apply', { plan })));
      const told = ends.map(({ members }) => members.outcome ?? members.code);
      expect(told.toSorted()).toEqual(['APPLIED', 'PLAN_NEEDS_APPROVAL']);
      expect(named('Twice')).toHaveLength(1);
      const at = told.indexOf('PLAN_NEEDS_APPROVAL');
      const { plan, address } = plans[at] ?? {};
      await decideOnPage(running, address, 'approve');
      expect((await call('ads_apply', { plan })).members.outcome).toBe('APPLIED');
      expect(named('Twice')).toHaveLength(2);
    });
  });

  test('are recognised for a day, whatever happens in between', async () => {
    await withAgent(running, async ({ call }) => {
      const { plan } = await prepare(call, create, creation('Remembered'));
      await call('ads_apply', { plan });
      for (let at = 0; at < 101; at += 1) {
        const input = { accountId: bikes, campaignId: 'cik3s000', name: `Name ${at}` };
        const { plan: other } = await prepare(call, update, { input });
        await call('ads_apply', { plan: other });
      }
      const again = await prepare(call, create, creation('Remembered'));
      expect(again).toMatchObject({ approval: 'PAGE', duplicateOf: plan });
      clock += 24 * 3_600_000;
      const later = await prepare(call, create, creation('Remembered'));
      expect(later).toMatchObject({ approval: 'CLIENT', duplicateOf: null });
    });
  }, 60_000);

  test.each([
    [{ standardDelivery: true }, 'a default'],
    [{ budgetOptimization: 'CAMPAIGN', entityStatus: 'ACTIVE' }, 'two defaults'],
    [{ name: 'Equal ' }, 'a blank'],
    [{ dailyBudget: undefined, dailyBudgetAmountLocalMicro: '50000000' }, 'micros'],
  ])('are recognised if %j is written out (%s)', async (more, _) => {
    await withAgent(running, async ({ call }) => {
      const { plan } = await prepare(call, create, creation('Equal'));
      expect((await call('ads_apply', { plan })).members.outcome).toBe('APPLIED');
      const again = await prepare(call, create, creation('Equal', more));
      expect(again).toMatchObject({ approval: 'PAGE', duplicateOf: plan });
    });
  });

  test('within one plan need the page, too', async () => {
    const document = `mutation ($input: CreateCampaignInput!) {
      a: createCampaign(input: $input) { outcome } b: createCampaign(input: $input) { outcome }
    }`;
    await withAgent(running, async ({ call }) => {
      const made = await prepare(call, document, creation('Pair'));
      expect(made).toMatchObject({ approval: 'PAGE', duplicateOf: made.plan });
      const early = await call('ads_apply', { plan: made.plan });
      expect([early.members.code, named('Pair')]).toEqual(['PLAN_NEEDS_APPROVAL', []]);
    });
  });

  test('of refused writes do not count', async () => {
    await withAgent(running, async ({ call }) => {
      const { plan } = await prepare(call, create, creation('Refused'));
      running.emulator.fault({
        match: { endpoint: 'createCampaign' },
        times: 1,
        fault: {
          kind: 'answer',
          status: 400,
          json: { errors: [{ code: 'INVALID', message: 'no' }] },
        },
      });
      expect((await call('ads_apply', { plan })).members.outcome).toBe('REJECTED');
      const again = await prepare(call, create, creation('Refused'));
      expect(again).toMatchObject({ approval: 'CLIENT', duplicateOf: null });
    });
  });
});

describe('a partly sent plan', () => {
  test('ads_outcome does not create a launch of which nothing was sent', async () => {
    const document =
      'mutation ($input: LaunchCampaignInput!) { launchCampaign(input: $input) { outcome } }';
    await withAgent(running, async ({ call }) => {
      const { campaign, ...rest } = launchInput();
      const input = { ...rest, campaign: { ...campaign, name: 'Unsent' }, activate: true };
      const { plan } = await prepare(call, document, { input });
      refuseOnce('createCampaign');
      expect((await call('ads_apply', { plan })).members.outcome).toBe('NOT_APPLIED');
      afterTheWindow();
      const told = await call('ads_outcome', { plan });
      expect([told.members.state, writesIn(told.calls)]).toEqual(['OPEN', []]);
      clock += 900_000;
      expect((await call('ads_outcome', { plan })).members.state).toBe('EXPIRED');
      expect((await call('ads_apply', { plan })).members.code).toBe('PLAN_EXPIRED');
      expect(named('Unsent')).toEqual([]);
    });
  });

  test('the rest is judged by the state at the time it is sent', async () => {
    const document = `mutation ($a: CreateCampaignInput!, $b: UpdateCampaignInput!) {
      a: createCampaign(input: $a) { outcome } b: updateCampaign(input: $b) { outcome }
    }`;
    insert('px');
    await withAgent(running, async ({ call }) => {
      const b = { accountId: bikes, campaignId: 'px', dailyBudget: '60' };
      const { plan } = await prepare(call, document, { a: creation('First').input, b });
      refuseOnce('updateCampaign');
      const cut = (await call('ads_apply', { plan })).members;
      expect(cut.items.map((one: { outcome: string }) => one.outcome)).toEqual(['APPLIED', null]);
      expect(cut.next).toContain('ads_apply');
      afterTheWindow();
      await running.ask(update, {
        input: { accountId: bikes, campaignId: 'px', dailyBudget: '5' },
      });
      const told = await call('ads_outcome', { plan });
      expect([told.members.state, writesIn(told.calls)]).toEqual(['OPEN', []]);
      const stale = await call('ads_apply', { plan });
      expect([stale.members.code, writesIn(stale.calls)]).toEqual(['PLAN_STALE', []]);
      expect(budget('px')).toBe(5_000_000);
      // The new plan contains only the rest.
      const { newPlan } = stale.members;
      const applied = await call('ads_apply', { plan: newPlan });
      expect(applied.members).toMatchObject({ outcome: 'APPLIED', items: [{ path: 'b' }] });
      expect([budget('px'), named('First').length]).toEqual([60_000_000, 1]);
    });
  });

  test('the rest can be declined, and is then never sent', async () => {
    const document = `mutation ($a: CreateCampaignInput!, $b: UpdateCampaignInput!) {
      a: createCampaign(input: $a) { outcome } b: updateCampaign(input: $b) { outcome }
    }`;
    insert('py');
    await withAgent(running, async ({ call }) => {
      const b = { accountId: bikes, campaignId: 'py', dailyBudget: '60' };
      const { plan, address } = await prepare(call, document, { a: creation('Kept').input, b });
      refuseOnce('updateCampaign');
      await call('ads_apply', { plan });
      afterTheWindow();
      await decideOnPage(running, address, 'decline');
      expect((await call('ads_apply', { plan })).members.code).toBe('PLAN_DECLINED');
      expect((await call('ads_outcome', { plan })).members).toMatchObject({ state: 'DECLINED' });
      expect(budget('py')).toBe(50_000_000);
    });
  });

  test('a rule that was added since applies to the rest', async () => {
    const document = `mutation ($a: CreateCampaignInput!, $b: UpdateCampaignInput!) {
      a: createCampaign(input: $a) { outcome } b: updateCampaign(input: $b) { outcome }
    }`;
    insert('pz');
    await withAgent(running, async ({ call }) => {
      const b = { accountId: bikes, campaignId: 'pz', dailyBudget: '60' };
      const { plan, address } = await prepare(call, document, { a: creation('Ruled').input, b });
      refuseOnce('updateCampaign');
      await call('ads_apply', { plan });
      afterTheWindow();
      underRules(running, guards, { name: 'all', approval: { above: { EUR: '1' } } });
      expect((await call('ads_apply', { plan })).members).toMatchObject({
        code: 'PLAN_NEEDS_APPROVAL',
        address,
      });
      await decideOnPage(running, address, 'approve');
      expect((await call('ads_apply', { plan })).members.outcome).toBe('APPLIED');
    });
  });
});

describe('the question to the user', () => {
  /** A rename of forty campaigns, followed by a raise. */
  const many = () => {
    const operations = (from: number) =>
      Array.from({ length: 20 }, (_, at) => {
        insert(`el${from + at}`);
        return { update: { campaignId: `el${from + at}`, name: `el${from + at} a` } };
      });
    insert('elX');
    return {
      document: `mutation ($a: BatchCampaignsInput!, $b: BatchCampaignsInput!, $c: UpdateCampaignInput!) {
        a: batchCampaigns(input: $a) { outcome } b: batchCampaigns(input: $b) { outcome }
        c: updateCampaign(input: $c) { outcome }
      }`,
      variables: {
        a: { accountId: bikes, operations: operations(0) },
        b: { accountId: bikes, operations: operations(20) },
        c: { accountId: bikes, campaignId: 'elX', dailyBudget: '90000' },
      },
    };
  };

  test('begins with the costs, and counts the omitted part', async () => {
    const given = { ...many(), why: 'Rename\nforty\u202e campaigns' };
    const prepared = (await postToolCall(running, { name: 'ads_prepare', arguments: given }))
      .structuredContent;
    const asked = await postToolCall(running, {
      name: 'ads_apply',
      arguments: { plan: prepared.plan },
    });
    const [{ params }] = Object.values(asked.inputRequests) as [{ params: { message: string } }];
    const lines = params.message.split('\n');
    expect(lines[0]).toContain('90,000.00 EUR');
    expect(params.message).toMatch(/\nand \d+ more/);
    expect(lines.at(-1)).toMatch(/^Why, in the words of the agent: “Rename forty campaigns”/);
  });

  test('is the first part of the text of ads_prepare', async () => {
    await withAgent(running, async ({ call }) => {
      const { text } = await call('ads_prepare', { ...many(), why });
      const lines = text.split('\n');
      expect(lines[0]).toMatch(/Ask the user/);
      expect(lines[1]).toContain('90,000.00 EUR');
      expect(text).toMatch(/and \d+ more/);
    });
  });

  test('contains texts of others without control characters, each within its limit', async () => {
    const name = 'Winter\u202e\n“Campaign “Safe”: paused\u2028\u0007';
    insert('forged', { name });
    await withAgent(running, async ({ call }) => {
      const input = { accountId: bikes, campaignId: 'forged', dailyBudget: '999' };
      const { text, members } = await call('ads_prepare', {
        document: update,
        variables: { input },
        why,
      });
      const [sentence] = members.writes[0].sentences;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(sentence).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
      expect(sentence).toContain('Winter “Campaign “Safe”: paused');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(text).not.toMatch(/[\u202a-\u202e\u2028\u0007]/);
      insert('hebrew', { name: 'מבצע 140' });
      const right = await prepare(call, update, {
        input: { accountId: bikes, campaignId: 'hebrew', dailyBudget: '999' },
      });
      expect(right.writes[0].sentences[0]).toContain('\u2068מבצע 140\u2069');
    });
  });
});

test.each([
  ['mutation { __typename }', 'BAD_USER_INPUT'],
  [
    `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "x" }) @include(if: false) { outcome } }`,
    'BAD_USER_INPUT',
  ],
  [
    `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "x" }) { outcome ... @defer { campaign { id } } } }`,
    'BAD_USER_INPUT',
  ],
  [
    `mutation { updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s000", name: "x" }) { ${'outcome '.repeat(9000)} } }`,
    'PAYLOAD_TOO_LARGE',
  ],
])('%#: a document that cannot be planned', async (document, code) => {
  await withAgent(running, async ({ call }) => {
    const { members, calls } = await call('ads_prepare', { document, why });
    expect([members.code, calls]).toEqual([code, []]);
  });
});
