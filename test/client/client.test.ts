import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AdsGraphError, createClient } from '../../client/client.ts';
import { useGateway } from '../support/gateway.ts';
import { launchInput, launching } from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';
import type { RoughRoad } from '../support/rough-road.ts';
import { startRoughRoad } from '../support/rough-road.ts';

const time = quickTime();
const running = useGateway({ parts: time });
let road: RoughRoad;
beforeAll(async () => {
  road = await startRoughRoad(() => running.url);
});
afterAll(() => road.close());
beforeEach(() => {
  running.emulator.reset({ data: true });
  road.meet();
  road.seen();
});

const client = (keys = new Map<string, string>()) =>
  createClient({ url: road.url, keys, pause: time.pace.pause });
const signedOut = (keys: Map<string, string>) =>
  createClient({ url: road.url, keys, session: 'ended', pause: time.pace.pause });
const failureOf = async (asked: Promise<unknown>): Promise<AdsGraphError> => {
  const error = await asked.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(AdsGraphError);
  return error as AdsGraphError;
};
const calls = () => running.emulator.calls().map(({ endpoint }) => endpoint);
const keysSent = () => road.seen().map(({ variables }) => variables.input?.idempotencyKey);

describe('a query', () => {
  const viewer = '{ viewer { asOwner } }';

  test('is retried after passing failures, and returns its data', async () => {
    road.meet('lost', 'proxy', 'response lost');
    expect(await client().query(viewer)).toEqual({ viewer: { asOwner: true } });
    expect(road.seen()).toHaveLength(4);
  });

  test('throws all errors at once if they do not pass', async () => {
    const failure = await failureOf(client().query('{ a b }'));
    expect(failure).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', outcome: null });
    expect(failure.errors).toHaveLength(2);
    expect(road.seen()).toHaveLength(1);
  });

  test('throws errors beside data, too', async () => {
    const document = `{ viewer { asOwner } account(id: "${launching.accountId}") { campaigns(after: "?") { nodes { id } } } }`;
    const { data, code } = await failureOf(client().query(document));
    expect({ data, code }).toEqual({
      data: { viewer: { asOwner: true }, account: { campaigns: null } },
      code: 'INVALID_CURSOR',
    });
  });

  test('waits no longer than half a minute for a rate window', async () => {
    running.emulator.fault({
      fault: {
        kind: 'answer',
        status: 429,
        headers: { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 600) },
      },
    });
    const { code } = await failureOf(client().query('{ accounts { nodes { id } } }'));
    expect(code).toBe('UPSTREAM_RATE_LIMITED');
    expect(road.seen()).toHaveLength(1);
  });

  test('is sent once if it has a mutation', async () => {
    road.meet('lost');
    await failureOf(client().query('mutation { __typename }'));
    expect(road.seen()).toHaveLength(1);
  });

  test('merges the parts of its response', async () => {
    const data = await client().query(
      `{ account(id: "${launching.accountId}") { restId ... @defer { name } campaigns(first: 3) { nodes @stream(initialCount: 1) { restId } } } }`,
    );
    expect(data).toEqual({
      account: {
        restId: launching.accountId,
        name: expect.any(String),
        campaigns: { nodes: Array(3).fill({ restId: expect.any(String) }) },
      },
    });
  });

  test('may be a parsed document, each part of which is sent as written', async () => {
    const text = `query Q($id: ID! = "${launching.accountId}", $some: [ID!], $is: Boolean = true) {
      one: account(id: $id) @include(if: $is) {
        ...Named
        ... on Account { restId }
        campaigns(first: 2, campaignIds: $some, orderBy: { field: NAME, direction: ASC }, where: { entityStatus: [ACTIVE, PAUSED], nameContains: "\\"e\\n" }) { nodes { name } }
      }
    }
    fragment Named on Account { name }`;
    const data = await client().query(parse(text));
    expect(data).toEqual(await client().query(text));
    const [parsed, written] = road.seen();
    expect(parse(parsed?.query ?? '', { noLocation: true })).toEqual(
      parse(written?.query ?? '', { noLocation: true }),
    );
  });

  test('is sent by the id of a build, and by its text if the gateway does not know the id', async () => {
    const document = Object.assign(parse(viewer), { __meta__: { hash: 'a'.repeat(64) } });
    const asked = client();
    for (let time = 0; time < 2; time += 1)
      expect(await asked.query(document)).toEqual({ viewer: { asOwner: true } });
    const seen = road.seen();
    expect(seen.map(({ query }) => query !== undefined)).toEqual([false, true, true]);
  });
});

describe('rows', () => {
  const list = `query ($account: ID!, $after: String) {
    account(id: $account) { campaigns(first: 2, after: $after) {
      nodes { restId } pageInfo { hasNextPage endCursor } } } }`;
  const account = launching.accountId;

  test('arrive through all pages, each requested when it is needed', async () => {
    const rows = client().rows(list, { account }, 'account.campaigns');
    await rows.next();
    expect(calls()).toEqual(['listCampaigns']);
    let count = 1;
    for await (const { restId } of rows) count += restId === undefined ? 0 : 1;
    const { data } = await running.ask(
      `{ account(id: "${account}") { campaigns { nodes { restId } } } }`,
    );
    expect(count).toBe(data.account.campaigns.nodes.length);
    expect(road.seen()).toHaveLength(Math.ceil(count / 2));
  });

  test.each([
    [
      'the argument',
      list.replace(
        'campaigns(first: 2, after: $after)',
        'other: campaigns(first: 0, after: $after) { totalCount } campaigns(first: 1)',
      ),
      'account.campaigns',
    ],
    ['pageInfo', list.replace(/pageInfo \{[^}]*\}/, ''), 'account.campaigns'],
    ['the variable', '{ accounts { nodes { id } } }', 'accounts'],
    ['the list', list, 'account.lists'],
    ['the rows', list.replace('nodes { restId }', ''), 'account.campaigns'],
  ])('need $0, and say so', async (_, document, path) => {
    const read = async () => {
      for await (const row of client().rows(document, { account }, path)) void row;
    };
    await expect(read()).rejects.toThrow(TypeError);
  });

  test('of a missing list are an error', async () => {
    const document = `${list.replace('campaigns(', 'campaign(id: "nothing") { lineItems(')}}`;
    const rows = client().rows(document, { account }, 'account.campaign.lineItems');
    await expect(rows.next()).rejects.toThrow('campaign of account.campaign.lineItems is null.');
  });
});

const create = `mutation ($input: CreateCampaignInput!) {
  createCampaign(input: $input) { outcome campaign { restId name } errors { argument reason } } }`;
const spring = (more: object = {}) => ({
  input: {
    accountId: launching.accountId,
    fundingInstrumentId: launching.fundingInstrumentId,
    name: 'Spring',
    dailyBudget: '50',
    ...more,
  },
});
const created = () => calls().filter((name) => name === 'createCampaign').length;

describe('a write', () => {
  test('is retried with its key until there is a response, and takes effect once', async () => {
    const keys = new Map<string, string>();
    road.meet('lost', 'response lost', 'proxy');
    const written = await client(keys).write(create, spring());
    expect(written).toMatchObject({ outcome: 'APPLIED', campaign: { name: 'Spring' } });
    const sent = keysSent();
    expect([sent.length, new Set(sent).size]).toEqual([4, 1]);
    expect(created()).toBe(1);
    expect(keys.size).toBe(0);
  });

  test('without a response keeps its key over a reload, and then takes effect once', async () => {
    const keys = new Map<string, string>();
    road.meet(...Array<'response lost'>(5).fill('response lost'));
    const failure = await failureOf(client(keys).write(create, spring()));
    expect(failure).toMatchObject({ outcome: 'UNKNOWN', errors: [], code: null });
    expect(keys.size).toBe(1);
    const written = await client(keys).write(create, spring());
    expect(written.outcome).toBe('APPLIED');
    expect(new Set(keysSent()).size).toBe(1);
    expect(created()).toBe(1);
    expect(keys.size).toBe(0);
  }, 60_000);

  test('has a new key after each outcome, and another one for another input', async () => {
    const asked = client();
    for (const more of [{}, {}, { name: 'Summer' }]) await asked.write(create, spring(more));
    expect(new Set(keysSent()).size).toBe(3);
    expect(created()).toBe(3);
  });

  test('that is called twice at a time is sent once, even if keys are slow to store', async () => {
    const kept = new Map<string, string>();
    const later = () => new Promise((resolve) => setTimeout(resolve, 20));
    const keys = {
      get: async (name: string) => later().then(() => kept.get(name)),
      set: async (name: string, key: string) => later().then(() => kept.set(name, key)),
      delete: async (name: string) => later().then(() => kept.delete(name)),
    };
    const asked = createClient({ url: road.url, keys });
    const both = await Promise.all([0, 1].map(() => asked.write(create, spring())));
    expect(both[0]).toEqual(both[1]);
    expect(created()).toBe(1);
  });

  test('that stays unknown is read back once more, and drops its key when it is forgotten', async () => {
    const keys = new Map<string, string>();
    const fault = { kind: 'answer', status: 500 } as const;
    running.emulator.fault({ match: { endpoint: 'createCampaign' }, fault });
    expect((await client(keys).write(create, spring())).outcome).toBe('UNKNOWN');
    expect(road.seen()).toHaveLength(2);
    expect([created(), keys.size]).toEqual([1, 1]);
    await client(keys).forget(create, spring());
    expect(keys.size).toBe(0);
  });

  test('whose request was not sent is finished with its key', async () => {
    const keys = new Map<string, string>();
    const failure = await failureOf(signedOut(keys).write(create, spring()));
    expect(failure).toMatchObject({ outcome: 'NOT_APPLIED', code: 'UNAUTHENTICATED' });
    expect([calls().length, keys.size]).toEqual([0, 0]);
  });

  test('whose second request was not sent stays open', async () => {
    const keys = new Map<string, string>();
    road.meet(...Array<'lost'>(5).fill('lost'));
    await failureOf(client(keys).write(create, spring()));
    const failure = await failureOf(signedOut(keys).write(create, spring()));
    expect(failure).toMatchObject({ outcome: 'UNKNOWN', code: 'UNAUTHENTICATED' });
    expect(keys.size).toBe(1);
  }, 60_000);

  test('that is rejected says why, and is finished with its key', async () => {
    const keys = new Map<string, string>();
    const written = await client(keys).write(create, spring({ name: '' }));
    expect(written).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ argument: 'input.name', reason: 'BLANK' }],
    });
    expect([calls().length, keys.size]).toEqual([0, 0]);
  });

  test('whose key is older than a day is not sent', async () => {
    const keys = new Map<string, string>();
    road.meet(...Array<'lost'>(5).fill('lost'));
    await failureOf(client(keys).write(create, spring()));
    road.seen();
    for (const [name, kept] of keys)
      keys.set(name, kept.replace(/^\d+/, String(Date.now() - 25 * 3_600_000)));
    const failure = await failureOf(client(keys).write(create, spring()));
    expect(failure.message).toMatch(/more than a day ago/);
    expect([road.seen().length, keys.size]).toEqual([0, 1]);
  }, 60_000);

  test.each([
    ['a mutation', '{ viewer { asOwner } }'],
    ['an input', 'mutation { createCampaign(input: {}) { outcome } }'],
    ['the outcome', create.replace('outcome', '')],
  ])('needs $0, before anything is sent', async (_, document) => {
    await expect(client().write(document, spring())).rejects.toThrow(TypeError);
    expect(road.seen()).toEqual([]);
  });
});

describe('a launch', () => {
  const launch = `mutation ($input: LaunchCampaignInput!) {
    launchCampaign(input: $input) {
      steps @stream(initialCount: 0) { index step outcome }
      ... @defer { outcome campaign { restId } } } }`;
  const stepsOf = async (launched: AsyncIterable<unknown>): Promise<unknown[]> => {
    const steps: unknown[] = [];
    for await (const step of launched) steps.push(step);
    return steps;
  };
  const applied = (index: number) => ({ index, step: expect.any(String), outcome: 'APPLIED' });

  test('reports each step when it ends, and returns its payload', async () => {
    const keys = new Map<string, string>();
    const watched = client(keys).watchLaunch(launch, { input: launchInput() });
    expect(await stepsOf(watched)).toEqual([0, 1, 2, 3, 4, 5].map(applied));
    expect(await watched.end()).toMatchObject({ outcome: 'APPLIED' });
    expect(keys.size).toBe(0);
  });

  test('continues after its connection broke, and reports no step twice', async () => {
    road.meet({ partsBefore: 2 });
    const watched = client().watchLaunch(launch, { input: launchInput() });
    expect(await stepsOf(watched)).toEqual([0, 1, 2, 3, 4, 5].map(applied));
    expect(created()).toBe(1);
    const sent = keysSent();
    expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
  });

  test('that a step stopped keeps its key, with which it continues', async () => {
    const keys = new Map<string, string>();
    const fault = { kind: 'answer', status: 400, json: { errors: [] } } as const;
    running.emulator.fault({ match: { endpoint: 'createCampaign' }, skip: 0, times: 1, fault });
    const first = await client(keys).watchLaunch(launch, { input: launchInput() }).end();
    expect([first.outcome, keys.size]).toEqual(['REJECTED', 0]);
    running.emulator.fault({ match: { endpoint: 'batchTargetingCriteria' }, times: 1, fault });
    const second = await client(keys).watchLaunch(launch, { input: launchInput() }).end();
    expect([second.outcome, keys.size]).toEqual(['REJECTED', 1]);
    const third = await client(keys).watchLaunch(launch, { input: launchInput() }).end();
    expect([third.outcome, keys.size]).toEqual(['APPLIED', 0]);
    expect(new Set(keysSent()).size).toBe(2);
    // One was refused, and one created.
    expect(created()).toBe(2);
  });

  test('that exists in part keeps its key, although the campaign cannot be shown', async () => {
    const keys = new Map<string, string>();
    const odd = { kind: 'merge', columns: { currency: {} } } as const;
    running.emulator.fault({ match: { path: '/campaigns' }, fault: odd });
    const fault = { kind: 'answer', status: 400, json: { errors: [] } } as const;
    running.emulator.fault({ match: { endpoint: 'batchTargetingCriteria' }, times: 1, fault });
    const shown = launch.replace('campaign { restId }', 'campaign { restId currency }');
    const ended = await client(keys).watchLaunch(shown, { input: launchInput() }).end();
    expect(ended).toMatchObject({ outcome: 'REJECTED', campaign: null });
    expect([created(), keys.size]).toEqual([1, 1]);
  });

  test('must select its steps, before anything is sent', async () => {
    const without = launch.replace('steps @stream(initialCount: 0) { index step outcome }', '');
    await expect(client().write(without, { input: launchInput() })).rejects.toThrow(TypeError);
    expect(road.seen()).toEqual([]);
  });

  test('throws errors without a payload, after its steps', async () => {
    const watched = signedOut(new Map()).watchLaunch(launch, { input: launchInput() });
    await expect(stepsOf(watched)).rejects.toThrow(AdsGraphError);
  });
});
