import { expect, test } from 'vitest';
import { createLoaders } from '../../src/loaders/index.ts';
import { pageQuery } from '../../src/loaders/page-query.ts';
import { account } from '../../src/upstream/catalogue/areas/accounts.ts';
import { campaign } from '../../src/upstream/catalogue/areas/campaigns.ts';
import { lineItem } from '../../src/upstream/catalogue/areas/line-items.ts';
import { targetingCriterion } from '../../src/upstream/catalogue/areas/targeting-criteria.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { InputError, UpstreamError } from '../../src/upstream/client/errors.ts';
import { idOf, type Row, tagRow } from '../../src/upstream/client/row.ts';
import { createOracle, type Plain } from '../support/list-oracle.ts';
import { completeOf, pageOf, rowOf } from '../support/loading.ts';

const scope = 'acc1';
const campaigns = (many: number, from = 0): Plain[] =>
  Array.from({ length: many }, (_, index) => ({
    id: `c${index + from}`,
    name: `campaign ${index + from}`,
    created_at: '2024-01-01T00:00:00Z',
    updated_at: '2024-01-01T00:00:00Z',
    deleted: false,
    entity_status: 'ACTIVE',
  }));
const named = (row: Row | null | Error): unknown => (row instanceof Error ? row : row?.['name']);
const outcome = (load: Row | null | Promise<Row | null>): Promise<Row | null | Error> =>
  Promise.resolve(load).catch((error: Error) => error);

test('many ids of one tick are calls of at most 200, in parallel', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(450) } });
  const loaders = createLoaders(oracle.ads);
  const ids = Array.from({ length: 450 }, (_, index) => `c${449 - index}`);
  const rows = await Promise.all(ids.map((id) => rowOf(loaders, campaign, scope, id)));
  expect(rows.map((row) => row && idOf(row))).toEqual(ids);
  expect(oracle.asked.map(({ endpoint }) => endpoint)).toEqual(Array(3).fill('listCampaigns'));
  expect(oracle.asked.map(({ input }) => [input['campaign_ids']].flat().length)).toEqual([
    200, 200, 50,
  ]);
  expect(oracle.asked[2]?.input).toMatchObject({
    account_id: scope,
    count: 50,
    with_deleted: true,
    with_draft: true,
  });
  expect(oracle.rounds()).toBe(1);
});

test('equal ids are one id upstream, whatever their case, and every field that uses it is answered', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(3) } });
  const loaders = createLoaders(oracle.ads);
  const rows = await Promise.all(
    ['c2', 'C2', 'c1', 'c2', 'C1'].map((id) => rowOf(loaders, campaign, scope, id)),
  );
  expect(rows.map(named)).toEqual([2, 2, 1, 2, 1].map((index) => `campaign ${index}`));
  expect(oracle.asked).toHaveLength(1);
  expect(oracle.asked[0]?.input['campaign_ids']).toEqual(['c2', 'c1']);
});

test('a single id is read from its own address, and an unknown one is null', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(1) } });
  const loaders = createLoaders(oracle.ads);
  expect(named(await rowOf(loaders, campaign, scope, 'c0'))).toBe('campaign 0');
  expect(await rowOf(loaders, campaign, scope, 'zz')).toBeNull();
  expect(oracle.asked).toEqual([
    {
      endpoint: 'getCampaign',
      input: { account_id: scope, campaign_id: 'c0', with_deleted: true },
    },
    {
      endpoint: 'getCampaign',
      input: { account_id: scope, campaign_id: 'zz', with_deleted: true },
    },
  ]);
});

test('an id that a list omits is null and shifts no neighbour', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(3) } });
  const loaders = createLoaders(oracle.ads);
  const rows = await Promise.all(
    ['zz', 'c0', 'yy', 'c2'].map((id) => rowOf(loaders, campaign, scope, id)),
  );
  expect(rows.map((row) => row && idOf(row))).toEqual([null, 'c0', null, 'c2']);
});

test('deleted rows and drafts are found by id', async () => {
  const [first = {}, second = {}] = campaigns(2);
  const rows = [
    { ...first, deleted: true },
    { ...second, entity_status: 'DRAFT' },
  ];
  const loaders = createLoaders(createOracle({ rows: { Campaign: rows } }).ads);
  const found = await Promise.all(['c0', 'c1'].map((id) => rowOf(loaders, campaign, scope, id)));
  expect(found.map((row) => [row?.['deleted'], row?.['entity_status']])).toEqual([
    [true, 'ACTIVE'],
    [false, 'DRAFT'],
  ]);
});

test('a row of a list is available at once and is never requested', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(5) } });
  const loaders = createLoaders(oracle.ads);
  const page = await pageOf(
    loaders,
    pageQuery({
      endpoint: catalogue.listCampaigns,
      path: { account_id: scope },
      parent: null,
      filters: {},
      where: null,
      sort: 'created_at-asc',
      first: 5,
      after: null,
    }),
  );
  expect(rowOf(loaders, campaign, scope, 'C3')).toBe(page.rows[3]);
  expect(oracle.asked).toHaveLength(1);
  expect(rowOf(loaders, campaign, 'acc2', 'c3')).toBeInstanceOf(Promise);
});

test('a row read by id is available at once when it is needed again', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(1) } });
  const loaders = createLoaders(oracle.ads);
  const row = await rowOf(loaders, campaign, scope, 'c0');
  expect(rowOf(loaders, campaign, scope, 'c0')).toBe(row);
});

test('ids of two accounts never share a call', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(4) } });
  const loaders = createLoaders(oracle.ads);
  await Promise.all([
    ...['c0', 'c1'].map((id) => rowOf(loaders, campaign, 'acc1', id)),
    ...['c0', 'c2'].map((id) => rowOf(loaders, campaign, 'acc2', id)),
  ]);
  expect(oracle.asked.map(({ input }) => [input['account_id'], input['campaign_ids']])).toEqual([
    ['acc1', ['c0', 'c1']],
    ['acc2', ['c0', 'c2']],
  ]);
});

test('an id that makes a call fail costs its neighbours only further calls', async () => {
  const oracle = createOracle({
    rows: { Campaign: campaigns(8) },
    refuse: (endpoint, input) => {
      if (![input['campaign_ids']].flat().includes('bad')) return;
      const problems = [{ code: 'INVALID_ID_ILLEGAL_CHARACTERS', message: 'no such id' }];
      throw new UpstreamError({ endpoint: endpoint.name, status: 404, problems });
    },
  });
  const loaders = createLoaders(oracle.ads);
  const ids = ['c0', 'c1', 'c2', 'bad', 'c3', 'c4', 'c5', 'c6'];
  const rows = await Promise.all(ids.map((id) => outcome(rowOf(loaders, campaign, scope, id))));
  expect(rows.map((row) => row && idOf(row as Row))).toEqual(
    ids.map((id) => (id === 'bad' ? null : id)),
  );
  expect(oracle.asked.map(({ input }) => [input['campaign_ids']].flat().length)).toEqual([
    8, 4, 4, 2, 2, 1, 1,
  ]);
});

test('an id that cannot be sent fails alone', async () => {
  const oracle = createOracle({
    rows: { Campaign: campaigns(3) },
    refuse: (_, input) => {
      const at = [input['campaign_ids']].flat().indexOf('../x');
      if (at !== -1) throw new InputError('not an identifier', ['campaign_ids', at]);
    },
  });
  const loaders = createLoaders(oracle.ads);
  const ids = ['c0', '../x', 'c2'];
  const rows = await Promise.all(ids.map((id) => outcome(rowOf(loaders, campaign, scope, id))));
  expect(rows.map(named)).toEqual(['campaign 0', expect.any(InputError), 'campaign 2']);
});

test('a refusal that is not about an id fails all ids of its call, and the call is not repeated', async () => {
  const oracle = createOracle({
    rows: { Campaign: campaigns(300) },
    refuse: (endpoint, input) => {
      if (![input['campaign_ids']].flat().includes('c0')) return;
      throw new UpstreamError({ endpoint: endpoint.name, status: 429, problems: [] });
    },
  });
  const loaders = createLoaders(oracle.ads);
  const ids = Array.from({ length: 300 }, (_, index) => `c${index}`);
  const rows = await Promise.all(ids.map((id) => outcome(rowOf(loaders, campaign, scope, id))));
  expect(rows.filter((row) => row instanceof UpstreamError)).toHaveLength(200);
  expect(rows.slice(200).map(named)).toEqual(ids.slice(200).map((id) => `campaign ${id.slice(1)}`));
  expect(oracle.asked).toHaveLength(2);
});

test('an account that is not the viewer’s is FORBIDDEN, not absent', async () => {
  const oracle = createOracle({
    rows: {},
    refuse: ({ name }) => {
      const problems = [{ code: 'ACCOUNT_NOT_FOUND', message: 'no such account' }];
      throw new UpstreamError({ endpoint: name, status: 403, problems });
    },
  });
  const found = await outcome(rowOf(createLoaders(oracle.ads), account, null, 'acc9'));
  expect(found).toMatchObject({ code: 'FORBIDDEN', endpoint: 'getAccount' });
});

test('rows that nobody requested are ignored', async () => {
  const oracle = createOracle({
    rows: { Campaign: campaigns(4) },
    bend: (answer, endpoint) => ({
      ...answer,
      rows: [
        tagRow({ id: 'c9', name: 'foreign' }, { entity: campaign, accountId: scope, endpoint }),
        ...answer.rows.toReversed(),
      ],
    }),
  });
  const loaders = createLoaders(oracle.ads);
  const rows = await Promise.all(['c1', 'c2'].map((id) => rowOf(loaders, campaign, scope, id)));
  expect(rows.map(named)).toEqual(['campaign 1', 'campaign 2']);
  expect(rowOf(loaders, campaign, scope, 'c9')).toBeInstanceOf(Promise);
});

test('the later of two answers about one id counts', async () => {
  const [row = {}] = campaigns(1);
  const rows = [
    { ...row, name: 'old' },
    { ...row, name: 'new', updated_at: '2024-02-01T00:00:00Z' },
    { ...row, name: 'older', updated_at: '2023-02-01T00:00:00Z' },
  ];
  const loaders = createLoaders(createOracle({ rows: { Campaign: rows } }).ads);
  const found = await Promise.all(['c0', 'c1'].map((id) => rowOf(loaders, campaign, scope, id)));
  expect(found.map(named)).toEqual(['new', undefined]);
});

test('a list by ids with several pages is read until all are found', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(7) }, pageSize: () => 3 });
  const loaders = createLoaders(oracle.ads);
  const rows = await Promise.all(
    ['c0', 'c4', 'c5', 'c6'].map((id) => rowOf(loaders, campaign, scope, id)),
  );
  expect(rows.map((row) => row && idOf(row))).toEqual(['c0', 'c4', 'c5', 'c6']);
  expect(oracle.asked).toHaveLength(2);
  const further = createOracle({
    rows: { Campaign: campaigns(2) },
    bend: (answer) => ({ ...answer, nextCursor: 'c2' }),
  });
  const again = createLoaders(further.ads);
  await Promise.all(['c0', 'c1'].map((id) => rowOf(again, campaign, scope, id)));
  expect(further.asked).toHaveLength(1);
});

test('rows whose list needs their parent are read one by one, at most eight at a time', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({
    id: `t${index}`,
    line_item_id: 'l1',
    deleted: false,
    created_at: '2024-01-01T00:00:00Z',
    operator_type: 'EQ',
  }));
  const oracle = createOracle({ rows: { TargetingCriterion: rows } });
  const loaders = createLoaders(oracle.ads);
  const found = await Promise.all(
    rows.map(({ id }) => rowOf(loaders, targetingCriterion, scope, id)),
  );
  expect(found.map((row) => row && idOf(row))).toEqual(rows.map(({ id }) => id));
  expect(new Set(oracle.asked.map(({ endpoint }) => endpoint))).toEqual(
    new Set(['getTargetingCriterion']),
  );
  expect(oracle.rounds()).toBe(3);
});

test('columns that single answers omit are completed by one list of all rows that lack them', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({
    id: `t${index}`,
    line_item_id: `l${index % 2}`,
    deleted: false,
    created_at: '2024-01-01T00:00:00Z',
    operator_type: 'NE',
  }));
  const oracle = createOracle({ rows: { TargetingCriterion: rows } });
  const loaders = createLoaders(oracle.ads);
  const found = await Promise.all(
    rows.map(({ id }) => rowOf(loaders, targetingCriterion, scope, id)),
  );
  oracle.reset();
  const whole = await Promise.all(
    found.map((row) => row && completeOf(loaders, row, ['operator_type'])),
  );
  expect(whole.map((row) => row?.['operator_type'])).toEqual(Array(5).fill('NE'));
  expect(whole[0]).toBe(found[0]);
  expect(oracle.asked).toHaveLength(1);
  expect(oracle.asked[0]).toMatchObject({
    endpoint: 'listTargetingCriteria',
    input: {
      line_item_ids: ['l0', 'l1'],
      targeting_criterion_ids: ['t0', 't1', 't2', 't3', 't4'],
    },
  });
});

test('a column that lists omit is completed from the row’s own address', async () => {
  const rows = ['a1', 'a2'].map((id) => ({
    id,
    name: id,
    deleted: false,
    created_at: '2024-01-01T00:00:00Z',
    industry_type: 'RETAIL',
  }));
  const oracle = createOracle({ rows: { Account: rows } });
  const loaders = createLoaders(oracle.ads);
  const [row = null] = await Promise.all(
    ['a1', 'a2'].map((id) => rowOf(loaders, account, null, id)),
  );
  if (row === null) throw new Error('no account');
  expect('industry_type' in row).toBe(false);
  const whole = await completeOf(loaders, row, ['industry_type', 'no_such_column']);
  expect([whole['industry_type'], whole['no_such_column']]).toEqual(['RETAIL', null]);
  expect(oracle.asked.at(-1)).toEqual({
    endpoint: 'getAccount',
    input: { account_id: 'a1', with_deleted: true },
  });
});

test('the answer to a write is kept if a row is completed after it', async () => {
  const stored = {
    id: 'l1',
    name: 'before',
    funding_instrument_id: 'f1',
    deleted: false,
    created_at: '2024-01-01T00:00:00Z',
  };
  const oracle = createOracle({ rows: { LineItem: [stored] } });
  const written = tagRow(
    { id: 'l1', name: 'after' },
    { entity: lineItem, accountId: scope, endpoint: catalogue.createLineItem },
  );
  const whole = await completeOf(createLoaders(oracle.ads), written, ['funding_instrument_id']);
  expect([whole['name'], whole['funding_instrument_id']]).toEqual(['after', 'f1']);
  expect(oracle.asked.map(({ endpoint }) => endpoint)).toEqual(['listLineItems']);
});

test('after a write everything is read again', async () => {
  const oracle = createOracle({ rows: { Campaign: campaigns(1), LineItem: campaigns(1) } });
  const loaders = createLoaders(oracle.ads);
  await rowOf(loaders, campaign, scope, 'c0');
  await rowOf(loaders, lineItem, scope, 'c0');
  loaders.forget();
  oracle.reset();
  await rowOf(loaders, lineItem, scope, 'c0');
  await rowOf(loaders, campaign, scope, 'c0');
  expect(oracle.asked.map(({ endpoint }) => endpoint)).toEqual(['getLineItem', 'getCampaign']);
});
