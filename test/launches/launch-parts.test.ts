import { beforeEach, describe, expect, test } from 'vitest';
import { useGateway } from '../support/gateway.ts';
import { launched, launchInput, lineItemInput, madeSince, rowsIn } from '../support/launches.ts';
import { quickTime } from '../support/quick-time.ts';

const running = useGateway({ parts: quickTime() });
let keys = 0;
const key = () => ({ idempotencyKey: `parts ${++keys}` });
beforeEach(() => running.emulator.reset());

/** An account with users, media and scheduled posts that line items can show. */
const accountId = '18ce54trv4l';
const rowsOf = (entity: string) =>
  running.emulator.store.rows(entity, accountId).filter((row) => row['deleted'] !== true);
const idOf = (entity: string, isFit: (row: object) => boolean = () => true): string => {
  const row = rowsOf(entity).find(isFit);
  if (row === undefined) throw new Error(`the account has no ${entity}`);
  return String(row['id']);
};
const user = (): string => String(rowsOf('PromotableUser')[0]?.['user_id']);
const video = (): string => idOf('AccountMedia', (row) => /PREROLL/.test(JSON.stringify(row)));
const category = (): string =>
  String(running.emulator.store.rows('CuratedCategory', accountId)[0]?.['id']);
const scheduled = (): string =>
  idOf('ScheduledTweet', (row) => /SCHEDULED/.test(JSON.stringify(row)));
const funding = (): string =>
  idOf('FundingInstrument', (row) => /"able_to_fund":true/.test(JSON.stringify(row)));

const bare = (name: string, more: object = {}, others: object = {}) => ({
  lineItem: lineItemInput(name, more).lineItem,
  ...others,
});

const followers = (others: object = {}) =>
  bare(
    'Followers',
    { objective: 'FOLLOWERS', productType: 'PROMOTED_ACCOUNT', placements: ['TWITTER_TIMELINE'] },
    { promotedAccount: { userId: user() }, ...others },
  );
/** The country of the curated category, in the spelling of criteria. */
const country = { targetingType: 'LOCATION', targetingValue: '96683cc9126741d1' };
const prerollParts = () => ({
  targeting: [country],
  mediaCreatives: [{ accountMediaId: video() }],
  callToAction: { callToAction: 'VISIT_SITE', callToActionUrl: 'https://example.com/go' },
  trackingTags: [
    { trackingTagType: 'IMPRESSION_TAG', trackingTagUrl: 'https://example.com/seen' },
    { trackingTagType: 'CLICK_TRACKER', trackingTagUrl: 'https://example.com/clicked' },
  ],
  curatedCategory: { curatedCategoryId: category() },
});
const preroll = (others: object = {}) =>
  bare(
    'Preroll',
    { objective: 'PREROLL_VIEWS', productType: 'MEDIA', categories: ['IAB19'] },
    { ...prerollParts(), ...others },
  );
const inputOf = (lineItems: readonly object[], more: object = {}) => {
  const { campaign } = launchInput();
  return {
    accountId,
    campaign: { ...campaign, fundingInstrumentId: funding() },
    lineItems,
    ...key(),
    ...more,
  };
};

type Step = Readonly<Record<'step' | 'items' | 'lineItem' | 'outcome', unknown>>;
const stepsOf = (payload: { readonly steps: readonly Step[] }) =>
  payload.steps.map(({ step, lineItem, outcome }) => [step, lineItem, outcome]);
const isWrite = (endpoint: string | null): boolean => !/^(get|list)/.test(endpoint ?? '');
const statesOf = (rows: readonly object[]) =>
  rows.map((row) => (row as { readonly entity_status: string }).entity_status);

describe('a launch with the parts that its objective needs', () => {
  test('promotes a user and becomes active', async () => {
    const before = rowsIn(running, accountId);
    const { payload, errors, calls } = await launched(
      running,
      inputOf([followers()], { activate: true }),
    );
    expect([errors, payload.errors, payload.outcome]).toEqual([undefined, [], 'APPLIED']);
    expect(calls).toEqual([
      'createCampaign',
      'batchLineItems',
      'createPromotedAccount',
      'batchLineItems',
      'updateCampaign',
    ]);
    expect(stepsOf(payload)).toEqual([
      ['CAMPAIGN', null, 'APPLIED'],
      ['LINE_ITEMS', null, 'APPLIED'],
      ['PROMOTED_ACCOUNT', 0, 'APPLIED'],
      ['ACTIVATE_LINE_ITEMS', null, 'APPLIED'],
      ['ACTIVATE_CAMPAIGN', null, 'APPLIED'],
    ]);
    const made = madeSince(before, running, accountId);
    expect(made.PromotedAccount).toMatchObject([
      { line_item_id: made.LineItem[0]?.['id'], user_id: user() },
    ]);
    expect(statesOf([...made.Campaign, ...made.LineItem])).toEqual(['ACTIVE', 'ACTIVE']);
    const [{ lineItem, promotedAccount, mediaCreatives, callToAction }] = payload.lineItems;
    expect(promotedAccount).toMatchObject({ lineItemId: lineItem.restId, userId: user() });
    expect([mediaCreatives, callToAction]).toEqual([[], null]);
  });

  test('shows preroll videos with all of their parts', async () => {
    const before = rowsIn(running, accountId);
    const { payload, errors, calls } = await launched(
      running,
      inputOf([preroll()], { activate: true }),
    );
    expect([errors, payload.errors, payload.outcome]).toEqual([undefined, [], 'APPLIED']);
    expect(calls).toEqual([
      'createCampaign',
      'batchLineItems',
      'batchTargetingCriteria',
      'createMediaCreative',
      'createPrerollCallToAction',
      'createTrackingTag',
      'createTrackingTag',
      'createLineItemCuratedCategory',
      'batchLineItems',
      'updateCampaign',
    ]);
    const made = madeSince(before, running, accountId);
    const line_item_id = made.LineItem[0]?.['id'];
    expect(made.MediaCreative).toMatchObject([{ line_item_id, account_media_id: video() }]);
    expect(made.PrerollCallToAction).toMatchObject([
      { line_item_id, call_to_action: 'VISIT_SITE', call_to_action_url: 'https://example.com/go' },
    ]);
    expect(made.TrackingTag).toMatchObject([
      {
        line_item_id,
        tracking_tag_type: 'IMPRESSION_TAG',
        tracking_tag_url: 'https://example.com/seen',
      },
      {
        line_item_id,
        tracking_tag_type: 'CLICK_TRACKER',
        tracking_tag_url: 'https://example.com/clicked',
      },
    ]);
    expect(made.LineItemCuratedCategory).toMatchObject([
      { line_item_id, curated_category_id: category() },
    ]);
    expect(statesOf([...made.Campaign, ...made.LineItem])).toEqual(['ACTIVE', 'ACTIVE']);
    const [shown] = payload.lineItems;
    expect(shown).toMatchObject({
      mediaCreatives: [{ accountMediaId: video(), lineItemId: line_item_id }],
      callToAction: { callToAction: 'VISIT_SITE' },
      trackingTags: [{ trackingTagType: 'IMPRESSION_TAG' }, { trackingTagType: 'CLICK_TRACKER' }],
      curatedCategory: { curatedCategoryId: category() },
      promotedAccount: null,
      scheduledPromotedTweets: [],
    });
  });

  test('creates the parts of all line items kind by kind, after the posts', async () => {
    const trackingTags = [
      { trackingTagType: 'IMPRESSION_TAG', trackingTagUrl: 'https://example.com/a' },
    ];
    const scheduledPromotedTweets = [{ scheduledTweetId: scheduled() }];
    const post = String(rowsOf('PromotedTweet')[0]?.['tweet_id']);
    const lineItems = ['A', 'B'].map((name) =>
      bare(name, {}, { trackingTags, scheduledPromotedTweets, promotedTweetIds: [post] }),
    );
    const { payload } = await launched(running, inputOf(lineItems));
    expect([payload.outcome, payload.errors]).toEqual(['APPLIED', []]);
    expect(stepsOf(payload).slice(2)).toEqual(
      ['PROMOTED_TWEETS', 'TRACKING_TAGS', 'SCHEDULED_PROMOTED_TWEETS'].flatMap((kind) =>
        [0, 1].map((index) => [kind, index, 'APPLIED']),
      ),
    );
    expect(payload.lineItems[1].scheduledPromotedTweets).toMatchObject([
      { scheduledTweetId: scheduled() },
    ]);
  });

  test('costs what its plan says', async () => {
    const { extensions, calls } = await running.ask(
      `mutation ($input: LaunchCampaignInput!) { launchCampaign(input: $input) { lineItems { trackingTags { id } } } }`,
      { input: inputOf([preroll()], { activate: true }) },
      { headers: { 'x-ads-plan': '1' } },
    );
    expect(calls).toEqual([]);
    const plan = extensions?.['plan'] as {
      endpoints: { endpoint: string; most: number }[];
      objects: number;
    };
    const most = Object.fromEntries(plan.endpoints.map((one) => [one.endpoint, one.most]));
    expect(most).toMatchObject({
      createMediaCreative: 1,
      createPrerollCallToAction: 1,
      createTrackingTag: 2,
      createLineItemCuratedCategory: 1,
      // Ten pages read back a lost answer; one call checks the rows before anything is activated.
      listTrackingTags: 11,
    });
    // The launch, its line item and two tags.
    expect(plan.objects).toBe(4);
  });
});

describe.each([
  ['createPromotedAccount', 'PromotedAccount', 'promotedAccount.userId', () => followers()],
  ['createMediaCreative', 'MediaCreative', 'mediaCreatives[0].accountMediaId', () => preroll()],
  [
    'createPrerollCallToAction',
    'PrerollCallToAction',
    'callToAction.callToAction',
    () => preroll(),
  ],
  ['createTrackingTag', 'TrackingTag', 'trackingTags[0].trackingTagUrl', () => preroll()],
  [
    'createLineItemCuratedCategory',
    'LineItemCuratedCategory',
    'curatedCategory.curatedCategoryId',
    () => preroll(),
  ],
  [
    'createScheduledPromotedTweet',
    'ScheduledPromotedTweet',
    'scheduledPromotedTweets[0].scheduledTweetId',
    () => bare('A', {}, { scheduledPromotedTweets: [{ scheduledTweetId: scheduled() }] }),
  ],
] as const)('the step of %s', (endpoint, entity, place, lineItem) => {
  const match = { endpoint };
  const parameter = (place.split('.')[1] ?? '').replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

  test('is refused at its place, and continues once the cause is removed', async () => {
    const before = rowsIn(running, accountId);
    const input = inputOf([lineItem()], { activate: true });
    const refusal = { code: 'INVALID', message: 'not today', parameter };
    const json = { errors: [refusal] };
    running.emulator.fault({ match, times: 1, fault: { kind: 'answer', status: 400, json } });
    const first = await launched(running, input);
    expect(first.payload.outcome).toBe('REJECTED');
    const argument = `input.lineItems[0].${place}`;
    expect(first.payload.errors).toMatchObject([{ code: 'INVALID', argument }]);
    expect(first.payload.lineItems[0].errors).toMatchObject([{ code: 'INVALID', argument }]);
    expect(first.calls.at(-1)).toBe(endpoint);
    const second = await launched(running, input);
    expect([second.payload.outcome, second.payload.errors]).toEqual(['APPLIED', []]);
    expect(second.calls.filter(isWrite)[0]).toBe(endpoint);
    expect(statesOf(madeSince(before, running, accountId).Campaign)).toEqual(['ACTIVE']);
    const third = await launched(running, input);
    expect([third.calls.filter(isWrite), third.payload]).toEqual([[], second.payload]);
  });

  test('whose answer is lost is read back, and never creates a second row', async () => {
    for (const apply of [true, false]) {
      // Enough calls succeed to keep the breaker closed.
      for (let count = 0; count < 4; count += 1)
        await running.ask('{ accounts(first: 1) { nodes { name } } }');
      const before = rowsIn(running, accountId);
      const input = inputOf([lineItem()], { activate: true });
      running.emulator.fault({ match, times: 1, fault: { kind: 'drop', apply } });
      expect((await launched(running, input)).payload.outcome).toBe('UNKNOWN');
      const again = await launched(running, input);
      expect([apply, again.payload.outcome]).toEqual([apply, apply ? 'APPLIED' : 'UNKNOWN']);
      const others = again.calls.filter(isWrite);
      expect(others.filter((name) => name === endpoint).length).toBe(
        apply && endpoint === 'createTrackingTag' ? 1 : 0,
      );
      const made = madeSince(before, running, accountId);
      const wanted = endpoint === 'createTrackingTag' ? 2 : 1;
      expect(made[entity]).toHaveLength(apply ? wanted : 0);
      expect(statesOf(made.Campaign)).toEqual([apply ? 'ACTIVE' : 'PAUSED']);
    }
  });
});

describe('faults that are visible in the input are refused before the first call', () => {
  const words = [
    ['age', 'AGE_18_TO_24'],
    ['age', 'AGE_25_TO_34'],
  ].map(([, targetingValue]) => ({ targetingType: 'AGE', targetingValue }));
  const event = (targetingValue: string) => ({ targetingType: 'EVENT', targetingValue });
  const show = { targetingType: 'TV_SHOW', targetingValue: '1' };
  const needed = ['objective', 'placements', 'productType', 'startTime'];

  test.each([
    [
      'what the API needs of a line item',
      () => bare('A', Object.fromEntries(needed.map((name) => [name, null]))),
      needed.map((name) => ['REQUIRED', `lineItem.${name}`]),
    ],
    [
      'reach in searches alone',
      () => bare('A', { objective: 'REACH', placements: ['TWITTER_SEARCH'] }),
      [['NOT_ALLOWED', 'lineItem.placements']],
    ],
    [
      'two buckets of age',
      () => bare('A', {}, { targeting: words }),
      [['NOT_TOGETHER', 'targeting[1].targetingType']],
    ],
    [
      'two events',
      () => bare('A', {}, { targeting: [event('1'), country, event('2')] }),
      [['NOT_TOGETHER', 'targeting[2].targetingType']],
    ],
    [
      'a television show before its place',
      () => bare('A', {}, { targeting: [show, country] }),
      [['NOT_IN_ORDER', 'targeting[0].targetingType']],
    ],
    [
      'a television show without a place',
      () => bare('A', {}, { targeting: [show] }),
      [['NOT_IN_ORDER', 'targeting[0].targetingType']],
    ],
    [
      'a promoted user in a line item for posts',
      () => bare('A', {}, { promotedAccount: { userId: user() } }),
      [['NOT_ALLOWED', 'promotedAccount']],
    ],
    [
      'parts of preroll videos in a line item for posts',
      () => {
        const { callToAction, curatedCategory } = prerollParts();
        return bare('A', {}, { callToAction, curatedCategory });
      },
      [
        ['NOT_ALLOWED', 'callToAction'],
        ['NOT_ALLOWED', 'curatedCategory'],
      ],
    ],
    [
      'parts with values that cannot be',
      () =>
        bare(
          'A',
          {},
          {
            trackingTags: [
              { trackingTagType: 'IMPRESSION_TAG', trackingTagUrl: 'no address' },
              { trackingTagUrl: 'https://example.com' },
            ],
            scheduledPromotedTweets: [{ scheduledTweetId: 'x y' }],
          },
        ),
      [
        ['MALFORMED', 'scheduledPromotedTweets[0].scheduledTweetId'],
        ['MALFORMED', 'trackingTags[0].trackingTagUrl'],
        ['REQUIRED', 'trackingTags[1].trackingTagType'],
      ],
    ],
  ] as const)('%s', async (_what, lineItem, expected) => {
    const { payload, calls } = await launched(running, inputOf([lineItem()]));
    expect([payload.outcome, payload.steps, calls]).toEqual(['REJECTED', [], []]);
    const found = payload.errors as readonly { reason: string; argument: string }[];
    expect(found.map(({ reason, argument }) => [reason, argument]).sort(byPlace)).toEqual(
      expected.map(([reason, at]) => [reason, `input.lineItems[0].${at}`]),
    );
  });

  const byPlace = ([, one = '']: readonly string[], [, other = '']: readonly string[]): number =>
    one < other ? -1 : 1;

  test('a place before its television show is no such fault', async () => {
    const input = inputOf([bare('A', {}, { targeting: [country, show] })]);
    expect((await launched(running, input)).calls).toContain('batchTargetingCriteria');
  });
});

describe('an entity with nothing to show stays paused, with an error', () => {
  test('a line item beside one that has posts', async () => {
    const before = rowsIn(running, accountId);
    const lineItems = [preroll(), preroll({ mediaCreatives: [] })];
    const { payload } = await launched(running, inputOf(lineItems, { activate: true }));
    const told = { reason: 'NOT_ALLOWED', argument: 'input.lineItems[1]' };
    expect([payload.outcome, payload.errors]).toMatchObject(['APPLIED', [told]]);
    expect(payload.lineItems.map(({ errors }: { errors: unknown }) => errors)).toMatchObject([
      [],
      [told],
    ]);
    const made = madeSince(before, running, accountId);
    expect(statesOf(made.Campaign)).toEqual(['ACTIVE']);
    expect(statesOf(made.LineItem)).toEqual(['ACTIVE', 'PAUSED']);
  });

  test('a campaign whose line items have nothing', async () => {
    for (const lineItems of [[], [bare('A'), bare('B', { entityStatus: 'PAUSED' })]]) {
      const before = rowsIn(running, accountId);
      const { payload, calls } = await launched(running, inputOf(lineItems, { activate: true }));
      expect(payload.outcome).toBe('APPLIED');
      const places = payload.errors.map(({ argument }: { argument: string }) => argument);
      expect(places).toEqual([
        ...lineItems.slice(1).map(() => 'input.lineItems[0]'),
        'input.activate',
      ]);
      expect(calls).not.toContain('updateCampaign');
      const made = madeSince(before, running, accountId);
      expect(new Set(statesOf([...made.Campaign, ...made.LineItem]))).toEqual(new Set(['PAUSED']));
    }
  });
});
