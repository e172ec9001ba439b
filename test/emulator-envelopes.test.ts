import { describe, expect, test } from 'vitest';
import { emulated } from './support/emulated.ts';

const account = '18ce54trv4l';
const at = (path: string): string => `/12/accounts/${account}/${path}`;
const held = emulated();

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

  test('say how many rows there are, on every page', async () => {
    const { body } = await held.client.get(at('curated_categories'), { country_codes: 'US' });
    expect(body['total_count']).toBe(body['data']?.length);
    const { body: rules } = await held.client.get('/12/bidding_rules', { currency: 'CAD' });
    expect([rules['total_count'], rules['data']?.length]).toEqual([1, 1]);
  });

  test('of a batch of criteria name what it holds, and no other batch does', async () => {
    const params = {
      line_item_id: held.emulator.store.rows('LineItem', account)[0]?.['id'],
      targeting_type: 'BROAD_KEYWORD',
      targeting_value: 'x',
    };
    const batch = `/12/batch/accounts/${account}`;
    const item = { operation_type: 'Create', params };
    const { body } = await held.client.json(`${batch}/targeting_criteria`, [item]);
    expect(body).toEqual({ ...uncounted, data_type: 'targeting_criterion' });
    const pay = { name: 'x', funding_instrument_id: 'frv4l002' };
    const campaigns = await held.client.json(`${batch}/campaigns`, [
      { operation_type: 'Create', params: pay },
    ]);
    expect(campaigns.body).toEqual(uncounted);
  });

  test('of a recommendation by itself are none', async () => {
    const list = at('recommendations').replace('/12/', '/5/');
    const { body } = await held.client.get(list);
    const one = await held.client.get(`${list}/${body['data']?.[0]?.['id']}`);
    expect(Object.keys(one.body).sort()).toEqual(['data', 'data_type', 'request']);
  });
});

test('a preview on devices is answered with a message alone', async () => {
  const id = String(held.emulator.store.rows('DraftTweet', account)[0]?.['id']);
  const { status, body } = await held.client.post(at(`draft_tweets/preview/${id}`));
  expect(status).toBe(200);
  expect(body).toEqual({ message: expect.stringContaining(id) });
  expect((await held.client.post(at('draft_tweets/preview/1'))).status).toBe(404);
});
