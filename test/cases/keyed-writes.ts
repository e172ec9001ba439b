import type { StoredRow } from '../../emulator/store.ts';
import type { EndpointName } from '../../src/upstream/catalogue/endpoint-names.ts';
import { catalogue } from '../../src/upstream/catalogue/index.ts';
import { snakeCase } from '../../src/upstream/catalogue/names.ts';
import { agency, bikes, coffee, startup, travel } from '../support/accounts.ts';

const author = '1480000000000000101';
const image = '3_1210400000000000011';
const video = '13_1310400000000000011';
const card = '1810400000000000011';
const draft = (n: number) => `16101${String(n * 1_048_583 + 7).padStart(14, '0')}`;
const scheduled = (n: number) => `17101${String(n * 1_048_583 + 7).padStart(14, '0')}`;
const soon = new Date(Date.now() + 30 * 86_400_000).toISOString();
const later = new Date(Date.now() + 40 * 86_400_000).toISOString();
const digest = '49e0be2aeccfb51a8dee4c945c8a70a9ac500cf6f5cb08112575f74db9b1470d';
const testedCampaigns = {
  Campaign: ['test1', 'test2'].map((id) => ({ id, name: id, deleted: false })),
};

/** A job in the form in which the emulator stores it. */
export const storedJob = {
  id: '1900000000000000007',
  id_str: '1900000000000000007',
  account_id: bikes,
  entity: 'CAMPAIGN',
  entity_ids: ['cik3s000'],
  granularity: 'TOTAL',
  placement: 'ALL_ON_TWITTER',
  metric_groups: ['ENGAGEMENT'],
  segmentation_type: null,
  country: null,
  platform: null,
  start_time: '2025-06-01T22:00:00Z',
  end_time: '2025-06-08T22:00:00Z',
  created_at: '2025-06-09T10:00:00Z',
  ready_at: Number.MAX_SAFE_INTEGER,
  fails: false,
  origin: 'http://127.0.0.1',
} as const;

/** A mutation with an idempotencyKey, and the rows that the API shows afterwards. */
export interface KeyedWrite {
  /** Its input, without the key. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The entity under which the emulator keeps its rows; null for the root. */
  readonly entity?: string;
  readonly account?: string | null;
  /** The columns that show the sent values. */
  readonly shown?: readonly string[];
  /**
   * Columns that stay empty because nothing was sent for them, with a value that somebody else
   * could have sent.
   */
  readonly empty?: Readonly<Record<string, unknown>>;
  /** The reason why its outcome cannot be known. */
  readonly noWayBack?: string;
  /** Rows beside the emulator's seed. */
  readonly rows?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

const parts = [
  { media: { mediaKey: image } },
  { details: { title: 'See it', destination: { website: { url: 'https://a.example/X' } } } },
];
const button = {
  button: {
    label: { value: 'INSTALL' },
    destination: { app: { countryCode: 'DE', googleplayAppId: 'com.example.App' } },
  },
};
const tree = {
  booleanOperator: 'AND',
  childSegments: [
    { customAudienceId: 'af3e2002', negate: false, lookbackWindow: 7, frequency: 2 },
    { customAudienceId: 'af3e2005', negate: true },
  ],
};
const hashtags = {
  name: 'Where next',
  title: 'Where next?',
  firstCta: '#Highlands',
  firstCtaTweet: 'To the Highlands!',
  thankYouText: 'See you there',
  mediaKey: video,
};

const catalog = '1540000000000000101';
const ofCatalog = (kind: number) => `15${kind}101${String(13).padStart(12, '0')}`;
const noReadBack = 'The API offers no way to read it back.';
const feed = {
  feedUrl: 'https://feeds.example/Bags.xml',
  feedFormat: 'XML',
  frequency: 'WEEKLY',
  repeat: 'FRIDAY',
  startTime: '02:15',
  timeZone: 'Europe/London',
};
const bell = {
  id: 'bell-1',
  title: 'Bell',
  description: 'A bell.',
  availability: 'PREORDER',
  condition: 'NEW',
  price: '9.50 EUR',
  link: 'https://shop.example/bell',
  imageLink: 'https://shop.example/bell.png',
  brand: 'Nordlicht',
};

type KeyedWriteCase = Omit<KeyedWrite, 'shown'> & { readonly shown?: KeyedWrite['shown'] | null };

/**
 * A write whose rows are in the account of its input and show every value of it except the ids of
 * the path, unless the case says something else.
 */
const keyed = (
  name: EndpointName,
  { shown, ...write }: KeyedWriteCase,
): readonly [name: string, write: KeyedWrite] => {
  const { entity, input } = write;
  const columns = Object.keys(input)
    .map(snakeCase)
    .filter((column) => !catalogue[name].path.includes(`{${column}}`));
  const isShown = entity !== undefined && columns.length > 0;
  const { account = entity === undefined ? undefined : input['accountId'] } = write;
  return [
    name,
    {
      ...write,
      account: account === undefined ? null : (account as string | null),
      ...(shown === undefined ? isShown && { shown: columns } : shown !== null && { shown }),
    },
  ];
};

/** Every mutation that takes an idempotencyKey, by its name; some with several inputs. */
export const keyedWrites: readonly (readonly [name: string, write: KeyedWrite])[] = [
  keyed('createCampaign', {
    entity: 'Campaign',
    input: {
      accountId: bikes,
      fundingInstrumentId: 'fik3s001',
      name: 'Spring',
      budgetOptimization: 'CAMPAIGN',
      dailyBudgetAmountLocalMicro: '50000000',
      totalBudgetAmountLocalMicro: '90000000',
      entityStatus: 'PAUSED',
      purchaseOrderNumber: 'Po 1',
      standardDelivery: false,
    },
  }),
  keyed('createCampaign', {
    entity: 'Campaign',
    input: {
      accountId: bikes,
      fundingInstrumentId: 'fik3s001',
      name: 'Bare',
      dailyBudgetAmountLocalMicro: '50000000',
    },
    shown: ['name', 'daily_budget_amount_local_micro'],
    empty: {
      total_budget_amount_local_micro: 90_000_000,
      purchase_order_number: 'Po 1',
      entity_status: 'PAUSED',
    },
  }),
  keyed('updateCampaign', {
    entity: 'Campaign',
    input: {
      accountId: bikes,
      campaignId: 'cik3s000',
      name: 'Summer sale',
      entityStatus: 'PAUSED',
      dailyBudgetAmountLocalMicro: '7000001',
      purchaseOrderNumber: null,
    },
    shown: ['name', 'entity_status', 'daily_budget_amount_local_micro'],
    empty: { purchase_order_number: 'Po 1' },
  }),
  keyed('deleteCampaign', {
    entity: 'Campaign',
    input: { accountId: bikes, campaignId: 'cik3s000' },
  }),
  keyed('batchCampaigns', {
    entity: 'Campaign',
    input: {
      accountId: bikes,
      operations: [
        {
          create: {
            fundingInstrumentId: 'fik3s001',
            name: 'First of two',
            dailyBudgetAmountLocalMicro: '50000000',
          },
        },
        {
          create: {
            fundingInstrumentId: 'fik3s001',
            name: 'Second of two',
            dailyBudgetAmountLocalMicro: '60000000',
          },
        },
        { update: { campaignId: 'cik3s001', name: 'Autumn' } },
        { delete: { campaignId: 'cik3s002' } },
      ],
    },
    shown: ['name'],
  }),
  keyed('createLineItem', {
    entity: 'LineItem',
    input: {
      accountId: bikes,
      campaignId: 'cik3s001',
      productType: 'PROMOTED_TWEETS',
      objective: 'VIDEO_VIEWS',
      placements: ['TWITTER_TIMELINE', 'TWITTER_SEARCH'],
      startTime: '2030-01-01T00:00:00Z',
      endTime: '2030-02-01T00:00:00+02:00',
      name: 'Line of Spring',
      goal: 'VIDEO_VIEW',
      payBy: 'IMPRESSION',
      bidStrategy: 'MAX',
      bidAmountLocalMicro: '1500000',
      entityStatus: 'PAUSED',
      durationInDays: 7,
      frequencyCap: 3,
      advertiserDomain: 'a.example',
    },
    empty: { daily_budget_amount_local_micro: 5, primary_web_event_tag: 'x1' },
  }),
  keyed('updateLineItem', {
    entity: 'LineItem',
    input: {
      accountId: bikes,
      lineItemId: 'lik3s000',
      name: 'Line of summer',
      entityStatus: 'PAUSED',
      totalBudgetAmountLocalMicro: '7000001',
      advertiserDomain: null,
      endTime: '2036-02-01T00:00:00+02:00',
    },
    shown: ['name', 'entity_status', 'total_budget_amount_local_micro', 'end_time'],
    empty: { advertiser_domain: 'b.example' },
  }),
  keyed('updateLineItem', {
    entity: 'LineItem',
    input: { accountId: bikes, lineItemId: 'lik3s000', categories: ['IAB8', 'IAB10'] },
  }),
  keyed('updateLineItem', {
    entity: 'LineItem',
    input: { accountId: bikes, lineItemId: 'lik3s000', audienceExpansion: 'BROAD' },
  }),
  keyed('deleteLineItem', {
    entity: 'LineItem',
    input: { accountId: bikes, lineItemId: 'lik3s000' },
  }),
  keyed('batchLineItems', {
    entity: 'LineItem',
    input: {
      accountId: bikes,
      operations: [
        {
          create: {
            campaignId: 'cik3s001',
            objective: 'VIDEO_VIEWS',
            productType: 'PROMOTED_TWEETS',
            startTime: '2030-01-01T00:00:00Z',
            endTime: '2030-02-01T00:00:00Z',
            name: 'First of two',
            placements: ['TWITTER_TIMELINE', 'TWITTER_SEARCH'],
            categories: ['IAB8', 'IAB10'],
          },
        },
        {
          create: {
            campaignId: 'cik3s001',
            objective: 'VIDEO_VIEWS',
            productType: 'PROMOTED_TWEETS',
            placements: ['ALL_ON_TWITTER'],
            startTime: '2030-01-01T00:00:00Z',
            endTime: '2030-02-01T00:00:00Z',
            name: 'Second of two',
          },
        },
        { update: { lineItemId: 'lik3s000', name: 'Autumn' } },
        { delete: { lineItemId: 'lik3s001' } },
      ],
    },
    shown: ['name'],
  }),
  keyed('createPromotedTweets', {
    entity: 'PromotedTweet',
    input: { accountId: bikes, lineItemId: 'lik3s001', tweetIds: ['1496767352142384193'] },
    shown: ['line_item_id', 'tweet_id'],
  }),
  keyed('deletePromotedTweet', {
    entity: 'PromotedTweet',
    input: { accountId: bikes, promotedTweetId: 'pik3s000' },
  }),
  keyed('createTargetingCriterion', {
    entity: 'TargetingCriterion',
    input: {
      accountId: bikes,
      lineItemId: 'lik3s000',
      targetingType: 'BROAD_KEYWORD',
      targetingValue: 'Gravel Bikes',
      operatorType: 'NE',
    },
  }),
  keyed('batchTargetingCriteria', {
    entity: 'TargetingCriterion',
    input: {
      accountId: bikes,
      operations: [
        {
          create: {
            lineItemId: 'lik3s000',
            targetingType: 'BROAD_KEYWORD',
            targetingValue: 'Gravel',
            operatorType: 'EQ',
          },
        },
        { delete: { targetingCriterionId: 'tik3s000' } },
      ],
    },
    shown: ['targeting_value', 'targeting_type', 'operator_type'],
  }),
  keyed('deleteTargetingCriterion', {
    entity: 'TargetingCriterion',
    input: { accountId: bikes, targetingCriterionId: 'tik3s001' },
  }),
  keyed('createCard', {
    entity: 'Card',
    input: { accountId: travel, name: 'Highlands', components: parts },
  }),
  keyed('createCard', {
    entity: 'Card',
    input: {
      accountId: travel,
      name: 'App',
      components: [{ media: { mediaKey: image } }, button],
    },
  }),
  keyed('createCard', {
    entity: 'Card',
    input: { accountId: travel, name: 'Slides', slides: [parts, parts] },
  }),
  keyed('updateCard', {
    entity: 'Card',
    input: { accountId: travel, cardId: card, name: 'Lowlands', components: parts },
  }),
  keyed('deleteCard', { entity: 'Card', input: { accountId: travel, cardId: card } }),
  keyed('createPollCard', {
    entity: 'PollCard',
    input: {
      accountId: travel,
      name: 'Seasons',
      durationInMinutes: 1440,
      firstChoice: 'Summer',
      secondChoice: 'Winter',
      thirdChoice: 'Autumn',
    },
    empty: { fourth_choice: 'Spring' },
  }),
  keyed('deletePollCard', { entity: 'PollCard', input: { accountId: travel, cardId: 'qrv4l000' } }),
  keyed('createImageConversationCard', {
    entity: 'ImageConversationCard',
    input: { accountId: travel, ...hashtags, mediaKey: image },
    empty: { second_cta: '#Lowlands', thank_you_url: 'https://a.example' },
  }),
  keyed('updateImageConversationCard', {
    entity: 'ImageConversationCard',
    input: { accountId: travel, cardId: 'irv4l000', ...hashtags, mediaKey: image },
  }),
  keyed('deleteImageConversationCard', {
    entity: 'ImageConversationCard',
    input: { accountId: travel, cardId: 'irv4l000' },
  }),
  keyed('createVideoConversationCard', {
    entity: 'VideoConversationCard',
    input: { accountId: travel, ...hashtags },
    empty: { second_cta: '#Lowlands', thank_you_url: 'https://a.example' },
  }),
  keyed('createVideoConversationCard', {
    entity: 'VideoConversationCard',
    input: { accountId: travel, ...hashtags, posterMediaKey: image },
    noWayBack: 'The API does not show posterMediaKey.',
    shown: null,
  }),
  keyed('updateVideoConversationCard', {
    entity: 'VideoConversationCard',
    input: { accountId: travel, cardId: 'vrv4l000', ...hashtags },
  }),
  keyed('deleteVideoConversationCard', {
    entity: 'VideoConversationCard',
    input: { accountId: travel, cardId: 'vrv4l000' },
  }),
  keyed('addMediaLibraryItem', {
    entity: 'MediaLibraryItem',
    input: { accountId: travel, mediaKey: video, title: 'Six days', name: 'Rail' },
    shown: ['title', 'name'],
  }),
  keyed('stageMedia', {
    input: {
      accountId: travel,
      mediaCategory: 'TWEET_IMAGE',
      mediaType: 'image/png',
      totalBytes: 100,
    },
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('updateMediaLibraryItem', {
    entity: 'MediaLibraryItem',
    input: {
      accountId: travel,
      mediaKey: video,
      title: 'Six days',
      description: 'By rail',
      name: 'Rail',
    },
  }),
  keyed('deleteMediaLibraryItem', {
    entity: 'MediaLibraryItem',
    input: { accountId: travel, mediaKey: image },
  }),
  keyed('deleteAccountMedia', {
    entity: 'AccountMedia',
    input: { accountId: travel, accountMediaId: 'arv4l002' },
  }),
  keyed('createMediaCreative', {
    entity: 'MediaCreative',
    input: {
      accountId: travel,
      accountMediaId: 'arv4l001',
      lineItemId: 'lrv4l00o',
      landingUrl: 'https://thistlethread.example/A',
    },
  }),
  keyed('deleteMediaCreative', {
    entity: 'MediaCreative',
    input: { accountId: travel, mediaCreativeId: 'mrv4l001' },
  }),
  keyed('createPrerollCallToAction', {
    entity: 'PrerollCallToAction',
    input: {
      accountId: travel,
      lineItemId: 'lrv4l003',
      callToAction: 'VISIT_SITE',
      callToActionUrl: 'https://thistlethread.example/B',
    },
  }),
  keyed('updatePrerollCallToAction', {
    entity: 'PrerollCallToAction',
    input: {
      accountId: travel,
      prerollCallToActionId: 'yrv4l000',
      callToAction: 'SHOP',
      callToActionUrl: 'https://thistlethread.example/C',
    },
  }),
  keyed('deletePrerollCallToAction', {
    entity: 'PrerollCallToAction',
    input: { accountId: travel, prerollCallToActionId: 'yrv4l000' },
  }),
  keyed('createPromotedAccount', {
    entity: 'PromotedAccount',
    input: { accountId: travel, lineItemId: 'lrv4l008', userId: '1480000000000001104' },
  }),
  keyed('deletePromotedAccount', {
    entity: 'PromotedAccount',
    input: { accountId: travel, promotedAccountId: 'hrv4l001' },
  }),
  keyed('createTweet', {
    entity: 'Tweet',
    input: {
      accountId: bikes,
      asUserId: author,
      text: 'Hello There',
      name: 'A Post',
      conversationSettings: 'FOLLOWING',
      trimUser: true,
      tweetMode: 'EXTENDED',
    },
    shown: ['full_text', 'name', 'conversation_settings'],
    empty: { card_uri: 'card://1' },
  }),
  keyed('createTweet', {
    entity: 'Tweet',
    // A promotable user, but not the one whose posts lists show by default.
    rows: {
      PromotableUser: [
        { id: 'pu9', user_id: '777', promotable_user_type: 'RETWEETS_ONLY', deleted: false },
      ],
    },
    input: { accountId: bikes, asUserId: '777', text: 'Hello from another' },
    shown: ['full_text'],
    empty: { name: 'A Post', nullcast: false },
  }),
  keyed('createTweet', {
    input: {
      accountId: bikes,
      asUserId: author,
      text: 'Look',
      mediaKeys: ['3_1210100000000000011'],
    },
    noWayBack: 'The API does not show mediaKeys.',
  }),
  keyed('renameTweet', {
    entity: 'Tweet',
    rows: {
      Tweet: [
        { id: '300', full_text: 'Out now', created_at: '2026-01-01T00:00:00Z', is_own: true },
      ],
    },
    input: { accountId: bikes, tweetId: '300', name: 'Spring' },
  }),
  keyed('createDraftTweet', {
    entity: 'DraftTweet',
    input: {
      accountId: bikes,
      asUserId: author,
      text: 'Hello There',
      name: 'A Draft',
      nullcast: false,
    },
    shown: ['user_id', 'text', 'name', 'nullcast'],
    empty: { card_uri: 'card://1', media_keys: [image] },
  }),
  keyed('createDraftTweet', {
    entity: 'DraftTweet',
    // A promotable user, but not the one whose posts lists show by default.
    rows: {
      PromotableUser: [
        { id: 'pu9', user_id: '777', promotable_user_type: 'RETWEETS_ONLY', deleted: false },
      ],
    },
    input: { accountId: bikes, asUserId: '777', text: 'Hello from another' },
    shown: ['user_id', 'text'],
    empty: { name: 'A Draft', nullcast: false },
  }),
  keyed('updateDraftTweet', {
    entity: 'DraftTweet',
    input: {
      accountId: bikes,
      draftTweetId: draft(1),
      cardUri: null,
      name: 'Second thought',
      text: 'Other Words',
      nullcast: false,
    },
    shown: ['name', 'text', 'nullcast'],
    empty: { card_uri: 'card://1' },
  }),
  keyed('deleteDraftTweet', {
    entity: 'DraftTweet',
    input: { accountId: bikes, draftTweetId: draft(2) },
  }),
  keyed('previewDraftTweet', {
    input: { accountId: bikes, draftTweetId: draft(0) },
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('createScheduledTweet', {
    entity: 'ScheduledTweet',
    input: { accountId: bikes, asUserId: author, text: 'Soon Enough', scheduledAt: soon },
    shown: ['user_id', 'text', 'scheduled_at'],
    empty: { name: 'A Post' },
  }),
  keyed('updateScheduledTweet', {
    entity: 'ScheduledTweet',
    input: { accountId: bikes, scheduledTweetId: scheduled(5), text: 'Later', scheduledAt: soon },
  }),
  keyed('deleteScheduledTweet', {
    entity: 'ScheduledTweet',
    input: { accountId: bikes, scheduledTweetId: scheduled(8) },
  }),
  keyed('createScheduledPromotedTweet', {
    entity: 'ScheduledPromotedTweet',
    input: { accountId: bikes, lineItemId: 'lik3s000', scheduledTweetId: scheduled(4) },
  }),
  keyed('deleteScheduledPromotedTweet', {
    entity: 'ScheduledPromotedTweet',
    input: { accountId: bikes, scheduledPromotedTweetId: 'sik3s002' },
  }),
  keyed('createTrackingTag', {
    entity: 'TrackingTag',
    input: {
      accountId: bikes,
      lineItemId: 'lik3s000',
      trackingTagType: 'CLICK_TRACKER',
      trackingTagUrl: 'https://track.example/A',
    },
  }),
  keyed('updateTrackingTag', {
    entity: 'TrackingTag',
    input: {
      accountId: bikes,
      trackingTagId: 'gik3s001',
      trackingTagUrl: 'https://track.example/New',
    },
  }),
  keyed('deleteTrackingTag', {
    entity: 'TrackingTag',
    input: { accountId: bikes, trackingTagId: 'gik3s002' },
  }),
  keyed('createLineItemCuratedCategory', {
    entity: 'LineItemCuratedCategory',
    input: { accountId: travel, lineItemId: 'lrv4l004', curatedCategoryId: 'cc2u' },
  }),
  keyed('updateLineItemCuratedCategory', {
    entity: 'LineItemCuratedCategory',
    input: {
      accountId: travel,
      lineItemCuratedCategoryId: 'lcrv4l001',
      curatedCategoryId: 'cc2w',
    },
  }),
  keyed('deleteLineItemCuratedCategory', {
    entity: 'LineItemCuratedCategory',
    input: { accountId: travel, lineItemCuratedCategoryId: 'lcrv4l001' },
  }),
  keyed('createCustomAudience', {
    entity: 'CustomAudience',
    input: { accountId: coffee, name: 'Letter of June', description: 'Readers' },
  }),
  keyed('createCustomAudience', {
    entity: 'CustomAudience',
    input: { accountId: coffee, name: 'Letter of July' },
    empty: { description: 'Readers' },
  }),
  keyed('updateCustomAudience', {
    entity: 'CustomAudience',
    input: {
      accountId: coffee,
      customAudienceId: 'af3e2000',
      name: 'Others',
      description: 'Listeners',
    },
  }),
  keyed('deleteCustomAudience', {
    entity: 'CustomAudience',
    input: { accountId: coffee, customAudienceId: 'af3e2003' },
  }),
  keyed('batchCustomAudiences', {
    entity: 'CustomAudience',
    input: {
      accountId: coffee,
      operations: [{ create: { name: 'Both', audienceType: 'FLEXIBLE', segments: tree } }],
    },
    shown: [
      'name',
      'audience_type',
      'metadata.0.segments.boolean_operator',
      'metadata.0.segments.child_segments',
    ],
  }),
  keyed('createCustomAudiencePermission', {
    entity: 'CustomAudiencePermission',
    input: {
      accountId: agency,
      customAudienceId: 'ag3nc002',
      grantedAccountId: coffee,
      permissionLevel: 'READ_ONLY',
    },
  }),
  keyed('deleteCustomAudiencePermission', {
    entity: 'CustomAudiencePermission',
    input: {
      accountId: agency,
      customAudienceId: 'ag3nc000',
      customAudiencePermissionId: 'mg3nc000',
    },
  }),
  keyed('createTailoredAudiencePermission', {
    entity: 'TailoredAudiencePermission',
    input: {
      accountId: agency,
      tailoredAudienceId: 'ag3nc002',
      grantedAccountId: coffee,
      permissionLevel: 'READ_WRITE',
    },
  }),
  keyed('deleteTailoredAudiencePermission', {
    entity: 'TailoredAudiencePermission',
    input: {
      accountId: agency,
      tailoredAudienceId: 'ag3nc000',
      tailoredAudiencePermissionId: 'og3nc000',
    },
  }),
  keyed('updateCustomAudienceUsers', {
    input: {
      accountId: coffee,
      customAudienceId: 'af3e2000',
      operations: [{ update: { users: [{ partnerUserId: ['p1'] }] } }],
    },
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('createDoNotReachList', {
    entity: 'DoNotReachList',
    input: { accountId: agency, description: 'Asked us' },
  }),
  keyed('createDoNotReachList', {
    input: { accountId: agency },
    noWayBack: 'These values do not distinguish the new row from others.',
  }),
  keyed('deleteDoNotReachList', {
    entity: 'DoNotReachList',
    input: { accountId: coffee, doNotReachListId: 'nf3e2000' },
  }),
  keyed('updateDoNotReachListUsers', {
    input: {
      accountId: coffee,
      doNotReachListId: 'nf3e2000',
      operations: [{ update: { users: [{ email: [digest] }] } }],
    },
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('recordMobileConversion', {
    input: {
      appId: '1487654321',
      osType: 'IOS',
      conversionType: 'INSTALL',
      conversionTime: '2026-06-01T09:00:00Z',
      hashedDeviceId: digest,
    },
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('recordWebConversions', {
    input: {
      pixelId: 'oik3s',
      conversions: [
        {
          conversionTime: '2026-06-01T09:00:00Z',
          eventId: 'eik3s0',
          identifiers: [{ hashedEmail: digest }],
        },
      ],
    },
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('createAbTest', {
    entity: 'AbTest',
    input: {
      accountId: bikes,
      name: 'Which colour',
      description: 'Red or blue',
      entityType: 'CAMPAIGN',
      startTime: soon,
      endTime: later,
      userGroups: [
        { size: '50.00', entityIds: ['test1'], name: 'Red' },
        { size: '50.00', entityIds: ['test2'], description: 'Blue ones' },
      ],
    },
    rows: testedCampaigns,
  }),
  keyed('updateAbTest', {
    entity: 'AbTest',
    input: {
      accountId: bikes,
      abTestId: 'bik3s002',
      name: 'Which price',
      endTime: later,
      userGroups: [
        { size: '40', entityIds: ['test1'] },
        { size: '60', entityIds: ['test2'] },
      ],
    },
    rows: testedCampaigns,
  }),
  keyed('deleteAbTest', { entity: 'AbTest', input: { accountId: bikes, abTestId: 'bik3s001' } }),
  keyed('updateAccount', {
    entity: 'Account',
    account: null,
    input: { accountId: bikes, name: 'Nordlicht', industryType: 'RETAIL' },
  }),
  keyed('updateTaxSettings', {
    entity: 'TaxSettings',
    input: {
      accountId: bikes,
      addressName: 'Nordlicht GmbH',
      taxId: 'DE 811 234',
      taxCategory: 'BUSINESS_WITH_VAT',
      invoiceJurisdiction: 'NONE',
    },
    shown: ['address_company', 'tax_id', 'tax_category', 'invoice_jurisdiction'],
  }),
  keyed('updateTaxSettings', {
    entity: 'TaxSettings',
    input: {
      accountId: bikes,
      billTo: 'AGENCY',
      businessRelationship: 'AGENCY',
      addressCity: 'Hamburg',
      addressCountry: 'DE',
      addressEmail: 'Tax@a.example',
      addressFirstName: 'Ada',
      addressLastName: 'Berg',
      addressPostalCode: '20095',
      addressRegion: 'HH',
      addressStreet1: 'Speicher 1',
      addressStreet2: 'c/o Berg',
    },
  }),
  keyed('updateTaxSettings', {
    input: { accountId: bikes, businessRelationship: 'AGENCY', clientAddressCity: 'Kiel' },
    noWayBack: 'The API does not show all of what was sent.',
  }),
  keyed('updateTaxSettings', {
    input: { accountId: bikes, taxExemptionId: 'X1' },
    noWayBack: 'The API does not show all of what was sent.',
  }),
  keyed('updateUserSettings', {
    entity: 'UserSettings',
    input: {
      accountId: startup,
      userId: '1500000000000000001',
      contactPhone: '555 a',
      notificationEmail: 'A@a.example',
      subscribeEmailTypes: ['ACCOUNT_PERFORMANCE', 'PERFORMANCE_IMPROVEMENT'],
    },
    shown: ['contact_phone', 'notification_email', 'subscribed_email_types'],
  }),
  keyed('createSandboxAccount', {
    input: {},
    noWayBack: 'These values do not distinguish the new row from others.',
  }),
  keyed('deleteSandboxAccount', {
    entity: 'Account',
    account: null,
    input: { accountId: startup },
  }),
  keyed('createSandboxFundingInstrument', {
    entity: 'FundingInstrument',
    input: {
      accountId: bikes,
      currency: 'USD',
      startTime: '2025-06-01T00:00:00Z',
      endTime: '2035-06-01T00:00:00Z',
      type: 'INSERTION_ORDER',
      fundedAmountLocalMicro: '1000000000',
    },
  }),
  keyed('deleteSandboxFundingInstrument', {
    entity: 'FundingInstrument',
    input: { accountId: bikes, fundingInstrumentId: 'fik3s004' },
  }),
  keyed('addSandboxFeatures', {
    entity: 'Feature',
    input: { accountId: bikes, featureKeys: ['DR_TAP', 'BRAND_TPN'] },
    shown: null,
  }),
  keyed('removeSandboxFeatures', {
    entity: 'Feature',
    input: { accountId: bikes, featureKeys: ['AGE_TARGETING'] },
    shown: null,
  }),
  keyed('createProductCatalog', {
    input: { userId: '1480000000000000103', name: 'Games' },
    noWayBack: 'The API does not show userId.',
  }),
  keyed('updateProductCatalog', {
    entity: 'ProductCatalog',
    input: { productCatalogId: catalog, name: 'All Bikes' },
  }),
  keyed('deleteProductCatalog', {
    input: { productCatalogId: catalog },
    noWayBack: 'The API does not show it to this user, though it may exist.',
  }),
  keyed('putProducts', { input: { productCatalogId: catalog, products: [bell] } }),
  keyed('deleteProducts', {
    entity: 'Product',
    input: { productCatalogId: catalog, productKeys: [ofCatalog(41)] },
    shown: null,
  }),
  keyed('createProductSet', {
    input: {
      productCatalogId: catalog,
      name: 'Dear',
      type: 'FILTERED',
      filters: [{ attribute: 'PRICE', operator: 'GREATER_THAN', value: '2000.00 EUR' }],
    },
    noWayBack: noReadBack,
  }),
  keyed('updateProductSet', {
    entity: 'ProductSet',
    input: {
      productCatalogId: catalog,
      productSetId: ofCatalog(43),
      name: 'Start',
      description: 'By Hand',
    },
  }),
  keyed('deleteProductSet', {
    entity: 'ProductSet',
    input: { productCatalogId: catalog, productSetId: ofCatalog(43) },
  }),
  keyed('createScheduledFeed', {
    entity: 'ScheduledFeed',
    input: { productCatalogId: '1540000000000000104', ...feed },
  }),
  keyed('updateScheduledFeed', {
    entity: 'ScheduledFeed',
    input: { productCatalogId: catalog, scheduledFeedId: ofCatalog(44), ...feed },
  }),
  keyed('deleteScheduledFeed', {
    entity: 'ScheduledFeed',
    input: { productCatalogId: catalog, scheduledFeedId: ofCatalog(44) },
  }),
  keyed('deleteStreamWebhookLink', {
    input: { webhookId: '1' },
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('invalidateBearerToken', {
    input: {},
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('invalidateAccessToken', {
    input: {},
    noWayBack: 'The API offers no way to read it back.',
  }),
  keyed('createStatsJob', {
    entity: 'StatsJob',
    input: {
      accountId: bikes,
      entity: 'CAMPAIGN',
      entityIds: ['cik3s000', 'cik3s001'],
      range: { days: { first: '2025-06-02', last: '2025-06-08' } },
      granularity: 'DAY',
      placement: 'ALL_ON_TWITTER',
      metricGroups: ['ENGAGEMENT', 'BILLING'],
      segmentation: { type: 'METROS', country: '96683cc9126741d1' },
    },
    shown: [
      'entity',
      'entity_ids',
      'start_time',
      'end_time',
      'granularity',
      'placement',
      'metric_groups',
      'segmentation_type',
      'country',
    ],
    empty: { platform: '0' },
  }),
  keyed('createStatsJob', {
    entity: 'StatsJob',
    input: {
      accountId: bikes,
      entity: 'LINE_ITEM',
      entityIds: ['lik3s000'],
      range: { lastDays: 3 },
      granularity: 'TOTAL',
      metricGroups: ['VIDEO'],
    },
    shown: ['entity', 'entity_ids', 'start_time', 'end_time', 'granularity', 'metric_groups'],
    empty: { segmentation_type: 'AGE', country: '96683cc9126741d1', platform: '0' },
  }),
  keyed('cancelStatsJob', {
    entity: 'StatsJob',
    input: { accountId: bikes, jobId: storedJob.id },
    rows: { StatsJob: [storedJob] },
  }),
];

const firstOf = new Map(keyedWrites.toReversed());

/** The case of a mutation: its first input above, and what is selected of its payload. */
export const written = (name: EndpointName, selection = '') => {
  const { input = {}, rows = {} } = firstOf.get(name) ?? {};
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { outcome ${selection} } }`;
  return { document, variables: { input }, rows: rows as Readonly<Record<string, StoredRow[]>> };
};
