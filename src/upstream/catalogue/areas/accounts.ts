import { del, get, group, post, put } from '../language/endpoint.ts';
import { entity, lifecycle, oneOf, pageOf, texts } from '../language/entity.ts';
import { namedSorting, nameQuery, paged, standardList, withDeleted } from '../language/lists.ts';
import {
  choices,
  flag,
  id,
  ids,
  json,
  listOf,
  required,
  shape,
  text,
  time,
} from '../language/params.ts';
import { inOrder } from '../language/rules.ts';

const industryType = choices(
  'IndustryType',
  'The industries of advertisers: `industry_type` of the REST API',
  {
    AGENCY: 'Agencies that advertise for others',
    BUSINESS_TO_BUSINESS: 'Goods and services for businesses',
    ONLINE_SERVICES: 'Services on the Web',
    EDUCATION: 'Schools, universities and courses',
    FINANCIAL: 'Banks, insurance and other finance',
    HEALTH: 'Health and medicine',
    GOVERNMENT: 'Public authorities',
    MEDIA: 'News, publishing and entertainment',
    MOBILE: 'Mobile apps and services',
    RESTAURANT: 'Restaurants',
    RETAIL: 'Shops',
    TECHNOLOGY: 'Technology',
    TRAVEL: 'Travel',
    OTHER: 'None of the others',
  },
);

export const account = entity(
  'Account',
  'An ad account: the root of campaigns, funding, creatives and audiences, and the scope of their ids.',
  {
    ...lifecycle,
    name: required(text('Name of the account')),
    business_id: id('The business that owns the account'),
    business_name: text('Name of the business that owns the account'),
    country_code: text('ISO 3166 code of the country of the account, in two letters'),
    timezone: text('IANA time zone in which days of the account begin and end'),
    timezone_switch_at: time('When the account last changed its time zone'),
    industry_type: industryType.any('Industry of the advertiser'),
    approval_status: text(
      'Whether the account may advertise, such as ACCEPTED; the API may add values',
    ),
  },
  { inAccount: false },
);

export const accountApp = entity('AccountApp', 'A mobile app that an account may promote.', {
  ...lifecycle,
  app_store_identifier: text('Package name of an Android app, store number of an iOS app'),
  os_type: text('Operating system, such as Android or iOS, in any case; the API may add values'),
  conversion_tracking_enabled: flag('Whether conversions of the app are tracked'),
  deep_link_pattern: text('First part of deep links into the app'),
});

const historyEntity = choices(
  'AccountHistoryEntity',
  'The kinds of entities whose changes the history of an account shows: `entity_type` of the REST API',
  {
    CAMPAIGN: 'A Campaign',
    LINE_ITEM: 'A LineItem',
    PROMOTED_TWEET: 'A PromotedTweet',
    TARGETING_CRITERIA: 'A TargetingCriterion',
    PROMOTED_ACCOUNT: 'A PromotedAccount',
  },
);

export const accountHistoryEntry = entity(
  'AccountHistoryEntry',
  'One change of a campaign, line item, promoted post or account, or targeting criterion. Beta: available to selected accounts only.',
  {
    entity: historyEntity.any('Type of the changed entity; `entity` of the REST API'),
    entity_id: id('The id of the changed entity in the REST API; `entity` is the entity itself'),
    change_time: time('When it changed'),
    change_type: text('Kind of change, such as CREATE; the API may add values'),
    change_by: shape('AccountHistoryAuthor', 'Who made the change, and with which client', {
      user_id: id('The user'),
      platform: text('The client that created it, such as API_OTHER; the API may add values'),
    }),
    changes: json(
      'The attributes that changed, by name; empty for a creation. The documents of the API do not show the value of a name; the emulator has `{ old, new }` there',
    ),
    entity_data: json('The entity after the change, without its id'),
  },
  // In the graph `entity` is always the entity itself, so this column is renamed.
  { key: null, renamed: { entity: 'entity_type' } },
);

export const authenticatedUserAccess = entity(
  'AuthenticatedUserAccess',
  'What the viewer may do in an account.',
  {
    user_id: id('The viewer'),
    permissions: listOf(
      text('Permission'),
      'What the viewer may do: one of ACCOUNT_ADMIN, AD_MANAGER, CREATIVE_MANAGER, CAMPAIGN_ANALYST, ANALYST and PARTNER_AUDIENCE_MANAGER, and with the first three perhaps TWEET_COMPOSER, the right to create promoted-only posts; the API may add values',
    ),
  },
  { key: null },
);

const sandboxFeatures = {
  feature_keys: required(
    listOf(
      text('Feature', {
        oneOf: [
          'AGE_TARGETING',
          'ALLOW_SKIPPABLE_VIDEOS_FOR_PREROLL_VIEWS_OBJECTIVE',
          'AWARENESS_OBJECTIVE',
          'BRAND_TPN',
          'CHARGE_FOR_GOOD_CLICK',
          'CONVERSATION_CARD',
          'CONVERSATION_CARD_FOUR_OPTIONS',
          'CONVERSATION_CARD_UNLOCK',
          'CPI_CHARGING',
          'DIRECT_MESSAGE_CARD',
          'DR_TAP',
          'ENGAGER_RETARGETING',
          'EVENT_TARGETING',
          'INSTALLED_APP_CATEGORY_TARGETING',
          'MOBILE_CONVERSION_TRANSACTION_VALUE',
          'OPTIMIZED_ACTION_BIDDING',
          'REACH_AND_FREQUENCY_ANALYTICS',
          'REACH_FREQUENCY_CAP',
          'VALIDATED_AGE_TARGETING',
          'VIDEO_VIEWS_MIDROLL_OBJECTIVE',
          'PREROLL_VIEWS_OBJECTIVE',
          'VIDEO_APP_DOWNLOAD_CARD',
        ],
      }),
      'The features',
      { min: 1, max: 200 },
    ),
  ),
} as const;

export const accounts = group({
  listAccounts: get('accounts', {
    doc: 'The ad accounts that the viewer may use',
    quirks: { isScarce: true },
    params: {
      account_ids: ids('Only these accounts', { matches: 'id' }),
      ...nameQuery('Only accounts whose name begins with this, ignoring case'),
      ...standardList({ sorts: namedSorting }),
    },
    returns: pageOf(account, { omits: ['industry_type'] }),
  }),
  getAccount: get('accounts/{account_id}', {
    doc: 'One ad account',
    params: withDeleted,
    returns: oneOf(account),
  }),
  createSandboxAccount: post('accounts', {
    doc: 'Creates an ad account in the sandbox, for tests',
    host: 'sandbox',
    returns: oneOf(account),
  }),
  updateAccount: put('accounts/{account_id}', {
    doc: 'Changes an ad account; parameters that are left out keep their values',
    params: {
      name: text('Name of the account', { min: 1 }),
      industry_type: industryType.any('Industry of the advertiser'),
    },
    returns: oneOf(account),
  }),
  deleteSandboxAccount: del('accounts/{account_id}', {
    doc: 'Deletes a sandbox account',
    host: 'sandbox',
    returns: oneOf(account, { omits: ['business_id', 'business_name'] }),
  }),
  listAccountApps: get('accounts/{account_id}/account_apps', {
    doc: 'The mobile apps of an account',
    params: standardList(),
    returns: pageOf(accountApp),
  }),
  listAccountHistory: get('accounts/{account_id}/account_history', {
    doc: 'The changes of one entity of an account in a time span of whole hours. Beta: refused for accounts that do not take part',
    params: {
      entity_type: required(historyEntity.any('Kind of the entity')),
      entity_id: required(id('The entity')),
      start_time: required(time('Start of the time span', { whole: 'hour' })),
      end_time: required(time('End of the time span, after its start', { whole: 'hour' })),
      user_id: id('Only changes that this user made'),
      ...paged(),
    },
    rules: [inOrder('start_time', 'end_time')],
    returns: pageOf(accountHistoryEntry),
  }),
  getAuthenticatedUserAccess: get('accounts/{account_id}/authenticated_user_access', {
    doc: 'What the viewer may do in the account',
    returns: oneOf(authenticatedUserAccess),
  }),
  listFeatures: get('accounts/{account_id}/features', {
    doc: 'The features that the account was granted, such as REACH_FREQUENCY_CAP; the API may add values',
    params: {
      feature_keys: listOf(
        text('Feature', {
          oneOf: [
            'REACH_AND_FREQUENCY_ANALYTICS',
            'REACH_FREQUENCY_CAP',
            'WEBSITE_CLICKS_CPM_BILLING',
          ],
        }),
        'Only these features',
        { min: 1, max: 200 },
      ),
    },
    returns: texts,
  }),
  addSandboxFeatures: post('accounts/{account_id}/features', {
    doc: 'Grants features to a sandbox account',
    host: 'sandbox',
    params: sandboxFeatures,
    returns: texts,
  }),
  removeSandboxFeatures: del('accounts/{account_id}/features', {
    doc: 'Removes features from a sandbox account',
    host: 'sandbox',
    params: sandboxFeatures,
    returns: texts,
  }),
});
