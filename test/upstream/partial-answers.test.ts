import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { coreWorld } from '../support/core-world.ts';
import type { AnswerError } from '../support/gateway.ts';
import { useGateway } from '../support/gateway.ts';

const a = 'part1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
});

const answering = (endpoint: EndpointName, set: object, times?: number): void =>
  running.emulator.fault({
    match: { endpoint },
    ...(times !== undefined && { times }),
    fault: { kind: 'merge', set: { ...set } },
  });
const inAccount = (selection: string) => running.ask(`{ account(id: "${a}") { ${selection} } }`);
const placed = (errors: readonly AnswerError[] | undefined) =>
  (errors ?? []).map(({ path, extensions: { code } }) => `${code} ${path?.join('.')}`);

describe('a list that cannot be read completely', () => {
  test.each([
    ['is a text', 'nothing here', []],
    ['is a number', 17, []],
    ['holds a null row', [null, { id: 'c1' }], ['c1']],
    ['holds a row without id', [{ id: 'c1' }, { name: 'Nameless' }], ['c1']],
    ['holds what is no object', [{ id: 'c1' }, 'row', [{ id: 'c4' }]], ['c1']],
  ])('because it %s shows the readable rows and says so', async (_why, data, ids) => {
    answering('listCampaigns', { data });
    const { data: shown, errors } = await inAccount('campaigns { nodes { restId } }');
    expect(shown.account.campaigns.nodes.map(({ restId }: { restId: string }) => restId)).toEqual(
      ids,
    );
    expect(placed(errors)).toEqual(['UPSTREAM_BAD_RESPONSE account.campaigns']);
  });

  test('shows a repeated row once, whichever list it belongs to', async () => {
    for (const endpoint of ['listCampaigns', 'listLineItems'] as const) {
      running.emulator.fault({
        match: { endpoint },
        fault: { kind: 'edit', edit: 'duplicateRows' },
      });
    }
    const selection = 'campaigns { nodes { restId lineItems { nodes { restId } } } }';
    const { data, errors, calls } = await inAccount(selection);
    running.emulator.reset();
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(2);
    expect(data).toEqual((await inAccount(selection)).data);
  });

  test('does not count as the whole list by its count', async () => {
    answering('listCampaigns', { data: [null, { id: 'c1' }], next_cursor: null }, 1);
    const { data, calls } = await inAccount('campaigns { totalCount nodes { restId } }');
    expect(data.account.campaigns.totalCount).toBe(2);
    expect(calls).toHaveLength(2);
  });

  test('is reported at every list of the call', async () => {
    answering('listLineItems', {
      data: [{ id: 'l1', campaign_id: 'c1' }, { id: 'stray' }, { id: 'l3', campaign_id: 'c4' }],
    });
    const { data, errors, calls } = await inAccount(
      'campaigns { nodes { restId lineItems { nodes { restId } } } }',
    );
    expect(calls).toHaveLength(2);
    expect(data.account.campaigns.nodes).toEqual([
      { restId: 'c1', lineItems: { nodes: [{ restId: 'l1' }] } },
      { restId: 'c4', lineItems: { nodes: [{ restId: 'l3' }] } },
    ]);
    expect(placed(errors)).toEqual([
      'UPSTREAM_BAD_RESPONSE account.campaigns.nodes.0.lineItems',
      'UPSTREAM_BAD_RESPONSE account.campaigns.nodes.1.lineItems',
    ]);
  });

  test('is reported if rows of several parents belong to none of them', async () => {
    const rows = [
      { id: 'l1', campaign_id: 'c1' },
      { id: 'x1', campaign_id: 'c9' },
      { id: 'x2', campaign_id: 'c9' },
      { id: 'l3', campaign_id: 'C4' },
    ];
    answering('listLineItems', { data: rows, total_count: 4 });
    const { data, errors, calls } = await inAccount(
      'campaigns { nodes { restId lineItems { totalCount nodes { restId } } } }',
    );
    expect(data.account.campaigns.nodes).toMatchObject([
      { restId: 'c1', lineItems: { nodes: [{ restId: 'l1' }] } },
      { restId: 'c4', lineItems: { nodes: [{ restId: 'l3' }] } },
    ]);
    expect(placed(errors)).toEqual([
      'UPSTREAM_BAD_RESPONSE account.campaigns.nodes.0.lineItems',
      'UPSTREAM_BAD_RESPONSE account.campaigns.nodes.1.lineItems',
    ]);
    expect(errors?.[0]?.message).toContain('2 rows');
    // The number of rows is not known, so it is requested.
    expect(calls).toHaveLength(4);
  });

  test('is reported if a row of one parent belongs to another', async () => {
    answering('listLineItems', {
      data: [
        { id: 'l1', campaign_id: 'c1' },
        { id: 'x1', campaign_id: 'c9' },
      ],
    });
    const { data, errors } = await inAccount(
      'campaign(id: "c1") { lineItems { nodes { restId } } }',
    );
    expect(data.account.campaign.lineItems.nodes).toEqual([{ restId: 'l1' }]);
    expect(placed(errors)).toEqual(['UPSTREAM_BAD_RESPONSE account.campaign.lineItems']);
  });

  test.each([-1, 1.5, '-1', 'many', 1e300])(
    'with %j rows in all says so at its count',
    async (total) => {
      answering('listCampaigns', { total_count: total, next_cursor: 'more' });
      const { data, errors, calls } = await inAccount(
        'campaigns(first: 1) { totalCount nodes { restId } }',
      );
      expect(data.account.campaigns).toEqual({ totalCount: null, nodes: [{ restId: 'c1' }] });
      expect(placed(errors)).toEqual(['UPSTREAM_BAD_RESPONSE account.campaigns.totalCount']);
      expect(calls).toHaveLength(2);
    },
  );

  test.each([1.5, -1, true, {}])('with a row of id %j shows the others and says so', async (id) => {
    answering('listCampaigns', { data: [{ id: 'c1' }, { id, name: 'Half' }, { id: 7 }] });
    const { data, errors } = await inAccount('campaigns { nodes { restId } }');
    expect(data.account.campaigns.nodes).toEqual([{ restId: 'c1' }, { restId: '7' }]);
    expect(placed(errors)).toEqual(['UPSTREAM_BAD_RESPONSE account.campaigns']);
  });

  test('with one id in two cases shows one row of it and says so', async () => {
    const at = (n: number) => ({ updated_at: `2026-0${n}-01T00:00:00Z` });
    answering('listCampaigns', {
      data: [
        { id: 'c1', name: 'old', ...at(1) },
        { id: 'c4', name: 'four', ...at(1) },
        { id: 'C1', name: 'new', ...at(2) },
      ],
    });
    const { data, errors } = await inAccount('campaigns { totalCount nodes { restId name } }');
    expect(data.account.campaigns.nodes).toEqual([
      { restId: 'C1', name: 'new' },
      { restId: 'c4', name: 'four' },
    ]);
    expect(placed(errors)).toContain('UPSTREAM_BAD_RESPONSE account.campaigns');
    answering('listLineItems', {
      data: [
        { id: 'l1', campaign_id: 'c1' },
        { id: 'L1', campaign_id: 'c1' },
      ],
    });
    const merged = await inAccount('lineItems { nodes { restId } }');
    expect(merged.data.account.lineItems.nodes).toEqual([{ restId: 'l1' }]);
    expect(placed(merged.errors)).toEqual(['UPSTREAM_BAD_RESPONSE account.lineItems']);
  });

  test('has an error and not null at a link that may be among the missing rows', async () => {
    answering('listCampaigns', { data: [{ id: 'c1', name: 'One' }, null] });
    const { data, errors } = await inAccount('lineItems { nodes { restId campaign { name } } }');
    expect(data.account.lineItems.nodes).toEqual([
      { restId: 'l1', campaign: { name: 'One' } },
      { restId: 'l2', campaign: { name: 'One' } },
      { restId: 'l3', campaign: null },
    ]);
    expect(placed(errors)).toEqual(['UPSTREAM_BAD_RESPONSE account.lineItems.nodes.2.campaign']);
  });

  test('of plain texts says so too', async () => {
    answering('listFeatures', { data: ['ONE', 2, null] });
    const { data, errors } = await inAccount('features');
    expect(data.account.features).toEqual(['ONE']);
    expect(placed(errors)).toEqual(['UPSTREAM_BAD_RESPONSE account.features']);
  });

  test('is not cached for anybody', async () => {
    answering('listContentCategories', { data: 'nothing here' }, 1);
    const ask = () =>
      running.ask(
        '{ contentCategories { name } }',
        {},
        { headers: { 'cache-control': 'no-cache' } },
      );
    const spoilt = await ask();
    expect(spoilt.data.contentCategories).toEqual([]);
    expect(placed(spoilt.errors)).toEqual(['UPSTREAM_BAD_RESPONSE contentCategories']);
    const whole = await running.ask('{ contentCategories { name } }');
    expect(whole.errors).toBeUndefined();
    expect(whole.calls).toHaveLength(1);
    expect(whole.data.contentCategories.length).toBeGreaterThan(0);
  });

  test('is reported at links into reference data', async () => {
    answering('listIabCategories', { data: [{ id: 'IAB1', name: 'Arts' }, null] }, 1);
    const { data, errors } = await running.ask(
      '{ contentCategories { iab { name } } }',
      {},
      { headers: { 'cache-control': 'no-cache' } },
    );
    expect(data.contentCategories.length).toBeGreaterThan(0);
    expect(new Set((errors ?? []).map(({ extensions: { code } }) => code))).toEqual(
      new Set(['UPSTREAM_BAD_RESPONSE']),
    );
  });
});

describe('errors of the API beside its data', () => {
  const errors = [{ code: 'PARTIAL', message: 'Not all of it.' }];

  test('are an error of the list, whose rows are there', async () => {
    answering('listCampaigns', { errors });
    const answered = await inAccount('campaigns { nodes { restId } }');
    expect(answered.data.account.campaigns.nodes).toHaveLength(2);
    expect(placed(answered.errors)).toEqual(['UPSTREAM_REJECTED account.campaigns']);
    expect(answered.errors?.[0]).toMatchObject({
      message: expect.stringContaining('Not all of it.'),
      extensions: { upstream: { status: 200, errors } },
    });
  });

  test.each([
    ['an entity by its id', 'campaign(id: "c1") { name }', 'account.campaign'],
    ['a link', 'lineItem(id: "l3") { campaign { name } }', 'account.lineItem.campaign'],
  ])('are an error of %s, which is there', async (_what, selection, path) => {
    answering('getCampaign', { errors });
    const { data, errors: reported } = await inAccount(selection);
    expect(placed(reported)).toEqual([`UPSTREAM_REJECTED ${path}`]);
    expect(JSON.stringify(data)).toContain('"name":"Campaign c');
  });

  test('are an error of `nodes`, once', async () => {
    answering('listCampaigns', { errors });
    const { data, errors: reported } = await running.ask(
      `{ nodes(ids: ["Campaign:${a}:c1", "Campaign:${a}:c4"]) { ... on Campaign { name } } }`,
    );
    expect(data.nodes).toEqual([{ name: 'Campaign c1' }, { name: 'Campaign c4' }]);
    expect(placed(reported)).toEqual(['UPSTREAM_REJECTED nodes']);
  });
});
