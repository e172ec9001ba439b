import { beforeAll, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { hostileIds } from '../support/hostile-ids.ts';
import { errorsIn, expectRefused } from '../support/refusals.ts';

const a = 'inp1';
const running = useGateway();
beforeAll(() => {
  coreWorld(running, a);
});

const refused = (document: string, variables: object, argument: string, code?: string) =>
  expectRefused(running.ask(document, { ...variables }), argument, code);

const hostile = [...hostileIds, ':', 'Account:', 'Account:a/b', 'Account:a:b:c'];

describe('a hostile id reaches no upstream path', () => {
  test.each(hostile)('%j', async (id) => {
    await refused('query ($id: ID!) { account(id: $id) { name } }', { id }, 'id');
    await refused(
      `query ($id: ID!) { account(id: "${a}") { campaign(id: $id) { name } } }`,
      { id },
      'id',
    );
    await refused(
      `query ($id: ID!) { account(id: "${a}") { campaigns(campaignIds: ["c1", $id]) { nodes { name } } } }`,
      { id },
      'campaignIds[1]',
    );
    await refused('query ($id: ID!) { node(id: $id) { id } }', { id }, 'id');
    await refused('query ($id: ID!) { nodes(ids: [$id]) { id } }', { id }, 'ids[0]');
    await refused(
      'mutation ($id: ID!) { deleteCampaign(input: { accountId: $id, campaignId: "c1" }) { outcome errors { code message argument } } }',
      { id },
      'input.accountId',
    );
    await refused(
      `mutation ($id: ID!) { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l1", tweetIds: [$id] }) { outcome errors { code message argument } } }`,
      { id },
      'input.tweetIds[0]',
    );
  });
});

describe('ids', () => {
  test.each(['DraftTweet', 'ScheduledTweet', 'PromotedTweet'])(
    'of a %s cannot be ids of posts to promote',
    async (type) => {
      const { data, errors, calls } = await running.ask(
        `mutation ($id: ID!) { createPromotedTweets(input: { accountId: "${a}", lineItemId: "l1", tweetIds: [$id] }) { outcome errors { code message argument } } }`,
        { id: `${type}:${a}:1166476031668015104` },
      );
      expect(calls).toHaveLength(0);
      expect(errorsIn({ data, errors })[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'input.tweetIds[0]',
      });
    },
  );

  test.each([
    ['DRAFT', 'DraftTweet', true],
    ['DRAFT', 'Tweet', true],
    ['DRAFT', 'ScheduledTweet', false],
    ['PUBLISHED', 'DraftTweet', false],
    ['SCHEDULED', 'ScheduledTweet', true],
  ])('of posts to list as %s may be those of a %s: %s', async (tweetType, type, isTaken) => {
    const { errors, calls } = await running.ask(
      `query ($ids: [ID!]) { account(id: "${a}") { tweets(tweetType: ${tweetType}, tweetIds: $ids) { nodes { id } } } }`,
      { ids: [`${type}:${a}:1166476031668015104`] },
    );
    expect(calls).toHaveLength(isTaken ? 1 : 0);
    expect(errors?.[0]?.extensions.code).toBe(isTaken ? undefined : 'BAD_USER_INPUT');
  });

  test('are accepted in either form and any case, and answered as the API writes them', async () => {
    for (const id of [a, a.toUpperCase(), `Account:${a}`, `Account:${a.toUpperCase()}`]) {
      const { data } = await running.ask(
        'query ($id: ID!) { account(id: $id) { id restId name } }',
        { id },
      );
      expect(data.account).toEqual({ id: `Account:${a}`, restId: a, name: 'Core' });
    }
  });

  test('that are well formed but unknown are null, without an error', async () => {
    const { data, errors } = await running.ask(
      `{ account(id: "${a}") { campaign(id: "zzzz") { name } } node(id: "LineItem:${a}:zzzz") { ... on LineItem { name } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ account: { campaign: null }, node: null });
  });

  test('of an account that is not the viewer’s are null and FORBIDDEN', async () => {
    const { data, errors } = await running.ask(
      '{ account(id: "zzzzzz") { name } viewer { asOwner } }',
    );
    expect(data).toEqual({ account: null, viewer: { asOwner: true } });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['account'],
      extensions: { code: 'FORBIDDEN', upstream: { status: 403 } },
    });
  });

  test('of `nodes` keep their order, with null for unknown ids and one answer for repeated ones', async () => {
    const ids = ['c4', 'zzzz', 'c1', 'c4'].map((id) => `Campaign:${a}:${id}`);
    const { data, calls } = await running.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { restId name } } }',
      { ids: [...ids, `LineItem:${a}:l1`] },
    );
    expect(data.nodes).toEqual([
      { restId: 'c4', name: 'Campaign c4' },
      null,
      { restId: 'c1', name: 'Campaign c1' },
      { restId: 'c4', name: 'Campaign c4' },
      {},
    ]);
    expect(calls.map(({ endpoint }) => endpoint)).toEqual(['listCampaigns', 'getLineItem']);
    expect(calls[0]?.query['campaign_ids']).toBe('c4,zzzz,c1');
  });

  test.each([
    ['Tweet', 'arguments that take an id of Tweet take this one'],
    ['Recommendation', 'arguments that take an id of Recommendation take this one'],
    ['Publisher', 'no argument takes an id of Publisher'],
  ])('of a %s are refused by `node` with the types that it accepts', async (type, use) => {
    const id = type === 'Publisher' ? 'Publisher:1' : `${type}:${a}:1`;
    for (const [document, argument, label] of [
      ['query ($id: ID!) { node(id: $id) { id } }', 'id', 'ID'],
      ['query ($id: ID!) { nodes(ids: [$id]) { id } }', 'ids[0]', 'IDs: item 1'],
    ] as const) {
      const { errors, calls } = await running.ask(document, { id });
      expect(errors?.[0]).toMatchObject({
        message: `${label} must be of a type that is found by its id alone; ${use}.`,
        extensions: { code: 'BAD_USER_INPUT', argument, reason: 'WRONG_ID' },
      });
      expect(calls).toEqual([]);
    }
  });

  test('of `nodes` are at most 500', async () => {
    const ids = Array.from({ length: 501 }, (_, n) => `Campaign:${a}:n${n}`);
    await refused('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }, 'ids');
    const { errors, calls } = await running.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Campaign { name } } }',
      { ids: ids.slice(1) },
    );
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(3);
  });

  test('of `node` with another type are unknown', async () => {
    const { data } = await running.ask(
      `{ node(id: "LineItem:${a}:c1") { ... on LineItem { name } } }`,
    );
    expect(data.node).toBeNull();
    await refused('{ node(id: "Money:x:y") { id } }', {}, 'id');
    await refused('{ node(id: "Campaign:c1") { id } }', {}, 'id');
  });

  test('may be JSON integers, and keep every digit', async () => {
    const body = `{"query":"mutation ($a: ID!, $t: [ID!]!) { createPromotedTweets(input: { accountId: $a, lineItemId: \\"l3\\", tweetIds: $t }) { outcome promotedTweets { tweetId } } }","variables":{"a":"${a}","t":[1166476031668015104]}}`;
    const before = running.emulator.calls().length;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(running.url, { method: 'POST', headers, body });
    expect(await response.json()).toEqual({
      data: {
        createPromotedTweets: {
          outcome: 'APPLIED',
          promotedTweets: [{ tweetId: '1166476031668015104' }],
        },
      },
    });
    expect(running.emulator.calls()[before]?.body).toBe(
      'line_item_id=l3&tweet_ids=1166476031668015104',
    );
  });

  test('of `nodes` are all checked first: a malformed one costs no call and does not affect its siblings', async () => {
    const { data, errors, calls } = await running.ask(
      `{ viewer { asOwner } nodes(ids: ["Campaign:${a}:c1", "nonsense"]) { ... on Campaign { name } } }`,
    );
    expect(data).toEqual({ viewer: { asOwner: true }, nodes: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'ids[1]' });
    expect(calls).toHaveLength(0);
  });

  test('that repeat are sent once, however they are spelled', async () => {
    const { calls } = await running.ask(
      `{ account(id: "${a}") { campaigns(campaignIds: ["c1", "C1", "Campaign:${a}:c1", "c4"]) { nodes { restId } } } }`,
    );
    expect(calls[0]?.query['campaign_ids']).toBe('c1,c4');
  });

  test('in a filter are at most 200', async () => {
    const document = `query ($ids: [ID!]) { account(id: "${a}") { campaigns(campaignIds: $ids) { nodes { restId } } } }`;
    const ids = Array.from({ length: 201 }, (_, n) => `n${n}`);
    await refused(document, { ids }, 'campaignIds');
    const { errors } = await running.ask(document, { ids: ids.slice(1) });
    expect(errors).toBeUndefined();
    await refused(document, { ids: [] }, 'campaignIds');
  });
});

describe('first', () => {
  const document = `query ($first: Int) { account(id: "${a}") { campaigns(first: $first) { nodes { restId } pageInfo { hasNextPage hasPreviousPage } } } }`;
  test('0 is an empty page without a call, null the default', async () => {
    const none = await running.ask(document, { first: 0 });
    expect(none.data.account.campaigns).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect(none.calls).toHaveLength(0);
    const usual = await running.ask(document, { first: null });
    expect(usual.calls[0]?.query['count']).toBe('50');
  });

  test.each([-1, 1001])('%i is refused, naming the argument', (first) =>
    refused(document, { first }, 'first'),
  );

  test('the maximum is accepted, and named if it is exceeded', async () => {
    expect((await running.ask(document, { first: 1000 })).errors).toBeUndefined();
    const { errors } = await running.ask(document, { first: 1001 });
    expect(errors?.[0]?.message).toContain('1000');
  });

  test.each([2147483648, 1.5, '10'])('%j is no Int', async (first) => {
    const { errors, calls } = await running.ask(document, { first });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(calls).toHaveLength(0);
  });
});

describe('after', () => {
  const page = (list: string, after: string) =>
    `{ account(id: "${a}") { ${list.replace('AFTER', `after: ${JSON.stringify(after)}`)} { nodes { restId } pageInfo { endCursor } } } }`;
  const cursorOf = async (list: string): Promise<string> => {
    const { data } = await running.ask(page(list, '').replace('after: ""', 'first: 1'));
    return (
      Object.values(data.account as Record<string, { pageInfo: { endCursor: string } }>)[0]
        ?.pageInfo.endCursor ?? ''
    );
  };

  test.each([
    '',
    'x',
    'bm90IGpzb24',
    Buffer.from('["a","b",1,2,[],null]').toString('base64url'),
    'A'.repeat(10_000),
  ])('%.20j is refused before any call', async (after) =>
    refused(page('campaigns(AFTER)', after), {}, 'after', 'INVALID_CURSOR'),
  );

  test.each([
    'totalCount',
    'nodes { restId }',
    'edges { cursor }',
    'pageInfo { hasNextPage }',
    '__typename',
  ])('is refused whatever is selected beside it: %s', async (selection) => {
    for (const after of ['', 'x']) {
      for (const first of ['', ', first: 0', ', first: 2']) {
        await refused(
          `{ accounts(after: "${after}"${first}) { ${selection} } }`,
          {},
          'after',
          'INVALID_CURSOR',
        );
      }
      const lists = [
        `bad: accounts(after: "${after}") { ${selection} }`,
        `good: accounts { ${selection} }`,
      ];
      for (const beside of [lists, lists.toReversed()]) {
        const { data, errors, calls } = await running.ask(`{ ${beside.join(' ')} }`);
        expect(data.bad).toBeNull();
        expect(data.good).not.toBeNull();
        expect(errors?.map(({ path, extensions: { code } }) => [path, code])).toEqual([
          [['bad'], 'INVALID_CURSOR'],
        ]);
        expect(calls).toHaveLength(1);
      }
    }
  });

  test('is refused beside the same lists of many parents', async () => {
    const { data, errors, calls } = await running.ask(
      `{ account(id: "${a}") { campaigns { nodes { good: lineItems { totalCount } bad: lineItems(after: "") { totalCount } } } } }`,
    );
    expect(data.account.campaigns.nodes).toEqual([
      { good: { totalCount: 2 }, bad: null },
      { good: { totalCount: 1 }, bad: null },
    ]);
    expect(errors?.map(({ extensions: { code } }) => code)).toEqual([
      'INVALID_CURSOR',
      'INVALID_CURSOR',
    ]);
    expect(calls).toHaveLength(2);
  });

  test('of another list, filter or order is refused before any call', async () => {
    const cursor = await cursorOf('campaigns(AFTER)');
    for (const list of [
      'lineItems(AFTER)',
      'campaigns(AFTER, withDeleted: true)',
      'campaigns(AFTER, q: "C")',
      'campaigns(AFTER, orderBy: { field: CREATED_AT, direction: DESC })',
    ]) {
      await refused(page(list, cursor), {}, 'after', 'INVALID_CURSOR');
    }
    const { data } = await running.ask(page('campaigns(AFTER)', cursor));
    expect(data.account.campaigns.nodes).toEqual([{ restId: 'c4' }]);
  });

  test('of a list is valid for the same list with a default written out', async () => {
    const cursor = await cursorOf('campaigns(AFTER)');
    const { data } = await running.ask(page('campaigns(AFTER, withDeleted: false)', cursor));
    expect(data.account.campaigns.nodes).toEqual([{ restId: 'c4' }]);
  });

  test('of another parent is refused before its list is read', async () => {
    const first = await running.ask(
      `{ account(id: "${a}") { campaign(id: "c1") { lineItems(first: 1) { pageInfo { endCursor } } } } }`,
    );
    const cursor = first.data.account.campaign.lineItems.pageInfo.endCursor;
    const other = await running.ask(
      `query ($after: String) { account(id: "${a}") { campaign(id: "c4") { lineItems(after: $after) { nodes { restId } } } } }`,
      { after: cursor },
    );
    expect(other.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_CURSOR',
      argument: 'after',
    });
    expect(other.calls.map(({ endpoint }) => endpoint)).toEqual(['getCampaign']);
    const { data } = await running.ask(
      `query ($after: String) { account(id: "${a}") { campaign(id: "c1") { lineItems(after: $after) { nodes { restId } pageInfo { hasPreviousPage } } } } }`,
      { after: cursor },
    );
    expect(data.account.campaign.lineItems).toEqual({
      nodes: [{ restId: 'l2' }],
      pageInfo: { hasPreviousPage: true },
    });
  });
});

describe('filters and order', () => {
  test('of the wrong kind are refused before any call', async () => {
    for (const args of [
      'withDeleted: "true"',
      'orderBy: "created_at-desc"',
      'orderBy: { field: BID_AMOUNT_LOCAL_MICRO, direction: ASC }',
      'q: 5',
    ]) {
      const { errors, calls } = await running.ask(
        `{ account(id: "${a}") { campaigns(${args}) { nodes { restId } } } }`,
      );
      expect(errors?.[0]?.extensions.code).toMatch(/GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT/);
      expect(calls).toHaveLength(0);
    }
  });

  test('that are too long or empty name the argument', async () => {
    const document = `query ($q: String) { account(id: "${a}") { campaigns(q: $q) { nodes { restId } } } }`;
    await refused(document, { q: '' }, 'q');
    await refused(document, { q: 'x'.repeat(256) }, 'q');
    const { data, calls } = await running.ask(document, { q: 'cAMPAIGN C' });
    expect(data.account.campaigns.nodes).toHaveLength(2);
    expect(calls[0]?.query).toEqual({ count: '50', q: 'cAMPAIGN C', sort_by: 'created_at-asc' });
  });

  test('a null filter is no filter', async () => {
    const { calls } = await running.ask(
      `query ($q: String) { account(id: "${a}") { campaigns(q: $q, campaignIds: null, withDraft: null) { nodes { restId } } } }`,
      { q: null },
    );
    expect(calls[0]?.query).toEqual({ count: '50', sort_by: 'created_at-asc' });
  });

  test('are sent under the names of the API', async () => {
    const { calls, data } = await running.ask(
      `{ account(id: "${a}") { campaigns(first: 30, withDraft: true, withDeleted: true, fundingInstrumentIds: ["FundingInstrument:${a}:f1"], orderBy: { field: CREATED_AT, direction: DESC }) { nodes { restId } } } }`,
    );
    expect(data.account.campaigns.nodes.map((row: { restId: string }) => row.restId)).toEqual([
      'c4',
      'c3',
      'c2',
      'c1',
    ]);
    expect(calls[0]?.query).toEqual({
      count: '30',
      funding_instrument_ids: 'f1',
      sort_by: 'created_at-desc',
      with_deleted: 'true',
      with_draft: 'true',
    });
  });
});

describe('a refusal of the API', () => {
  const refuse = (parameter: string, status = 400): void =>
    running.emulator.fault({
      match: { method: 'GET' },
      times: 1,
      fault: {
        kind: 'answer',
        status,
        json: { errors: [{ code: 'INVALID_PARAMETER', message: 'No.', parameter }] },
      },
    });

  test('names the argument that the caller wrote, and none that the gateway supplied', async () => {
    refuse('q');
    const written = await running.ask(
      `{ account(id: "${a}") { campaigns(q: "x") { nodes { name } } } }`,
    );
    expect(written.errors?.[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_REJECTED',
      argument: 'q',
    });
    refuse('campaign_ids');
    const supplied = await running.ask(
      `{ node(id: "Campaign:${a}:c1") { ... on Campaign { lineItems { nodes { name } } } } }`,
    );
    expect(supplied.errors?.[0]?.extensions).toMatchObject({ code: 'UPSTREAM_REJECTED' });
    expect(supplied.errors?.[0]?.extensions).not.toHaveProperty('argument');
    refuse('account_id', 403);
    const byId = await running.ask('{ account(id: "zzzz") { name } }');
    expect(byId.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', argument: 'id' });
  });
});
