import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf, useEmulator } from '../support/emulator.ts';
import type { Query } from '../support/signed.ts';

const account = '18ce54bik3s';
const path = `/12/accounts/${account}/line_items`;
const held = useEmulator();

/** A paused campaign without line items. */
const ownCampaign = (): string => {
  const { store } = held.emulator;
  const [known] = store.rows('Campaign', account);
  const id = `own${store.rows('Campaign', account).length}`;
  const campaign = { ...known, id, entity_status: 'PAUSED', budget_optimization: 'CAMPAIGN' };
  store.insert('Campaign', account, campaign);
  return id;
};

const needed = {
  product_type: 'PROMOTED_TWEETS',
  objective: 'ENGAGEMENTS',
  placements: 'ALL_ON_TWITTER',
  start_time: '2024-01-01T00:00:00Z',
};
const others = { entity_status: 'PAUSED', end_time: '2035-01-01T00:00:00Z' };

/** A line item in a campaign of its own. */
const create = (more: Query = {}) =>
  held.client.post(path, { campaign_id: ownCampaign(), ...needed, ...others, ...more });

describe('the requirements of a line item', () => {
  const { start_time: _, ...withoutStart } = needed;

  test.each([
    [{}, ['objective', 'placements', 'product_type', 'start_time']],
    [{ objective: 'ENGAGEMENTS' }, ['placements', 'product_type', 'start_time']],
    [withoutStart, ['start_time']],
  ])('beside campaign and end are reported at once: %j', async (given, parameters) => {
    const answer = await held.client.post(path, {
      campaign_id: ownCampaign(),
      ...others,
      ...(given as Query),
    });
    expect(errorsOf(answer)).toEqual({
      status: 400,
      errors: parameters.map((parameter) => ({
        code: 'MISSING_PARAMETER',
        message: expect.stringContaining(parameter),
        parameter,
      })),
    });
  });

  test('are not met by the other line items of its campaign, nor in a batch', async () => {
    const campaign_id = ownCampaign();
    const made = await held.client.post(path, { campaign_id, ...needed, ...others });
    expect(made.status).toBe(201);
    const answer = await held.client.json(`/12/batch/accounts/${account}/line_items`, [
      { operation_type: 'Create', params: { campaign_id, ...others } },
    ]);
    expect(answer.status).toBe(400);
    const [errors] = answer.body['operation_errors'] as unknown as { parameter: string }[][];
    expect(errors?.map(({ parameter }) => parameter)).toEqual([
      'objective',
      'placements',
      'product_type',
      'start_time',
    ]);
  });

  test('are met with a start that has passed', async () => {
    expect((await create({ start_time: '2024-01-01T00:00:00Z' })).status).toBe(201);
  });

  test('do not apply to a change', async () => {
    const id = dataOf(await create())['id'];
    expect((await held.client.put(`${path}/${id}`, { name: 'Renamed' })).status).toBe(200);
  });
});

const bid = { bid_amount_local_micro: '1500000' };
const hoursAgo = (hours: number): string =>
  `${new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19)}Z`;

describe('a line item', () => {
  test.each<[what: string, given: Query, parameter: string]>([
    ['only on profiles', { objective: 'ENGAGEMENTS', placements: 'TWITTER_PROFILE' }, 'placements'],
    [
      'of REACH without the timeline',
      { objective: 'REACH', placements: 'TWITTER_SEARCH' },
      'placements',
    ],
    ['in the spotlight', { objective: 'ENGAGEMENTS', placements: 'SPOTLIGHT' }, 'placements'],
    [
      'that aims at clicks and pays for impressions with TARGET',
      { objective: 'WEBSITE_CLICKS', bid_strategy: 'TARGET', ...bid, pay_by: 'IMPRESSION' },
      'pay_by',
    ],
    [
      'that pays for clicks of apps and has none',
      { objective: 'ENGAGEMENTS', pay_by: 'APP_CLICK' },
      'pay_by',
    ],
    ['that has ended long ago', { objective: 'REACH', end_time: hoursAgo(25) }, 'end_time'],
    [
      'of an address',
      { objective: 'REACH', advertiser_domain: 'https://x.com' },
      'advertiser_domain',
    ],
    [
      'of an app with letters',
      { objective: 'APP_INSTALLS', ios_app_store_identifier: 'id1' },
      'ios_app_store_identifier',
    ],
  ])('%s is refused', async (_what, given, parameter) => {
    expect(errorsOf(await create(given))).toMatchObject({ status: 400, errors: [{ parameter }] });
  });

  test.each<Query>([
    { objective: 'REACH', placements: 'TWITTER_TIMELINE,TWITTER_PROFILE' },
    {
      objective: 'APP_INSTALLS',
      bid_strategy: 'TARGET',
      ...bid,
      ios_app_store_identifier: '333903271',
      pay_by: 'APP_CLICK',
    },
    { objective: 'REACH', start_time: hoursAgo(48), end_time: hoursAgo(23) },
  ])('of %j is created', async (given) => {
    expect((await create(given)).status).toBe(201);
  });
});

describe('a line item for preroll views', () => {
  const preroll = (categories: string) => create({ objective: 'PREROLL_VIEWS', categories });

  test.each([
    ['one business category of two IAB categories', 'IAB8,IAB10'],
    ['two business categories of four IAB categories', 'IAB8,IAB10,IAB22,IAB18'],
    ['two business categories of three IAB categories', 'IAB2,IAB22,IAB18'],
    ['one, in small letters', 'iab9-4'],
  ])('has %s', async (_what, categories) => {
    const made = await preroll(categories);
    expect(made.status).toBe(201);
    expect(dataOf(made)['categories']).toEqual(categories.toUpperCase().split(','));
  });

  test.each([
    ['none', {}, 'MISSING_PARAMETER'],
    ['three business categories', { categories: 'IAB2,IAB13,IAB19' }, 'INVALID_PARAMETER'],
    ['a category of content alone', { categories: 'IAB1' }, 'INVALID_PARAMETER'],
  ])('is refused with %s', async (_what, given, code) => {
    const answer = await create({ objective: 'PREROLL_VIEWS', ...given });
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [{ code, parameter: 'categories' }],
    });
  });
});

test.each(['PREROLL_VIEWS', 'REACH'])('%s: an unknown category is refused', async (objective) => {
  const answer = await create({ objective, categories: 'IAB2,IAB99' });
  expect(errorsOf(answer)).toMatchObject({
    status: 404,
    errors: [{ code: 'INVALID_IAB_CATEGORY', parameter: 'categories', value: 'IAB99' }],
  });
});

test.each([
  [{ placements: 'NOWHERE' }, 'placements', 'NOWHERE'],
  [{ placements: 'ALL_ON_TWITTER,NOWHERE' }, 'placements', 'NOWHERE'],
  [{ objective: 'NONSENSE' }, 'objective', 'NONSENSE'],
  [{ goal: 'NONSENSE' }, 'goal', 'NONSENSE'],
  [{ pay_by: 'ENGAGEMENT' }, 'pay_by', 'ENGAGEMENT'],
  [{ bid_strategy: 'NONSENSE' }, 'bid_strategy', 'NONSENSE'],
  [{ audience_expansion: 'NONSENSE' }, 'audience_expansion', 'NONSENSE'],
])('%j is no documented value', async (given, parameter, value) => {
  expect(errorsOf(await create(given))).toMatchObject({
    status: 400,
    errors: [{ code: 'INVALID_PARAMETER', parameter, value }],
  });
});

const publisher = {
  placements: 'PUBLISHER_NETWORK',
  advertiser_domain: 'nordlicht.example',
  categories: 'IAB8',
};

test.each([
  [{ product_type: 'PROMOTED_ACCOUNT', ...publisher }, 'PUBLISHER_NETWORK'],
  [{ product_type: 'PROMOTED_TWEETS', placements: 'TAP_FULL' }, 'TAP_FULL'],
])('placements of %j are refused', async (given, value) => {
  expect(errorsOf(await create(given))).toMatchObject({
    status: 400,
    errors: [{ code: 'INVALID_PLACEMENT_TYPE', parameter: 'placements', value }],
  });
});

test.each([
  { product_type: 'MEDIA', placements: 'TAP_FULL,TAP_BANNER' },
  { placements: 'TWITTER_SEARCH,TWITTER_TIMELINE,TWITTER_PROFILE' },
  { product_type: 'PROMOTED_ACCOUNT', placements: 'TWITTER_TIMELINE' },
])('placements of %j are accepted', async (given) => {
  const made = await create(given);
  expect(dataOf(made)['placements']).toEqual(given.placements.split(','));
});
