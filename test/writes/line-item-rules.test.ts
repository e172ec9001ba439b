import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';
import { errorsIn } from '../support/refusals.ts';

const a = 'lir1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  coreWorld(running, a);
});

const bid = { bidAmountLocalMicro: '1500000' };
const preroll = { objective: 'PREROLL_VIEWS', categories: ['IAB8', 'IAB10'] };
const apps = ['APP_INSTALLS', 'APP_ENGAGEMENTS'];
const publisher = { placements: ['ALL_ON_TWITTER', 'PUBLISHER_NETWORK'] };
const clicks = { goal: 'LINK_CLICKS' };
const installs = { objective: 'APP_INSTALLS', iosAppStoreIdentifier: '333903271' };
const hoursAgo = (hours: number): string =>
  `${new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19)}Z`;
const withMax = apps.concat('ENGAGEMENTS', 'PREROLL_VIEWS', 'VIDEO_VIEWS', 'WEBSITE_CLICKS');

/** New line items that the documentation refuses, and the argument at fault. */
const refused: readonly (readonly [what: string, input: object, argument: string])[] = [
  ['MAX without a bid', { bidStrategy: 'MAX' }, 'bidAmountLocalMicro'],
  ['TARGET without a bid', { bidStrategy: 'TARGET' }, 'bidAmountLocalMicro'],
  [
    'MAX with a bid of null',
    { bidStrategy: 'MAX', bidAmountLocalMicro: null },
    'bidAmountLocalMicro',
  ],
  ['a bid of 0', { bidAmountLocalMicro: '0' }, 'bidAmountLocalMicro'],
  ['REACH with MAX', { objective: 'REACH', bidStrategy: 'MAX', ...bid }, 'bidStrategy'],
  ['FOLLOWERS with MAX', { objective: 'FOLLOWERS', bidStrategy: 'MAX', ...bid }, 'bidStrategy'],
  [
    'VIDEO_VIEWS with TARGET',
    { objective: 'VIDEO_VIEWS', bidStrategy: 'TARGET', ...bid },
    'bidStrategy',
  ],
  ['PREROLL_VIEWS with TARGET', { ...preroll, bidStrategy: 'TARGET', ...bid }, 'bidStrategy'],
  [
    'ENGAGEMENTS with TARGET',
    { objective: 'ENGAGEMENTS', bidStrategy: 'TARGET', ...bid },
    'bidStrategy',
  ],
  ['WEBSITE_CONVERSIONS without its event', { goal: 'WEBSITE_CONVERSIONS' }, 'primaryWebEventTag'],
  ['SITE_VISITS of REACH', { objective: 'REACH', goal: 'SITE_VISITS' }, 'goal'],
  [
    'APP_PURCHASES of APP_ENGAGEMENTS',
    { objective: 'APP_ENGAGEMENTS', goal: 'APP_PURCHASES', iosAppStoreIdentifier: '1' },
    'goal',
  ],
  ['APP_CLICKS of ENGAGEMENTS', { objective: 'ENGAGEMENTS', goal: 'APP_CLICKS' }, 'goal'],
  ['APP_INSTALLS of WEBSITE_CLICKS', { objective: 'WEBSITE_CLICKS', goal: 'APP_INSTALLS' }, 'goal'],
  ...apps.map(
    (objective) =>
      [`${objective} without a store`, { objective }, 'androidAppStoreIdentifier'] as const,
  ),
  [
    'an empty store',
    { objective: 'APP_INSTALLS', iosAppStoreIdentifier: '' },
    'iosAppStoreIdentifier',
  ],
  ['PREROLL_VIEWS without categories', { objective: 'PREROLL_VIEWS' }, 'categories'],
  ['publishers without a domain', { ...publisher, categories: ['IAB8'] }, 'advertiserDomain'],
  ['publishers without categories', { ...publisher, advertiserDomain: 'a.example' }, 'categories'],
  ...['FOLLOWERS', 'WEBSITE_CLICKS'].map(
    (objective) =>
      [`frequencyCap of ${objective}`, { objective, frequencyCap: 3 }, 'frequencyCap'] as const,
  ),
  [
    'frequencyCap of APP_INSTALLS',
    { objective: 'APP_INSTALLS', iosAppStoreIdentifier: '1', frequencyCap: 3 },
    'frequencyCap',
  ],
  [
    'a daily budget above the total',
    { dailyBudgetAmountLocalMicro: '2', totalBudgetAmountLocalMicro: '1' },
    'dailyBudgetAmountLocalMicro',
  ],
  ['an end before the start', { startTime: '2032-01-01T00:00:00Z' }, 'endTime'],
  ['a value that the API only shows', { payBy: 'ENGAGEMENT' }, 'payBy'],
  ['only profiles', { placements: ['TWITTER_PROFILE'] }, 'placements[0]'],
  ['only profiles, twice', { placements: ['TWITTER_PROFILE', 'TWITTER_PROFILE'] }, 'placements[0]'],
  ...[['TWITTER_SEARCH'], ['TWITTER_PROFILE', 'TWITTER_SEARCH'], ['TWITTER_REPLIES']].map(
    (placements) =>
      [`REACH with ${placements}`, { objective: 'REACH', placements }, 'placements'] as const,
  ),
  ['a spotlight', { placements: ['ALL_ON_TWITTER', 'SPOTLIGHT'] }, 'placements[1]'],
  ['a trend', { placements: ['TREND'] }, 'placements[0]'],
  [
    'IMPRESSION of LINK_CLICKS with TARGET',
    { objective: 'WEBSITE_CLICKS', bidStrategy: 'TARGET', ...bid, ...clicks, payBy: 'IMPRESSION' },
    'payBy',
  ],
  ['APP_CLICK of LINK_CLICKS', { ...clicks, payBy: 'APP_CLICK' }, 'payBy'],
  ['APP_CLICK of REACH', { objective: 'REACH', payBy: 'APP_CLICK' }, 'payBy'],
  [
    'LINK_CLICK of APP_INSTALLS',
    { ...installs, goal: 'APP_INSTALLS', payBy: 'LINK_CLICK' },
    'payBy',
  ],
  [
    'LINK_CLICK of SITE_VISITS',
    { objective: 'WEBSITE_CLICKS', goal: 'SITE_VISITS', payBy: 'LINK_CLICK' },
    'payBy',
  ],
  ['an end of the day before yesterday', { endTime: hoursAgo(25) }, 'endTime'],
  ['a domain with its protocol', { advertiserDomain: 'https://x.com' }, 'advertiserDomain'],
  [
    'an iOS app that is no number',
    { iosAppStoreIdentifier: 'id333903271' },
    'iosAppStoreIdentifier',
  ],
];

/** New line items that the documentation allows. */
const allowed: readonly object[] = [
  ...withMax.map((objective) => ({
    objective,
    bidStrategy: 'MAX',
    ...bid,
    iosAppStoreIdentifier: '1',
    categories: ['IAB8', 'IAB10'],
  })),
  ...['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS', ...apps].map((objective) => ({
    objective,
    bidStrategy: 'TARGET',
    ...bid,
    iosAppStoreIdentifier: '1',
  })),
  { objective: 'REACH', placements: ['TWITTER_TIMELINE'] },
  { objective: 'REACH', placements: ['TWITTER_PROFILE', 'TWITTER_TIMELINE'] },
  { objective: 'ENGAGEMENTS', placements: ['TWITTER_SEARCH', 'TWITTER_PROFILE'] },
  ...['APP_CLICK', 'IMPRESSION'].map((payBy) => ({ ...installs, goal: 'APP_INSTALLS', payBy })),
  ...['LINK_CLICK', 'IMPRESSION'].map((payBy) => ({
    objective: 'WEBSITE_CLICKS',
    ...clicks,
    payBy,
    bidStrategy: 'MAX',
    ...bid,
  })),
  {
    objective: 'WEBSITE_CLICKS',
    ...clicks,
    payBy: 'LINK_CLICK',
    bidStrategy: 'TARGET',
    ...bid,
  },
  { objective: 'WEBSITE_CLICKS', goal: 'SITE_VISITS', payBy: 'IMPRESSION' },
  { objective: 'ENGAGEMENTS', startTime: hoursAgo(48), endTime: hoursAgo(23) },
  { objective: 'ENGAGEMENTS', advertiserDomain: 'x.com' },
  { objective: 'REACH', bidStrategy: 'AUTO' },
  { objective: 'WEBSITE_CLICKS', goal: 'WEBSITE_CONVERSIONS', primaryWebEventTag: 'o1' },
  { objective: 'WEBSITE_CLICKS', goal: 'SITE_VISITS' },
  { objective: 'APP_INSTALLS', goal: 'APP_PURCHASES', androidAppStoreIdentifier: 'a.example' },
  { objective: 'APP_ENGAGEMENTS', goal: 'APP_CLICKS', iosAppStoreIdentifier: '1' },
  { ...publisher, advertiserDomain: 'a.example', categories: ['IAB8'] },
  ...['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS'].map((objective) => ({
    objective,
    frequencyCap: 3,
    durationInDays: 7,
  })),
  { ...preroll, frequencyCap: 3, durationInDays: 30 },
  ...['BROAD', 'DEFINED', 'EXPANDED'].map((audienceExpansion) => ({ audienceExpansion })),
];

const filled = (input: object) => ({
  campaignId: 'own',
  productType: 'PROMOTED_TWEETS',
  objective: 'WEBSITE_CLICKS',
  placements: ['ALL_ON_TWITTER'],
  startTime: '2031-01-01T00:00:00Z',
  endTime: '2031-02-01T00:00:00Z',
  ...input,
});
const errors = 'errors { code message argument }';

/** A campaign without line items, whose first may have any objective. */
const ownCampaign = () => {
  const { store } = running.emulator;
  store.insert('Campaign', a, { ...store.find('Campaign', a, 'c4'), id: 'own' });
};

describe('a new line item', () => {
  const create = (input: object) =>
    running.ask(
      `mutation ($input: CreateLineItemInput!) { createLineItem(input: $input) { outcome ${errors} } }`,
      { input: { accountId: a, ...filled(input) } },
    );

  test.each(refused)('%s is refused before any call', async (_what, input, argument) => {
    const { data, errors: found, calls } = await create(input);
    const wanted = { code: 'BAD_USER_INPUT', argument: `input.${argument}` };
    expect(errorsIn({ data, errors: found })).toMatchObject([{ extensions: wanted }]);
    expect(calls).toEqual([]);
  });

  test.each(allowed)('%j is created', async (input) => {
    ownCampaign();
    const { data, calls } = await create(input);
    expect(data.createLineItem).toEqual({ outcome: 'APPLIED', errors: [] });
    expect(calls).toHaveLength(1);
  });
});

describe('items of a batch', () => {
  const batch = (operations: readonly object[]) =>
    running.ask(
      `mutation ($input: BatchLineItemsInput!) { batchLineItems(input: $input) { outcome ${errors} results { outcome ${errors} } } }`,
      { input: { accountId: a, operations } },
    );
  // A value that the schema does not accept here is refused with the whole request.
  const ofItems = refused.filter(([what]) => what !== 'a value that the API only shows');

  test('each is refused like a single creation, all in one answer', async () => {
    const creations = ofItems.map(([, input]) => ({ create: filled(input) }));
    const { data, calls } = await batch(creations);
    expect(calls).toEqual([]);
    expect(data.batchLineItems.results).toMatchObject(
      ofItems.map(([, , argument], index) => ({
        outcome: 'REJECTED',
        errors: [{ argument: `input.operations[${index}].create.${argument}` }],
      })),
    );
  });

  test('a change is refused if its own values contradict each other', async () => {
    const { data, calls } = await batch([
      { update: { lineItemId: 'l1', bidStrategy: 'TARGET', bidAmountLocalMicro: null } },
      { update: { lineItemId: 'l2', entityStatus: 'PAUSED' } },
    ]);
    expect(calls).toEqual([]);
    expect(data.batchLineItems.results).toMatchObject([
      {
        outcome: 'REJECTED',
        errors: [{ argument: 'input.operations[0].update.bidAmountLocalMicro' }],
      },
      { outcome: 'NOT_APPLIED', errors: [] },
    ]);
  });
});

describe('a change', () => {
  const change = (input: object) =>
    running.ask(
      `mutation ($input: UpdateLineItemInput!) { updateLineItem(input: $input) { outcome ${errors} } }`,
      { input: { accountId: a, lineItemId: 'l1', ...input } },
    );

  test.each([
    [
      'TARGET with a bid of null',
      { bidStrategy: 'TARGET', bidAmountLocalMicro: null },
      'bidAmountLocalMicro',
    ],
    ['a bid of 0', { bidAmountLocalMicro: '0' }, 'bidAmountLocalMicro'],
    [
      'an end before the start',
      { startTime: '2032-01-01T00:00:00Z', endTime: '2031-01-01T00:00:00Z' },
      'endTime',
    ],
    [
      'a daily budget above the total',
      { dailyBudgetAmountLocalMicro: '2', totalBudgetAmountLocalMicro: '1' },
      'dailyBudgetAmountLocalMicro',
    ],
    ['a goal for new ones only', { goal: 'SITE_VISITS' }, 'goal'],
    ['a draft', { entityStatus: 'DRAFT' }, 'entityStatus'],
    ['a value that the API only shows', { payBy: 'ENGAGEMENT' }, 'payBy'],
    ['five days', { durationInDays: 5 }, 'durationInDays'],
    [
      'IMPRESSION of LINK_CLICKS with TARGET',
      { bidStrategy: 'TARGET', ...bid, ...clicks, payBy: 'IMPRESSION' },
      'payBy',
    ],
    ['APP_CLICK of LINK_CLICKS', { ...clicks, payBy: 'APP_CLICK' }, 'payBy'],
    ['an end of the day before yesterday', { endTime: hoursAgo(25) }, 'endTime'],
    ['a domain with its protocol', { advertiserDomain: 'http://x.com' }, 'advertiserDomain'],
    ['an iOS app that is no number', { iosAppStoreIdentifier: 'id1' }, 'iosAppStoreIdentifier'],
  ])('%s is refused before any call', async (_what, input, argument) => {
    const { data, errors: found, calls } = await change(input);
    const wanted = { code: 'BAD_USER_INPUT', argument: `input.${argument}` };
    expect(errorsIn({ data, errors: found })).toMatchObject([{ extensions: wanted }]);
    expect(calls).toEqual([]);
  });

  test('a rule about the stored row is left to the API', async () => {
    const { data, calls } = await change({ bidStrategy: 'TARGET' });
    expect(data.updateLineItem).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'MISSING_PARAMETER', argument: 'input.bidAmountLocalMicro' }],
    });
    expect(calls).toHaveLength(1);
    expect((await change({ bidStrategy: 'TARGET', ...bid })).data.updateLineItem.outcome).toBe(
      'APPLIED',
    );
  });
});

/** The values that the vendor's tables list for a parameter, copied by hand, by input and field. */
const listed: readonly (readonly [field: string, values: string])[] = [
  [
    'objective',
    'APP_ENGAGEMENTS,APP_INSTALLS,REACH,FOLLOWERS,ENGAGEMENTS,VIDEO_VIEWS,PREROLL_VIEWS,WEBSITE_CLICKS',
  ],
  [
    'placements',
    'ALL_ON_TWITTER,PUBLISHER_NETWORK,TAP_BANNER,TAP_FULL,TAP_FULL_LANDSCAPE,TAP_NATIVE,TAP_MRECT,TWITTER_PROFILE,TWITTER_REPLIES,TWITTER_SEARCH,TWITTER_TIMELINE',
  ],
  ['productType', 'MEDIA,PROMOTED_ACCOUNT,PROMOTED_TWEETS'],
  ['audienceExpansion', 'BROAD,DEFINED,EXPANDED'],
  ['bidStrategy', 'AUTO,MAX,TARGET'],
  ['entityStatus', 'ACTIVE,DRAFT,PAUSED'],
  ['payBy', 'APP_CLICK,IMPRESSION,LINK_CLICK'],
  [
    'goal',
    'APP_CLICKS,APP_INSTALLS,APP_PURCHASES,ENGAGEMENT,FOLLOWERS,LINK_CLICKS,MAX_REACH,PREROLL,PREROLL_STARTS,REACH_WITH_ENGAGEMENT,SITE_VISITS,VIDEO_VIEW,VIEW_3S_100PCT,VIEW_6S,VIEW_15S,WEBSITE_CONVERSIONS',
  ],
];

describe('an enumeration', () => {
  const fieldOf = (input: string, field: string) => {
    const type = schema.getType(input);
    if (!isInputObjectType(type)) throw new TypeError(`${input} is no input`);
    return type.getFields()[field];
  };

  test.each(listed)('of %s has the documented values, each with a description', (field, values) => {
    for (const input of ['CreateLineItemInput', 'LineItemCreate']) {
      const found = fieldOf(input, field);
      const type = found && getNamedType(found.type);
      if (!isEnumType(type)) throw new TypeError(`${input}.${field} is no enumeration`);
      const some = / (?:M|Each m)ust be ([A-Z_, or]+)\.$/.exec(found?.description ?? '')?.[1];
      const taken = type
        .getValues()
        .map(({ name }) => name)
        .filter(
          (name) => name !== 'UNRECOGNIZED' && (some?.split(/, | or /).includes(name) ?? true),
        );
      expect(taken.toSorted()).toEqual(values.split(',').toSorted());
      for (const { name, description } of type.getValues()) {
        expect([name, description]).toEqual([name, expect.stringMatching(/\w+.*\.$/s)]);
      }
    }
  });

  test('accepts no value that only answers have', async () => {
    const { errors: found, calls } = await running
      .ask(
        `mutation { createLineItem(input: { accountId: "${a}", campaignId: "c1", endTime: "2031-02-01T00:00:00Z", objective: UNRECOGNIZED }) { outcome errors { code argument } } }`,
      )
      .then(({ data, errors, calls }) => ({ errors: errorsIn({ data, errors }), calls }));
    expect(found).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', argument: 'input.objective' } },
    ]);
    expect(calls).toEqual([]);
  });

  test('shows an unknown value as UNRECOGNIZED, and the value itself in raw', async () => {
    const { store } = running.emulator;
    store.insert('LineItem', a, {
      ...store.find('LineItem', a, 'l1'),
      objective: 'AWARENESS',
      goal: 'SOMETHING_NEW',
      placements: ['SPOTLIGHT', 'SKY', 'TREND'],
      pay_by: 'ENGAGEMENT',
      bid_strategy: 'SHY',
    });
    const { data, errors: found } = await running.ask(
      `{ account(id: "${a}") { lineItem(id: "l1") { objective goal placements payBy bidStrategy raw } } }`,
    );
    expect(found).toBeUndefined();
    expect(data.account.lineItem).toMatchObject({
      objective: 'UNRECOGNIZED',
      goal: 'UNRECOGNIZED',
      placements: ['SPOTLIGHT', 'UNRECOGNIZED', 'TREND'],
      payBy: 'ENGAGEMENT',
      bidStrategy: 'UNRECOGNIZED',
      raw: { objective: 'AWARENESS', placements: ['SPOTLIGHT', 'SKY', 'TREND'] },
    });
  });
});
