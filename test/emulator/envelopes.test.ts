import { describe, expect, test } from 'vitest';
import { travel } from '../support/accounts.ts';
import { campaignsOf, euros, idsIn, story } from '../support/seeded.ts';

const { held, lineItemOf, put } = story();

const at = (path: string): string => `/12/accounts/${travel}/${path}`;

describe('envelopes', () => {
  test('a list has the request, typed, a cursor and the rows', async () => {
    put(3);
    const answer = await held.client.get(campaignsOf(euros), {
      campaign_ids: 'W001,w000,w002',
      count: 2,
      with_deleted: true,
      sort_by: 'created_at-asc',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json;charset=utf-8');
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'next_cursor', 'request']);
    expect(answer.body['request']).toEqual({
      params: {
        account_id: euros,
        campaign_ids: ['W001', 'w000', 'w002'],
        count: 2,
        with_deleted: true,
        sort_by: ['created_at-asc'],
      },
    });
    expect(idsIn(answer)).toEqual(['w000', 'w001']);
    expect(typeof answer.body['next_cursor']).toBe('string');
  });

  test('a list counts its rows only on request, and its last page has a null cursor', async () => {
    put(3);
    const counted = await held.client.get(campaignsOf(euros), { with_total_count: true, count: 3 });
    expect(counted.body['total_count']).toBe(3);
    expect(counted.body['next_cursor']).toBeNull();
    const plain = await held.client.get(campaignsOf(euros), { count: 3 });
    expect(plain.body).not.toHaveProperty('total_count');
  });

  test('a single entity has neither cursor nor count', async () => {
    put(1);
    const answer = await held.client.get(`${campaignsOf(euros)}/W000`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'request']);
    expect(answer.body['data']?.['id']).toBe('w000');
    expect(answer.body['request']).toEqual({ params: { account_id: euros, campaign_id: 'w000' } });
  });

  test('accounts in a list lack the industry that a single one has', async () => {
    const list = await held.client.get('/12/accounts', { account_ids: euros });
    expect(list.body['data']?.[0]).not.toHaveProperty('industry_type');
    const single = await held.client.get(`/12/accounts/${euros}`);
    expect(single.body['data']?.['industry_type']).toBe('RETAIL');
  });

  test('ids of posts are repeated as integers with every digit', async () => {
    const line_item_id = await lineItemOf();
    const answer = await held.client.post(`/12/accounts/${euros}/promoted_tweets`, {
      line_item_id,
      tweet_ids: '1166476031668015104,9223372036854775807',
    });
    expect(answer.text).toContain('"tweet_ids":[1166476031668015104,9223372036854775807]');
  });
});

describe('hosts', () => {
  test('the sandbox answers under its own address, and has endpoints of its own', async () => {
    const production = await held.client.post('/12/accounts');
    expect(production.status).toBe(405);
    const sandbox = await held.client.post('/12/accounts', {}, { sandbox: true });
    expect(sandbox.status).toBe(201);
    expect(held.emulator.calls().map(({ host, path }) => [host, path])).toEqual([
      ['ads', '/12/accounts'],
      ['sandbox', '/sandbox/12/accounts'],
    ]);
  });

  test('the sandbox has the endpoints of production too', async () => {
    const answer = await held.client.get('/12/accounts', { count: 1 }, { sandbox: true });
    expect(answer.status).toBe(200);
  });
});

type Expected = readonly [path: string, query: Record<string, string>, members: object];
const uncounted = { request: expect.anything(), data: expect.any(Array) };
const counted = { ...uncounted, total_count: expect.any(Number) };
const last = { next_cursor: null };

describe('the members beside the rows', () => {
  const lists: readonly Expected[] = [
    ['/12/bidding_rules', {}, { ...counted, data_type: 'bidding_rule' }],
    ['/12/content_categories', {}, { ...counted, ...last }],
    ['/12/advertiser_business_categories', {}, { ...uncounted, ...last }],
    ['/12/publishers', {}, { ...uncounted, ...last }],
    ['/12/line_items/placements', {}, uncounted],
    [at('curated_categories'), { country_codes: 'US' }, { ...counted, ...last }],
    [at('features'), {}, uncounted],
    [at('cards/all'), { card_uris: 'card://1' }, uncounted],
    [at('tweet_previews'), { tweet_type: 'DRAFT', tweet_ids: '1' }, uncounted],
    [at('tracking_tags'), { count: '1000' }, { ...uncounted, ...last }],
    [
      at('recommendations').replace('/12/', '/5/'),
      {},
      { ...counted, ...last, data_type: 'recommendation' },
    ],
  ];

  test.each(lists)('of %s are those of the recordings', async (path, query, members) => {
    const { status, body } = await held.client.get(path, query);
    expect(status).toBe(200);
    expect(body).toEqual(members);
  });

  test('include the number of rows, on every page', async () => {
    const { body } = await held.client.get(at('curated_categories'), { country_codes: 'US' });
    expect(body['total_count']).toBe(body['data']?.length);
    const { body: rules } = await held.client.get('/12/bidding_rules', { currency: 'CAD' });
    expect([rules['total_count'], rules['data']?.length]).toEqual([1, 1]);
  });

  test('of placements hold one product type on request', async () => {
    const { body } = await held.client.get('/12/line_items/placements', { product_type: 'MEDIA' });
    expect(body['data']).toMatchObject([{ product_type: 'MEDIA' }]);
  });

  test('of a batch of criteria name its content, and no other batch does', async () => {
    const params = {
      line_item_id: held.emulator.store.rows('LineItem', travel)[0]?.['id'],
      targeting_type: 'BROAD_KEYWORD',
      targeting_value: 'x',
    };
    const batch = `/12/batch/accounts/${travel}`;
    const item = { operation_type: 'Create', params };
    const { body } = await held.client.json(`${batch}/targeting_criteria`, [item]);
    expect(body).toEqual({ ...uncounted, data_type: 'targeting_criterion' });
    const pay = { name: 'x', funding_instrument_id: 'frv4l002' };
    const campaigns = await held.client.json(`${batch}/campaigns`, [
      { operation_type: 'Create', params: pay },
    ]);
    expect(campaigns.body).toEqual(uncounted);
  });

  test('of a single recommendation do not exist', async () => {
    const list = at('recommendations').replace('/12/', '/5/');
    const { body } = await held.client.get(list);
    const one = await held.client.get(`${list}/${body['data']?.[0]?.['id']}`);
    expect(Object.keys(one.body).sort()).toEqual(['data', 'data_type', 'request']);
  });
});

test('a preview on devices is answered with a message alone', async () => {
  const id = String(held.emulator.store.rows('DraftTweet', travel)[0]?.['id']);
  const { status, body } = await held.client.post(at(`draft_tweets/preview/${id}`));
  expect(status).toBe(200);
  expect(body).toEqual({ message: expect.stringContaining(id) });
  expect((await held.client.post(at('draft_tweets/preview/1'))).status).toBe(404);
});
