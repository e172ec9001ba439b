import { beforeEach, describe, expect, test } from 'vitest';
import { createLoaders } from '../../src/loaders/index.ts';
import { createReferenceData } from '../../src/loaders/reference-data.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import type { CallResult } from '../../src/upstream/client/client.ts';
import { TransportError, UpstreamError } from '../../src/upstream/client/errors.ts';
import { noField } from '../../src/upstream/client/trace.ts';
import { bikes } from '../support/accounts.ts';
import { type Running, startGateway, useGateway } from '../support/gateway.ts';
import { keysOf, withKey } from '../support/keys.ts';
import { clientOf, scopeOf } from '../support/upstream.ts';

describe('reference data through the gateway', () => {
  let running: Running;
  beforeEach(async () => {
    running = await startGateway();
    return () => running.close();
  });

  const all = `{
    biddingRules { currency }
    lineItemPlacements { productType }
    advertiserBusinessCategories { name }
    contentCategories { name }
    iabCategories(first: 3) { nodes { restId } totalCount }
    publishers { userId }
  }`;

  test('costs one call for each list, however many simultaneous requests need it', async () => {
    const before = running.emulator.calls().length;
    const body = JSON.stringify({ query: all });
    const headers = { 'content-type': 'application/json' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await fetch(running.url, { method: 'POST', headers, body })).json(),
      ),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const paths = running.emulator
      .calls()
      .slice(before)
      .map(({ path }) => path);
    expect(paths.toSorted()).toEqual([
      '/12/advertiser_business_categories',
      '/12/bidding_rules',
      '/12/content_categories',
      '/12/iab_categories',
      '/12/line_items/placements',
      '/12/publishers',
    ]);
    expect((await running.ask(all)).calls).toEqual([]);
  });

  test('is requested again with cache-control: no-cache, and the result is kept for the others', async () => {
    const query = `{ biddingRules(currency: "EUR") { currency minimumCpeBidLocalMicro minimumCpeBid { amount currency } } }`;
    const first = await running.ask(query);
    expect(first.data.biddingRules).toEqual([
      {
        currency: 'EUR',
        minimumCpeBidLocalMicro: '10000',
        minimumCpeBid: { amount: '0.01', currency: 'EUR' },
      },
    ]);
    expect(first.calls).toHaveLength(1);
    const { store } = running.emulator;
    store.insert('BiddingRule', null, {
      id: 'EUR',
      currency: 'EUR',
      minimum_cpe_bid_local_micro: 20_000,
      maximum_cpe_bid_local_micro: 30_000,
      minimum_denomination: 10_000,
    });
    expect((await running.ask(query)).data).toEqual(first.data);
    const fresh = await running.ask(query, {}, { headers: { 'cache-control': 'no-cache' } });
    expect(fresh.calls).toHaveLength(1);
    expect(fresh.data.biddingRules[0].minimumCpeBid.amount).toBe('0.02');
    const after = await running.ask(query);
    expect(after.calls).toEqual([]);
    expect(after.data).toEqual(fresh.data);
  });

  test('is read once for every choice among its rows', async () => {
    const { data, calls } = await running.ask(`{
      euro: biddingRules(currency: "EUR") { currency } yen: biddingRules(currency: "JPY") { currency }
      none: biddingRules(currency: "ZZZ") { currency } null: biddingRules(currency: null) { currency }
      one: lineItemPlacements(productType: PROMOTED_ACCOUNT) { productType } all: lineItemPlacements { productType }
    }`);
    expect(data).toMatchObject({
      euro: [{ currency: 'EUR' }],
      yen: [{ currency: 'JPY' }],
      none: [],
      one: [{ productType: 'PROMOTED_ACCOUNT' }],
    });
    expect(data.null.length).toBeGreaterThan(2);
    expect(data.all.length).toBeGreaterThan(1);
    expect(calls.map(({ path, queryText }) => [path, queryText]).toSorted()).toEqual([
      ['/12/bidding_rules', ''],
      ['/12/line_items/placements', ''],
    ]);
    const later = await running.ask(`{ biddingRules(currency: "GBP") { currency } }`);
    expect(later.data.biddingRules).toEqual([{ currency: 'GBP' }]);
    expect(later.calls).toEqual([]);
  });

  test('is marked as kept, with a way to refresh it', async () => {
    const { data } = await running.ask(`{ __type(name: "Query") { fields { name description } } }`);
    const kept = data.__type.fields
      .filter(({ description }: { description: string }) =>
        description.includes('cached for hours; the request header `Cache-Control: no-cache`'),
      )
      .map(({ name }: { name: string }) => name);
    expect(kept.toSorted()).toEqual([
      'advertiserBusinessCategories',
      'biddingRules',
      'contentCategories',
      'iabCategories',
      'lineItemPlacements',
      'publishers',
      'targetingAppStoreCategories',
      'targetingConversations',
      'targetingDevices',
      'targetingEvents',
      'targetingInterests',
      'targetingLanguages',
      'targetingLocations',
      'targetingNetworkOperators',
      'targetingPlatformVersions',
      'targetingPlatforms',
      'targetingTvMarkets',
      'targetingTvShows',
    ]);
  });

  test('is the same for every size of a page', async () => {
    const small = await running.ask(
      `{ iabCategories(first: 2) { nodes { restId } pageInfo { endCursor } } }`,
    );
    expect(small.calls).toHaveLength(1);
    const { endCursor } = small.data.iabCategories.pageInfo;
    const next = await running.ask(
      `query ($after: String) { iabCategories(first: 2, after: $after) { nodes { restId parentId } totalCount } }`,
      { after: endCursor },
    );
    expect(next.data.iabCategories).toEqual({
      nodes: [
        { restId: 'IAB1-2', parentId: 'IAB1' },
        { restId: 'IAB1-3', parentId: 'IAB1' },
      ],
      totalCount: 122,
    });
    expect(next.calls).toEqual([]);
  });

  test('is not kept if it failed', async () => {
    running.emulator.fault({
      match: { endpoint: 'listPublishers' },
      times: 1,
      fault: { kind: 'answer', status: 400, json: { errors: [] } },
    });
    const failed = await running.ask(`{ publishers { userId } }`);
    expect(failed.data).toEqual({ publishers: null });
    expect(failed.errors?.[0]?.extensions.code).toBe('UPSTREAM_REJECTED');
    const later = await running.ask(`{ publishers { id restId userId username } }`);
    expect(later.calls).toHaveLength(1);
    expect(later.data.publishers[0]).toEqual({
      id: 'Publisher:1610000000000000000',
      restId: '1610000000000000000',
      userId: '1610000000000000000',
      username: 'channel_01',
    });
  });

  const page = (rows: readonly object[], cursor: string | null = null) =>
    running.emulator.fault({
      match: { endpoint: 'listIabCategories' },
      times: 1,
      fault: { kind: 'merge', set: { data: rows, next_cursor: cursor } },
    });
  const category = { id: 'IAB1', name: 'Arts', parent_id: null };

  test('that was kept with a cursor which the API refuses is read again', async () => {
    const walk = () => running.ask('{ iabCategories(first: 3) { nodes { restId } } }');
    page([category], 'stale');
    const broken = await walk();
    expect(broken.data.iabCategories).toBeNull();
    expect(broken.calls.map(({ queryText }) => queryText.includes('cursor=stale'))).toEqual([
      false,
      true,
    ]);
    const { data, errors, calls } = await walk();
    expect([errors, calls.length, data.iabCategories.nodes.length]).toEqual([undefined, 1, 3]);
    expect((await walk()).calls).toEqual([]);
  });

  test('is read again by those who start over after a cursor that the API refuses', async () => {
    const pages = (after: string | null) =>
      running.ask(
        'query ($after: String) { iabCategories(first: 1, after: $after) { nodes { restId } pageInfo { endCursor } } }',
        { after },
      );
    page([category], 'stale');
    const first = await pages(null);
    const { endCursor } = first.data.iabCategories.pageInfo;
    const next = await pages(endCursor);
    expect(next.errors?.map(({ extensions: { code } }) => code)).toEqual(['INVALID_CURSOR']);
    const again = await pages(null);
    expect(again.calls).toHaveLength(1);
    const more = await pages(again.data.iabCategories.pageInfo.endCursor);
    expect([more.errors, more.data.iabCategories.nodes]).toEqual([
      undefined,
      [{ restId: 'IAB1-1' }],
    ]);
  });

  test.for([
    ['empty', []],
    ['of rows without their names', [{ id: 'IAB1', name: null, parent_id: null }]],
    ['of ids alone', [{ id: 'IAB1' }]],
    ['with a row that cannot be read', [category, { name: 'Nameless' }]],
  ] as const)('is not kept if it is %s', async ([, rows]) => {
    const ask = () => running.ask('{ iabCategories(first: 2) { nodes { restId } } }');
    page(rows);
    expect((await ask()).calls).toHaveLength(1);
    const { data, errors, calls } = await ask();
    expect([errors, calls.length, data.iabCategories.nodes.length]).toEqual([undefined, 1, 2]);
    expect((await ask()).calls).toEqual([]);
  });

  test.for([
    ['listTargetingLanguages', 'targetingLanguages(first: 5) { nodes { name } }'],
    ['listTargetingInterests', 'targetingInterests(first: 5) { nodes { name } }'],
    ['listTargetingLocations', 'targetingLocations(first: 5) { nodes { name } }'],
  ] as const)('is not kept if rows lack their names: %s', async ([endpoint, selection]) => {
    const ask = () => running.ask(`{ ${selection} }`);
    running.emulator.fault({
      match: { endpoint },
      times: 1,
      fault: { kind: 'merge', columns: { name: null } },
    });
    const headers = { 'cache-control': 'no-cache' };
    expect((await running.ask(`{ ${selection} }`, {}, { headers })).calls).toHaveLength(1);
    expect((await ask()).calls).toHaveLength(1);
    expect((await ask()).calls).toEqual([]);
  });

  test('has the sets of placements as lists of lists, for one product type on request', async () => {
    const { data, calls } = await running.ask(
      `{ lineItemPlacements(productType: PROMOTED_ACCOUNT) { productType placements raw } }`,
    );
    expect(data.lineItemPlacements).toEqual([
      {
        productType: 'PROMOTED_ACCOUNT',
        placements: [['ALL_ON_TWITTER'], ['TWITTER_TIMELINE']],
        raw: {
          product_type: 'PROMOTED_ACCOUNT',
          placements: [['ALL_ON_TWITTER'], ['TWITTER_TIMELINE']],
        },
      },
    ]);
    expect(calls[0]?.query).toEqual({});
  });

  test('is linked both ways, with one call for each list however many rows link to it', async () => {
    const { data, errors, calls } = await running.ask(`{
      iabCategories(first: 1, after: null) { nodes { restId children { restId parent { restId } } parent { restId } } }
      contentCategories { restId publishers { userId contentCategories { restId } } }
      account(id: "${bikes}") { curatedCategories(countryCodes: ["JP"]) { nodes { publisherUserIds publishers { userId } } } }
    }`);
    expect(errors).toBeUndefined();
    const [top] = data.iabCategories.nodes;
    expect(top.parent).toBeNull();
    expect(top.children[0]).toEqual({ restId: 'IAB1-1', parent: { restId: 'IAB1' } });
    for (const { restId, publishers } of data.contentCategories) {
      expect(publishers.length).toBeGreaterThan(0);
      for (const { contentCategories } of publishers) {
        expect(contentCategories).toContainEqual({ restId });
      }
    }
    for (const { publisherUserIds, publishers } of data.account.curatedCategories.nodes) {
      expect(publishers).toEqual(publisherUserIds.map((userId: string) => ({ userId })));
    }
    expect(calls.map(({ endpoint }) => endpoint).toSorted()).toEqual([
      'listContentCategories',
      'listCuratedCategories',
      'listIabCategories',
      'listPublishers',
    ]);
  });

  test('leads from the categories of advertisers and videos to those of the IAB in one call', async () => {
    const { data, errors, calls } = await running.ask(`{
      advertiserBusinessCategories { iabCategories iab { restId name } }
      contentCategories { iabCategories iab { restId parent { restId } } }
    }`);
    expect(errors).toBeUndefined();
    const all = [...data.advertiserBusinessCategories, ...data.contentCategories];
    expect(all.length).toBeGreaterThan(2);
    for (const { iabCategories, iab } of all) {
      expect(iab.map(({ restId }: { restId: string }) => restId)).toEqual(iabCategories);
      expect(iab.length).toBeGreaterThan(0);
    }
    expect(calls.map(({ endpoint }) => endpoint).toSorted()).toEqual([
      'listAdvertiserBusinessCategories',
      'listContentCategories',
      'listIabCategories',
    ]);
  });

  test('names the categories of line items; those without any cost nothing', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${bikes}") { lineItems(first: 3) { nodes { categories iabCategories { restId name } } } } }`,
    );
    expect(calls).toHaveLength(1);
    for (const { categories, iabCategories } of data.account.lineItems.nodes) {
      expect([categories, iabCategories]).toEqual([[], []]);
    }
    const travel = await running.ask(
      `{ account(id: "18ce54trv4l") { lineItems(first: 1000) { nodes { categories iabCategories { restId name } } } } }`,
    );
    const named = travel.data.account.lineItems.nodes.filter(
      ({ categories }: { categories: readonly string[] }) => categories.length > 0,
    );
    expect(named.length).toBeGreaterThan(0);
    for (const { categories, iabCategories } of named) {
      expect(iabCategories.map(({ restId }: { restId: string }) => restId)).toEqual(categories);
      expect(iabCategories[0].name).toEqual(expect.any(String));
    }
    expect(travel.calls).toHaveLength(2);
  });

  test('refuses an invalid currency before any call', async () => {
    for (const currency of ['EURO', 'eur', '']) {
      const { errors, calls } = await running.ask(
        `query ($currency: String) { biddingRules(currency: $currency) { currency } }`,
        { currency },
      );
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'currency',
      });
      expect(calls).toEqual([]);
    }
  });

  test('is shared, and nothing else is: every request for an account reads it', async () => {
    const query = `{ account(id: "${bikes}") { curatedCategory(id: "cc2t") { name } features } }`;
    expect((await running.ask(query)).calls).toHaveLength(2);
    expect((await running.ask(query)).calls).toHaveLength(2);
  });
});

describe('kept reference data', () => {
  const running = useGateway({ env: { LIMIT_REFERENCE_BYTES: '100000' } });

  test('has at most LIMIT_REFERENCE_BYTES, the most recently used', async () => {
    const search = async (q: string) => {
      const { calls } = await running.ask(`{ targetingLocations(q: "${q}") { nodes { name } } }`);
      return calls.length;
    };
    const row = { targeting_type: 'LOCATION', targeting_value: 'x', name: 'n'.repeat(40_000) };
    running.emulator.fault({
      match: { endpoint: 'listTargetingLocations' },
      fault: { kind: 'merge', set: { data: [row], next_cursor: null } },
    });
    for (const [q, calls] of [
      ['a', 1],
      ['b', 1],
      ['a', 0],
      ['c', 1],
      ['a', 0],
      ['b', 1],
    ] as const) {
      expect([q, await search(q)]).toEqual([q, calls]);
    }
    const long = { ...row, name: 'n'.repeat(100_000) };
    running.emulator.reset();
    running.emulator.fault({
      match: { endpoint: 'listTargetingLocations' },
      fault: { kind: 'merge', set: { data: [long], next_cursor: null } },
    });
    expect([await search('long'), await search('long')]).toEqual([1, 1]);
  });
});

describe('the store of reference data', () => {
  const answer = (totalCount: number): CallResult => ({
    rows: [],
    nextCursor: null,
    totalCount,
    texts: ['one'],
  });
  const question = {
    application: 'key https://ads-api.x.com',
    endpoint: catalogue.listPublishers,
    input: {},
    uncached: false,
  };
  const deferred = () => {
    const { promise, resolve, reject } = Promise.withResolvers<CallResult>();
    return { promise, resolve, reject };
  };

  test('keeps an answer for hours and no longer', async () => {
    let now = 1;
    let asked = 0;
    const store = createReferenceData({ clock: { now: () => now } });
    const fetch = async () => answer(++asked);
    expect(await store.read(question, fetch)).toEqual(answer(1));
    now = 5 * 3_600_000;
    expect(await store.read(question, fetch)).toEqual(answer(1));
    now = 25 * 3_600_000;
    expect(await store.read(question, fetch)).toEqual(answer(2));
  });

  test('keeps the applications and hosts apart', async () => {
    const store = createReferenceData();
    await store.read(question, async () => answer(1));
    const other = { ...question, application: 'other https://ads-api.x.com' };
    expect(await store.read(other, async () => answer(2))).toEqual(answer(2));
    expect(await store.read(question, async () => answer(3))).toEqual(answer(1));
  });

  test('does not let the failure of one viewer’s token fail other waiting callers', async () => {
    const store = createReferenceData();
    const flight = deferred();
    const first = store.read(question, () => flight.promise);
    const second = store.read(question, async () => answer(2));
    const revoked = new UpstreamError({
      endpoint: 'listPublishers',
      status: 401,
      problems: [{ code: '89', message: 'Invalid or expired token.' }],
    });
    flight.reject(revoked);
    await expect(first).rejects.toBe(revoked);
    expect(await second).toEqual(answer(2));
  });

  test('reports to all waiting callers that the API is down, with one call', async () => {
    const store = createReferenceData();
    const flight = deferred();
    let asked = 0;
    const fetch = () => {
      asked += 1;
      return flight.promise;
    };
    const waiting = [store.read(question, fetch), store.read(question, fetch)];
    flight.reject(
      new TransportError('UPSTREAM_UNAVAILABLE', 'listPublishers', 'no', { sent: true }),
    );
    const ended = await Promise.allSettled(waiting);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toBe(1);
  });

  test('keeps its previous data if a refresh fails', async () => {
    const store = createReferenceData();
    await store.read(question, async () => answer(1));
    const failing = store.read({ ...question, uncached: true }, async () => {
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await store.read(question, async () => answer(2))).toEqual(answer(1));
  });
});

test('reference data is not shown to a request without a viewer, although it is cached', async () => {
  const client = clientOf('http://127.0.0.1:9');
  const kept = { rows: [], nextCursor: null, totalCount: 60, texts: [] };
  const read = (scope: object) =>
    createLoaders(client.forRequest(scopeOf(scope)), async () => kept).read(
      catalogue.listPublishers,
      {},
      noField(),
    );
  expect(await read({})).toBe(kept);
  await expect(read({ viewer: null })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await client.close();
});

describe('access to reference data', () => {
  const running = useGateway({ env: { GATEWAY_API_KEYS: keysOf({ reader: 'owner-reads' }) } });

  test('is for all who may use the gateway, even if it is cached', async () => {
    const allowed = await running.ask(`{ publishers { userId } }`, {}, withKey('reader'));
    expect(allowed.data.publishers).toHaveLength(60);
    const stranger = await running.ask(`{ publishers { userId } }`);
    expect(stranger.data?.publishers ?? null).toBeNull();
    expect(stranger.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(stranger.calls).toEqual([]);
  });
});
