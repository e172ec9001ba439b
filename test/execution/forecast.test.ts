import { describe, expect, test } from 'vitest';
import { checkOperation, run } from '../../src/execution/answer/run-operation.ts';
import type { Forecast } from '../../src/execution/forecast.ts';
import { forecast } from '../../src/execution/forecast.ts';
import { createRehearsal } from '../../src/resolvers/context.ts';
import { schema } from '../../src/schema/index.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import { InputError } from '../../src/upstream/client/errors.ts';
import { bikes } from '../support/accounts.ts';
import { contextOver, prepareOver } from '../support/executors.ts';
import { createFaultyAds } from '../support/faulty-upstream.ts';
import { createWorld } from '../support/faulty-world.ts';
import { useGateway } from '../support/gateway.ts';
import { documentOf } from '../support/oracle-trial.ts';
import { randomFrom } from '../support/random.ts';
import { patience, runs, seed } from '../support/sampling.ts';
import { clientOf, scopeOf } from '../support/upstream.ts';
import { bothWays, ways } from '../support/ways.ts';

const running = useGateway({ env: bothWays });

const planFor = async (
  text: string,
  variables: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) => {
  const answered = await running.ask(text, variables, {
    headers: { 'x-ads-plan': '1', ...headers },
  });
  expect(answered.calls).toEqual([]);
  return { ...answered, plan: answered.extensions?.['plan'] as Forecast };
};

describe.each(ways)('an operation that is only planned, %s,', (_way, headers) => {
  test('is reported for each endpoint and calls nothing', async () => {
    const { status, data, errors, plan } = await planFor(
      `{ account(id: "${bikes}") { name campaigns(first: 20) { totalCount nodes { name lineItems(first: 5) { nodes { id } } } } } }`,
      {},
      headers,
    );
    expect({ status, data, errors }).toEqual({ status: 200, data: null, errors: undefined });
    expect(plan).toEqual({
      objects: 121,
      values: 165,
      calls: { least: 2, most: 32 },
      endpoints: [
        { endpoint: 'getAccount', least: 1, most: 1, scopes: ['account:getAccount'] },
        {
          endpoint: 'listCampaigns',
          least: 1,
          most: 2,
          scopes: ['account:listCampaigns', 'user:listCampaigns:total'],
        },
        { endpoint: 'listLineItems', least: 0, most: 29, scopes: ['account:listLineItems'] },
      ],
    });
  });

  test('is refused beside its plan if it would be refused', async () => {
    const { status, data, errors, plan } = await planFor(
      '{ accounts(first: 1000) { nodes { campaigns(first: 1000) { nodes { id } } } } }',
      {},
      headers,
    );
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['COST_LIMIT_EXCEEDED']);
    expect(errors?.[0]?.message).toContain('Most objects are of campaigns.');
    expect(errors?.[0]?.extensions['cost']).toMatchObject({ field: 'campaigns' });
    expect(plan).toMatchObject({ objects: 1_001_000, calls: { least: 1, most: 200 } });
  });
});

test('writes and the reads after them are planned, and nothing is written', async () => {
  const { plan } = await planFor(
    `mutation ($input: CreateCampaignInput!) {
      one: createCampaign(input: $input) { outcome campaign { name fundingInstrument { description } } }
      two: createCampaign(input: $input) { outcome }
    }`,
    { input: { accountId: bikes, fundingInstrumentId: 'lygyi', name: 'Planned' } },
  );
  expect(plan.endpoints).toEqual([
    { endpoint: 'createCampaign', least: 2, most: 2, scopes: ['user:writes'] },
    {
      endpoint: 'getFundingInstrument',
      least: 0,
      most: 1,
      scopes: ['account:getFundingInstrument'],
    },
  ]);
});

test('a key that is only planned is not used up, and a used key is planned like any other', async () => {
  const create = `mutation ($input: CreateCampaignInput!) {
    createCampaign(input: $input) { outcome errors { code } }
  }`;
  const withKey = (name: string) => ({
    input: {
      accountId: bikes,
      fundingInstrumentId: 'fik3s001',
      name,
      dailyBudgetAmountLocalMicro: '5000000',
      idempotencyKey: 'planned',
    },
  });
  const before = await planFor(create, withKey('Before'));
  const written = await running.ask(create, withKey('Written'));
  const after = await planFor(create, withKey('After'));
  const again = await running.ask(create, withKey('Written'));
  const applied = { createCampaign: { outcome: 'APPLIED', errors: [] } };
  expect([written.data, again.data]).toEqual([applied, applied]);
  expect([written.calls, again.calls].map((calls) => calls.length)).toEqual([1, 0]);
  expect([after.plan, after.errors]).toEqual([before.plan, undefined]);
  // The key is not looked up, so the least holds whether it was used or not.
  expect(before.plan.calls).toEqual({ least: 0, most: 11 });
  expect(before.plan.endpoints).toEqual([
    { endpoint: 'createCampaign', least: 0, most: 1, scopes: ['user:writes'] },
    // A read-back after a lost answer searches this many pages.
    { endpoint: 'listCampaigns', least: 0, most: 10, scopes: ['account:listCampaigns'] },
  ]);
});

test('an invalid value is refused as in a request that runs', async () => {
  const { status, errors, plan } = await planFor(
    'query ($n: Int!) { accounts(first: $n) { nodes { id } } }',
    { n: 'x' },
  );
  expect(status).toBe(400);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  expect(plan).toBeUndefined();
});

test('reference data that may be cached counts as no call in the least', async () => {
  const { plan } = await planFor('{ iabCategories { nodes { name parent { name } } } }');
  expect(plan.endpoints).toMatchObject([{ endpoint: 'listIabCategories', least: 0 }]);
});

test('of two writes the one without a key is sent whatever happens', async () => {
  const create = (name: string, key: string) =>
    `${name}: createCampaign(input: { accountId: "${bikes}", fundingInstrumentId: "fik3s001", name: "${name}", dailyBudgetAmountLocalMicro: "5000000" ${key} }) { outcome }`;
  const { plan } = await planFor(
    `mutation { ${create('keyed', 'idempotencyKey: "two"')} ${create('plain', '')} }`,
  );
  expect(plan.calls).toEqual({ least: 1, most: 12 });
});

test('fields that depend only on an id are requested as planned, whatever is beside them', async () => {
  const { store, accounts, credentials } = running.emulator;
  const other = accounts.find(
    ({ id, userIds }) => id !== bikes && userIds.includes(credentials.userId),
  )?.id as string;
  const stamp = { created_at: '2025-01-01T00:00:00Z', deleted: false };
  const [lineItem] = store.rows('LineItem', bikes);
  for (const id of ['tt1', 'tt2']) {
    store.insert('TrackingTag', bikes, { id, line_item_id: lineItem?.['id'], ...stamp });
  }
  store.insert('PollCard', other, { id: 'p1', name: 'Poll', ...stamp });
  const document = `{ nodes(ids: ["TrackingTag:${bikes}:tt1", "TrackingTag:${bikes}:tt2", "PollCard:${other}:p1"]) {
    ... on TrackingTag { lineItem { account { businessName } } }
    ... on PollCard { id account { businessName } } } }`;
  const { plan } = await planFor(document);
  const { errors, calls } = await running.ask(document);
  expect(errors).toBeUndefined();
  const known = new Map(plan.endpoints.map((one) => [one.endpoint, one]));
  for (const name of new Set([...known.keys(), ...calls.map(({ endpoint }) => endpoint ?? '')])) {
    const made = calls.filter(({ endpoint }) => endpoint === name).length;
    expect(made, name).toBeGreaterThanOrEqual(known.get(name)?.least ?? 0);
    expect(made, name).toBeLessThanOrEqual(known.get(name)?.most ?? 0);
  }
});

const prepare = prepareOver(schema);

/** The number of requests for an endpoint, and of those the number whose input can be sent. */
interface RequestCounts {
  asked: number;
  sent: number;
}

/** An API that answers like a network: never before all simultaneous requests are sent. */
const counting = (ads: Ads): { readonly ads: Ads; readonly calls: Map<string, RequestCounts> } => {
  const calls = new Map<string, RequestCounts>();
  const call: Ads['call'] = async (endpoint, ...input) => {
    const count = calls.get(endpoint.name) ?? { asked: 0, sent: 0 };
    calls.set(endpoint.name, count);
    count.asked += 1;
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const answer = await ads.call(endpoint, ...input);
      count.sent += 1;
      return answer;
    } catch (error) {
      if (!(error instanceof InputError)) count.sent += 1;
      throw error;
    }
  };
  return { ads: { ...ads, call }, calls };
};

const outside = (
  told: Forecast,
  calls: ReadonlyMap<string, RequestCounts>,
  bounds: 'both' | 'least',
) => {
  const known = new Map(told.endpoints.map((one) => [one.endpoint, one]));
  const names = new Set([...known.keys(), ...calls.keys()]);
  return [...names].flatMap((name) => {
    const { asked, sent } = calls.get(name) ?? { asked: 0, sent: 0 };
    const { least, most } = known.get(name) ?? { least: 0, most: 0 };
    const fits = asked >= least && (bounds === 'least' || sent <= most);
    return fits ? [] : [`${name}: ${asked} calls, planned ${least} to ${most}`];
  });
};

test(`the calls of random documents are within their plans (SEED=${seed})`, {
  timeout: patience,
}, async () => {
  const client = clientOf('http://127.0.0.1:9');
  let tight = 0;
  let asked = 0;
  for (let index = seed; index < seed + runs(100, 30_000); index += 1) {
    // Undocumented rows and answers can cost more calls, but never fewer.
    const isCalm = index % 3 !== 0;
    const here = createWorld(index, isCalm);
    const { text, variables, operationName } = documentOf(here, randomFrom(index));
    const plan = prepare(text, operationName);
    if (!('selectionFor' in plan)) continue;
    const { ads, calls } = counting(createFaultyAds(here, randomFrom(index)));
    const ready = checkOperation(plan, variables);
    if ('errors' in ready) continue;
    await run(ready, contextOver(ads));
    const rehearsal = createRehearsal(client, scopeOf({ maxCalls: Number.MAX_SAFE_INTEGER }));
    const { forecast: told } = await forecast(plan, variables, rehearsal);
    if (told === undefined) continue;
    const faults = outside(told, calls, isCalm ? 'both' : 'least');
    const where = `SEED=${index}\n${text}\n${JSON.stringify(variables)}`;
    expect(faults, where).toEqual([]);
    // LIMIT_CALLS never counts fewer calls than are made, whatever the answers, except for totals,
    // which a page may include.
    if (!text.includes('totalCount')) {
      expect(ready.calls, where).toBeGreaterThanOrEqual(told.calls.least);
    }
    asked += 1;
    if (told.calls.least === told.calls.most) tight += 1;
  }
  expect(tight / asked).toBeGreaterThan(0.2);
  await client.close();
});
