import { describe, expect, test } from 'vitest';
import { dataOf, errorsOf, useEmulator } from './support/emulator.ts';
import type { Query } from './support/signed.ts';

const account = '18ce54bik3s';
const path = `/12/accounts/${account}/line_items`;
const held = useEmulator();

/** A line item in a campaign of its own. */
const create = async (more: Query = {}) => {
  const { emulator, client } = held;
  const [known] = emulator.store.rows('Campaign', account);
  const id = `own${emulator.store.rows('Campaign', account).length}`;
  const campaign = { ...known, id, entity_status: 'PAUSED', budget_optimization: 'CAMPAIGN' };
  emulator.store.insert('Campaign', account, campaign);
  const entity_status = 'PAUSED';
  return client.post(path, {
    campaign_id: id,
    entity_status,
    end_time: '2035-01-01T00:00:00Z',
    ...more,
  });
};

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

test.each(['PREROLL_VIEWS', 'REACH'])(
  '%s: a category that nobody knows is refused',
  async (objective) => {
    const answer = await create({ objective, categories: 'IAB2,IAB99' });
    expect(errorsOf(answer)).toMatchObject({
      status: 404,
      errors: [{ code: 'INVALID_IAB_CATEGORY', parameter: 'categories', value: 'IAB99' }],
    });
  },
);

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
])('placements of %j are taken', async (given) => {
  const made = await create(given);
  expect(dataOf(made)['placements']).toEqual(given.placements.split(','));
});
