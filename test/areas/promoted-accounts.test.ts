import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { form, fullUser, otherUser, postsWorld, requests } from '../support/posts-world.ts';

const a = 'pra1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  postsWorld(running, a);
});

const promoted = (id: string, more: object = {}) =>
  running.emulator.store.insert('PromotedAccount', a, {
    id,
    line_item_id: 'l9',
    user_id: fullUser,
    entity_status: 'ACTIVE',
    approval_status: 'ACCEPTED',
    created_at: '2025-01-03T00:00:00Z',
    updated_at: '2025-01-03T00:00:00Z',
    deleted: false,
    ...more,
  });
const inAccount = (selection: string) => running.ask(`{ account(id: "${a}") { ${selection} } }`);

describe('the promoted users of line items', () => {
  const ofAll = 'lineItems { nodes { restId promotedAccounts { nodes { restId userId } } } }';

  test('are one call, and empty lists for line items that cannot have any', async () => {
    promoted('h1');
    const { data, errors, calls } = await inAccount(ofAll);
    expect(errors).toBeUndefined();
    expect(data.account.lineItems.nodes).toEqual([
      { restId: 'l1', promotedAccounts: { nodes: [] } },
      { restId: 'l9', promotedAccounts: { nodes: [{ restId: 'h1', userId: fullUser }] } },
      { restId: 'l2', promotedAccounts: { nodes: [] } },
      { restId: 'l3', promotedAccounts: { nodes: [] } },
    ]);
    expect(requests(calls, a)).toEqual(['GET line_items', 'GET promoted_accounts']);
  });

  test('are empty lists if the API answers 400 because no line item can have any', async () => {
    const several = await inAccount(
      'lineItems(lineItemIds: ["l1", "l2"]) { nodes { promotedAccounts { totalCount nodes { restId } } } }',
    );
    expect(several.errors).toBeUndefined();
    const empty = { promotedAccounts: { totalCount: 0, nodes: [] } };
    expect(several.data.account.lineItems.nodes).toEqual([empty, empty]);
    expect(several.calls.map(({ status }) => status)).toEqual([200, 400]);
    const none = await inAccount(
      'lineItem(id: "l1") { promotedAccounts(first: 0) { totalCount nodes { restId } } }',
    );
    expect(none.errors).toBeUndefined();
    expect(none.data.account.lineItem).toEqual(empty);
    const one = await inAccount('lineItem(id: "l1") { promotedAccounts { nodes { restId } } }');
    expect(one.errors).toBeUndefined();
    expect(one.data.account.lineItem.promotedAccounts.nodes).toEqual([]);
    const statuses = one.calls.map(({ endpoint, status }) => `${endpoint} ${status}`);
    expect(statuses.toSorted()).toEqual(['getLineItem 200', 'listPromotedAccounts 400']);
  });

  test('fail if a 400 has another reason', async () => {
    const json = { errors: [{ code: 'INVALID_PARAMETER', message: 'no', parameter: 'count' }] };
    running.emulator.fault({
      match: { endpoint: 'listPromotedAccounts' },
      fault: { kind: 'answer', status: 400, json },
    });
    const { data, errors } = await inAccount(
      'lineItem(id: "l1") { promotedAccounts { nodes { restId } } }',
    );
    expect(data.account.lineItem.promotedAccounts).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_REJECTED');
  });

  test('fail if the caller named the line items itself', async () => {
    const { data, errors, calls } = await inAccount(
      'promotedAccounts(lineItemIds: ["l1", "l2"]) { nodes { restId } }',
    );
    expect(data.account.promotedAccounts).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_REJECTED',
      upstream: { status: 400, code: 'INCOMPATIBLE_LINE_ITEM' },
    });
    expect(calls).toHaveLength(1);
  });
});

describe('a user is promoted', () => {
  const create = (input: object) =>
    running.ask(
      `mutation ($input: CreatePromotedAccountInput!) {
        createPromotedAccount(input: $input) {
          outcome errors { code parameter } promotedAccount { restId userId entityStatus lineItem { restId objective } } } }`,
      { input: { accountId: a, lineItemId: 'l9', userId: fullUser, ...input } },
    );

  test('in a line item for promoted users', async () => {
    const { data, calls } = await create({});
    expect(data.createPromotedAccount).toEqual({
      outcome: 'APPLIED',
      errors: [],
      promotedAccount: {
        restId: expect.any(String),
        userId: '1480000000000000501',
        entityStatus: 'ACTIVE',
        lineItem: { restId: 'l9', objective: 'FOLLOWERS' },
      },
    });
    expect(form(calls[0]?.body ?? '')).toEqual({
      line_item_id: 'l9',
      user_id: '1480000000000000501',
    });
  });

  test('once: a second request is ignored', async () => {
    promoted('h1');
    const { data } = await create({});
    expect(data.createPromotedAccount).toMatchObject({
      outcome: 'APPLIED',
      promotedAccount: { restId: 'h1' },
    });
    const { data: after } = await inAccount('promotedAccounts { totalCount }');
    expect(after.account.promotedAccounts.totalCount).toBe(1);
  });

  test('is looked up if the API answers an ignored request with nothing', async () => {
    promoted('h1');
    const nothing = (data: unknown) =>
      running.emulator.fault({
        times: 1,
        match: { endpoint: 'createPromotedAccount' },
        fault: { kind: 'merge', set: { data } },
      });
    for (const data of [[], null]) {
      nothing(data);
      const answer = await create({});
      expect(answer.data.createPromotedAccount).toMatchObject({
        outcome: 'APPLIED',
        errors: [],
        promotedAccount: { restId: 'h1' },
      });
      expect(requests(answer.calls, a).slice(0, 2)).toEqual([
        'POST promoted_accounts',
        'GET promoted_accounts',
      ]);
    }
    running.emulator.store.clear('PromotedAccount', a);
    running.emulator.fault({
      times: 1,
      match: { endpoint: 'createPromotedAccount' },
      fault: { kind: 'answer', status: 200, json: { data: [] } },
    });
    const unsaid = await create({});
    expect(unsaid.data.createPromotedAccount).toMatchObject({
      outcome: 'UNKNOWN',
      errors: [{ code: 'UPSTREAM_OUTCOME_UNKNOWN' }],
      promotedAccount: null,
    });
  });

  test('in no other line item', async () => {
    const { data } = await create({ lineItemId: 'l1' });
    expect(data.createPromotedAccount).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INCOMPATIBLE_LINE_ITEM' }],
      promotedAccount: null,
    });
  });

  test('only if the account may promote that user', async () => {
    const { data } = await create({ userId: '1480000000000000999' });
    expect(data.createPromotedAccount).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_USER_ID', parameter: 'user_id' }],
    });
    const { data: after } = await inAccount('promotedAccounts { nodes { restId } }');
    expect(after.account.promotedAccounts.nodes).toEqual([]);
  });
});

test('a promoted user is removed softly', async () => {
  promoted('h1');
  const { data } = await running.ask(
    `mutation { deletePromotedAccount(input: { accountId: "${a}", promotedAccountId: "PromotedAccount:${a}:h1" }) {
      outcome promotedAccount { restId deleted } } }`,
  );
  expect(data.deletePromotedAccount).toEqual({
    outcome: 'APPLIED',
    promotedAccount: { restId: 'h1', deleted: true },
  });
  const found = await inAccount(
    'shown: promotedAccount(id: "h1") { userId } all: promotedAccount(id: "h1", withDeleted: true) { userId }',
  );
  expect(found.data.account).toEqual({ shown: null, all: { userId: fullUser } });
});

test('the links of promoted users are one call for all of them', async () => {
  promoted('h1');
  promoted('h2', { user_id: otherUser, created_at: '2025-01-04T00:00:00Z' });
  promoted('h3', { user_id: '1480000000000000999', created_at: '2025-01-05T00:00:00Z' });
  const { data, errors, calls } = await inAccount(
    'promotedAccounts { nodes { promotableUser { restId promotableUserType } } }',
  );
  expect(errors).toBeUndefined();
  expect(data.account.promotedAccounts.nodes).toEqual([
    { promotableUser: { restId: 'u1', promotableUserType: 'FULL' } },
    { promotableUser: { restId: 'u2', promotableUserType: 'RETWEETS_ONLY' } },
    { promotableUser: null },
  ]);
  expect(requests(calls, a)).toEqual(['GET promoted_accounts', 'GET promotable_users']);
});

test('promotable users are found by the id of the entity, not of the user', async () => {
  const { data, calls } = await inAccount(
    `promotableUsers(promotableUserIds: ["u2"]) { nodes { restId userId account { restId } } }
     promotableUser(id: "u1") { userId createdAt }`,
  );
  expect(data.account).toEqual({
    promotableUsers: { nodes: [{ restId: 'u2', userId: otherUser, account: { restId: a } }] },
    promotableUser: { userId: fullUser, createdAt: '2025-01-02T00:00:00Z' },
  });
  expect(requests(calls, a).toSorted()).toEqual([
    'GET promotable_users',
    'GET promotable_users/u1',
  ]);
});
