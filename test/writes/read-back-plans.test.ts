import { beforeEach, describe, expect, test } from 'vitest';
import type { Forecast } from '../../src/execution/forecast.ts';
import { cases as accounts } from '../cases/accounts.ts';
import { cases as audiences } from '../cases/audiences.ts';
import { cases as campaigns } from '../cases/campaigns.ts';
import { cases as cards } from '../cases/cards.ts';
import { cases as posts } from '../cases/posts.ts';
import { coreWorld } from '../support/core-world.ts';
import type { Answer } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';
import { sampleOf, seed } from '../support/sampling.ts';

const running = useGateway();
const a = 'rbp1';
beforeEach(async () => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
  // Enough calls succeed to keep the breaker closed.
  for (const first of [1, 2]) await running.ask(`{ accounts(first: ${first}) { nodes { name } } }`);
});

let keys = 0;
/** A document of a mutation with an unused key. */
const keyed = (document: string): string => {
  keys += 1;
  return document.replace('(input: { ', `(input: { idempotencyKey: "${keys}", `);
};

type Variables = Readonly<Record<string, unknown>>;

/** The most calls that are planned for each endpoint, and `all` in total. */
const mostOf = async (document: string, variables: Variables) => {
  const headers = { 'x-ads-plan': '1' };
  const { extensions } = await running.ask(document, variables, { headers });
  const { endpoints, calls } = (extensions as { readonly plan: Forecast }).plan;
  return new Map([
    ...endpoints.map(({ endpoint, most }) => [endpoint, most] as const),
    ['all', calls.most],
  ]);
};

const callsIn = ({ calls }: Answer): ReadonlyMap<string, number> => {
  const counts = new Map([['all', calls.length]]);
  for (const { endpoint } of calls)
    counts.set(endpoint ?? '', (counts.get(endpoint ?? '') ?? 0) + 1);
  return counts;
};

const writes = ({ calls }: Answer) => calls.filter(({ method }) => method !== 'GET');

/**
 * Sends a write whose answer is lost, then repeats it with its key. Returns the calls of the
 * repetition for each endpoint, and its plan.
 */
const readBack = async (document: string, variables: Variables, apply: boolean) => {
  const most = await mostOf(document, variables);
  const match = { method: 'POST|PUT|DELETE' };
  running.emulator.fault({ match, times: 1, fault: { kind: 'drop', apply } });
  const lost = await running.ask(document, variables);
  expect(writes(lost)).toHaveLength(1);
  const again = await running.ask(document, variables);
  expect(again.errors).toBeUndefined();
  expect(writes(again)).toEqual([]);
  return { calls: callsIn(again), most, again };
};

const within = ({ calls, most }: Awaited<ReturnType<typeof readBack>>): void => {
  for (const [endpoint, count] of calls) {
    expect(count, endpoint).toBeLessThanOrEqual(most.get(endpoint) ?? 0);
  }
};

interface Case {
  readonly document: string;
  readonly variables?: Variables;
}
const cases: Readonly<Record<string, Case>> = {
  ...accounts,
  ...audiences,
  ...campaigns,
  ...cards,
  ...posts,
};
const mutations = Object.entries(cases).flatMap(([name, { document, variables = {} }]) => {
  const { input } = variables as { readonly input?: object };
  if (!document.startsWith('mutation')) return [];
  const given = { ...variables, ...(input && { input: { idempotencyKey: name, ...input } }) };
  return document.includes('(input') ? [[name, document, given] as const] : [];
});

describe(`the reads that read a keyed write back are in its plan (SEED=${seed})`, () => {
  test.each(sampleOf(mutations, 40))('%s', async (_name, document, variables) => {
    within(await readBack(keyed(document), variables, true));
  });

  test.each(sampleOf(mutations, 20))(
    '%s, not applied',
    async (_name, document, { input, ...variables }) => {
      const other =
        input === undefined ? {} : { input: { ...(input as object), idempotencyKey: 'x' } };
      within(await readBack(keyed(document), { ...variables, ...other }, false));
    },
  );

  const create = `mutation { createCampaign(input: { accountId: "${a}", fundingInstrumentId: "f1", name: "Read back", dailyBudgetAmountLocalMicro: 5000000 }) { outcome campaign { name fundingInstrument { description } lineItems(first: 2) { nodes { name } } } } }`;
  const newRows = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const created = new Date().toISOString();
      running.emulator.store.insert('Campaign', a, {
        id: `n${index}`,
        name: `New ${index}`,
        funding_instrument_id: 'f1',
        entity_status: 'ACTIVE',
        created_at: created,
        updated_at: created,
        deleted: false,
      });
    }
  };
  test.each([
    ['few', 3, { all: 7, listCampaigns: 5, outcome: 'APPLIED' }],
    ['too many', 30, { all: 10, listCampaigns: 10, outcome: 'UNKNOWN' }],
  ])('a creation among %s new rows', async (_what, count, { outcome, ...expected }) => {
    newRows(count);
    running.emulator.fault({
      match: { endpoint: 'listCampaigns' },
      fault: { kind: 'pages', rows: [1] },
    });
    const found = await readBack(keyed(create), {}, true);
    within(found);
    expect(found.again.data.createCampaign.outcome).toBe(outcome);
    expect(Object.fromEntries(found.calls)).toMatchObject(expected);
    expect(Object.fromEntries(found.most)).toEqual({
      all: 13,
      createCampaign: 1,
      getFundingInstrument: 1,
      listCampaigns: 10,
      listLineItems: 1,
    });
  });

  test('a batch of every kind', async () => {
    // Ids begin again with the data, and those of other tests are used.
    const own = 'rbp2';
    coreWorld(running, own);
    const operations =
      '[{ create: { fundingInstrumentId: "f1", name: "In batch", dailyBudgetAmountLocalMicro: 5000000 } }, { update: { campaignId: "c1", name: "Other" } }, { update: { campaignId: "c2", name: "Draft" } }, { delete: { campaignId: "c4" } }]';
    const document = `mutation { batchCampaigns(input: { accountId: "${own}", operations: ${operations} }) { outcome results { campaign { name } } } }`;
    const found = await readBack(keyed(document), {}, true);
    within(found);
    expect(found.again.data.batchCampaigns.outcome).toBe('APPLIED');
    expect(Object.fromEntries(found.calls)).toEqual({ all: 2, listCampaigns: 2 });
    expect(Object.fromEntries(found.most)).toEqual({
      all: 13,
      batchCampaigns: 1,
      getCampaign: 1,
      listCampaigns: 11,
    });
  });

  test('a null key is no key', async () => {
    const document = create.replace('(input: { ', '(input: { idempotencyKey: null, ');
    expect((await mostOf(document, {})).get('listCampaigns')).toBeUndefined();
  });
});
