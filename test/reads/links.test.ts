import { beforeEach, describe, expect, test } from 'vitest';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';

const a = 'lnk1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const paths = (calls: readonly { path: string }[]) =>
  calls.map(({ path }) => path.replace(`/12/accounts/${a}`, '…'));

describe('ids alone cost no call', () => {
  test('an account of which only lists are selected', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { campaigns { nodes { restId } } } }`,
    );
    expect(data.account.campaigns.nodes.map((row: { restId: string }) => row.restId)).toEqual([
      'c1',
      'c4',
    ]);
    expect(paths(calls)).toEqual(['…/campaigns']);
  });

  test('a link of which only the ids are selected, and the account of a row', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { lineItems { nodes { restId campaign { id accountId account { restId } } } } } }`,
    );
    expect(data.account.lineItems.nodes[0]).toEqual({
      restId: 'l1',
      campaign: { id: `Campaign:${a}:c1`, accountId: a, account: { restId: a } },
    });
    expect(paths(calls)).toEqual(['…/line_items']);
  });

  test('but one other field of the link reads the row', async () => {
    const { calls } = await running.ask(
      `{ account(id: "${a}") { lineItems { nodes { campaign { id name } } } } }`,
    );
    expect(paths(calls)).toEqual(['…/line_items', '…/campaigns']);
  });
});

describe('links', () => {
  test('go both ways, and a row of a list is not read again', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { campaigns(first: 5) { nodes { name lineItems(first: 5) { nodes { campaign { name } promotedTweets(first: 5) { nodes { lineItem { restId campaign { name } } } } } } } } } }`,
    );
    const [first] = data.account.campaigns.nodes;
    expect(first.lineItems.nodes[0].campaign).toEqual({ name: 'Campaign c1' });
    expect(first.lineItems.nodes[0].promotedTweets.nodes[0].lineItem.campaign).toEqual({
      name: 'Campaign c1',
    });
    expect(paths(calls)).toEqual(['…/campaigns', '…/line_items', '…/promoted_tweets']);
  });

  test('show a deleted row as deleted, and a field by id hides it', async () => {
    running.emulator.store.insert('LineItem', a, {
      id: 'lx',
      campaign_id: 'c3',
      created_at: '2025-01-02T00:00:00Z',
      updated_at: '2025-01-02T00:00:00Z',
      deleted: false,
    });
    const { data } = await running.ask(
      `{ account(id: "${a}") { lineItem(id: "lx") { campaign { restId deleted } } hidden: campaign(id: "c3") { name } shown: campaign(id: "c3", withDeleted: true) { deleted } } }`,
    );
    running.emulator.store.remove('LineItem', a, 'lx');
    expect(data.account).toEqual({
      lineItem: { campaign: { restId: 'c3', deleted: true } },
      hidden: null,
      shown: { deleted: true },
    });
  });

  test('find drafts', async () => {
    const { data } = await running.ask(
      `{ node(id: "Campaign:${a}:c2") { ... on Campaign { name entityStatus } } }`,
    );
    expect(data.node).toEqual({ name: 'Campaign c2', entityStatus: 'DRAFT' });
  });

  test('of an account run beside its lists', async () => {
    running.emulator.fault({ match: {}, fault: { kind: 'delay', delayMs: 500 } });
    const { calls } = await running.ask(
      `{ account(id: "${a}") { name campaigns { nodes { name } } lineItems { nodes { name } } fundingInstruments { nodes { description } } } }`,
    );
    running.emulator.reset();
    expect(paths(calls).toSorted()).toEqual([
      '…',
      '…/campaigns',
      '…/funding_instruments',
      '…/line_items',
    ]);
    const firstEnd = Math.min(...calls.map(({ endedAt }) => endedAt ?? 0));
    expect(calls.every(({ startedAt }) => startedAt < firstEnd)).toBe(true);
  });
});

describe('columns that one answer omits', () => {
  test('are read from the other form, once for each row, and only if selected', async () => {
    const lists = await running.ask(`{ accounts(accountIds: ["${a}"]) { nodes { name } } }`);
    expect(lists.calls).toHaveLength(1);
    const { data, calls } = await running.ask(
      `{ accounts(accountIds: ["${a}"]) { nodes { name industryType } } }`,
    );
    expect(data.accounts.nodes).toEqual([{ name: 'Core', industryType: 'TRAVEL' }]);
    expect(calls.map(({ path }) => path)).toEqual(['/12/accounts', `/12/accounts/${a}`]);
  });

  test('are not shown by `raw` as part of the API’s answer', async () => {
    const { data } = await running.ask(
      `{ accounts(accountIds: ["${a}"]) { nodes { industryType raw } } }`,
    );
    const [{ industryType, raw }] = data.accounts.nodes;
    expect(industryType).toBe('TRAVEL');
    expect(raw).toMatchObject({ id: a, name: 'Core' });
    expect(raw).not.toHaveProperty('industry_type');
  });

  test('are not part of it after a write either', async () => {
    coreWorld(running, 'lnk3');
    const { data, calls } = await running.ask(
      `mutation { createLineItem(input: { accountId: "lnk3", campaignId: "c1", productType: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], objective: REACH, bidAmountLocalMicro: "1000000", startTime: "2031-01-01T00:00:00Z", endTime: "2031-02-01T00:00:00Z" }) { outcome errors { code message } lineItem { fundingInstrumentId raw } } }`,
    );
    expect(data.createLineItem).toMatchObject({
      outcome: 'APPLIED',
      lineItem: { fundingInstrumentId: 'f1' },
    });
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(data.createLineItem.lineItem.raw).not.toHaveProperty('funding_instrument_id');
  });

  test('are null with an error in the row that could not be completed, and in no other', async () => {
    const { store, grant, credentials } = running.emulator;
    grant(credentials.userId, 'lnk2');
    const at = '2025-01-01T00:00:00Z';
    store.insert('Account', null, {
      id: 'lnk2',
      name: 'Second',
      industry_type: 'RETAIL',
      created_at: at,
      updated_at: at,
      deleted: false,
    });
    running.emulator.fault({
      times: 1,
      match: { endpoint: 'getAccount', path: `/accounts/${a}` },
      fault: { kind: 'answer', status: 403, json: { errors: [{ code: 'NO', message: 'No.' }] } },
    });
    const { data, errors } = await running.ask(
      `{ accounts(accountIds: ["${a}", "lnk2"]) { nodes { name industryType } } }`,
    );
    expect(data.accounts.nodes).toEqual([
      { name: 'Core', industryType: null },
      { name: 'Second', industryType: 'RETAIL' },
    ]);
    expect(errors).toMatchObject([
      { path: ['accounts', 'nodes', 0, 'industryType'], extensions: { code: 'FORBIDDEN' } },
    ]);
  });

  test('cause an error at the fields that depend on them', async () => {
    coreWorld(running, 'lnk4');
    running.emulator.fault({
      times: 1,
      match: { endpoint: 'listLineItems' },
      fault: { kind: 'answer', status: 403, json: { errors: [{ code: 'NO', message: 'No.' }] } },
    });
    const { data, errors } = await running.ask(
      `mutation { createLineItem(input: { accountId: "lnk4", campaignId: "c1", productType: PROMOTED_TWEETS, placements: [ALL_ON_TWITTER], objective: REACH, bidAmountLocalMicro: "1000000", startTime: "2031-01-01T00:00:00Z", endTime: "2031-02-01T00:00:00Z" }) { outcome lineItem { restId fundingInstrument { restId } } } }`,
    );
    expect(data.createLineItem).toMatchObject({
      outcome: 'APPLIED',
      lineItem: { fundingInstrument: null },
    });
    expect(errors).toMatchObject([
      {
        path: ['createLineItem', 'lineItem', 'fundingInstrument'],
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
  });
});

describe('a promoted post of a deleted line item', () => {
  test('is hidden by its id as in the REST API, unless deleted rows are requested', async () => {
    const own = 'lnk5';
    coreWorld(running, own);
    const { store } = running.emulator;
    store.insert('LineItem', own, {
      ...store.find('LineItem', own, 'l1'),
      id: 'l1',
      deleted: true,
    });
    const { data, errors, calls } = await running.ask(
      `{ account(id: "${own}") { promotedTweet(id: "l1p1") { restId deleted } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.account.promotedTweet).toBeNull();
    expect(calls).toHaveLength(1);
    const shown = await running.ask(
      `{ account(id: "${own}") { promotedTweet(id: "l1p1", withDeleted: true) { restId deleted } other: promotedTweet(id: "l2p1") { restId } } }`,
    );
    expect(shown.data.account).toEqual({
      promotedTweet: { restId: 'l1p1', deleted: false },
      other: { restId: 'l2p1' },
    });
  });
});

describe('plain fields', () => {
  test('keep every digit, and show money exactly', async () => {
    const { data } = await running.ask(
      `{ account(id: "${a}") { fundingInstrument(id: "f1") { creditLimitLocalMicro creditLimit { micros amount currency } } campaign(id: "c1") { dailyBudgetAmountLocalMicro dailyBudget { micros amount currency } totalBudget { amount } } } }`,
    );
    expect(data.account).toEqual({
      fundingInstrument: {
        creditLimitLocalMicro: '9007199254740993',
        creditLimit: { micros: '9007199254740993', amount: '9007199254.740993', currency: 'JPY' },
      },
      campaign: {
        dailyBudgetAmountLocalMicro: '12500000',
        dailyBudget: { micros: '12500000', amount: '12.5', currency: 'JPY' },
        totalBudget: null,
      },
    });
  });

  test('show new values of the API as UNRECOGNIZED, with the value in raw', async () => {
    running.emulator.fault({
      match: { path: 'campaigns' },
      times: 1,
      fault: { kind: 'edit', edit: 'unknownEnum' },
    });
    const { data, errors } = await running.ask(
      `{ account(id: "${a}") { campaigns(first: 1) { nodes { entityStatus raw } } } }`,
    );
    running.emulator.reset();
    expect(errors).toBeUndefined();
    const [row] = data.account.campaigns.nodes;
    expect(row.entityStatus).toBe('UNRECOGNIZED');
    expect(['ACTIVE', 'DRAFT', 'PAUSED']).not.toContain(row.raw.entity_status);
  });

  test('never show a secret-like member, not even in raw', async () => {
    running.emulator.fault({
      match: { path: `accounts/${a}?` },
      times: 1,
      fault: {
        kind: 'merge',
        set: { data: { id: a, name: 'Core', salt: 'grain', nested: { access_token: 'hush' } } },
      },
    });
    const { data } = await running.ask(`{ account(id: "${a}") { name raw } }`);
    running.emulator.reset();
    expect(data.account.raw).toEqual({ id: a, name: 'Core', nested: {} });
  });
});

describe('totalCount', () => {
  const count = async (first: number) => {
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { campaigns(first: ${first}) { totalCount nodes { restId } } } }`,
    );
    return { total: data.account.campaigns.totalCount, calls: calls.map(({ query }) => query) };
  };

  test('needs no call if the page is the whole list', async () => {
    const { total, calls } = await count(10);
    expect(total).toBe(2);
    expect(calls).toHaveLength(1);
  });

  test('costs a call of one row, without a cursor, if it is not', async () => {
    const { total, calls } = await count(0);
    expect(total).toBe(2);
    expect(calls).toEqual([{ count: '1', with_total_count: 'true' }]);
  });

  test('of children counts only their own parent', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { campaigns { nodes { restId lineItems(first: 0) { totalCount } } } } }`,
    );
    expect(data.account.campaigns.nodes).toEqual([
      { restId: 'c1', lineItems: { totalCount: 2 } },
      { restId: 'c4', lineItems: { totalCount: 1 } },
    ]);
    expect(calls).toHaveLength(3);
  });
});
