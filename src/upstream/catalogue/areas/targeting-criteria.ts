import { batch, del, get, group, type MostAlike, post } from '../language/endpoint.ts';
import { batchOf, entity, lifecycle, oneOf, pageOf } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { choices, id, ids, required, text, usually } from '../language/params.ts';
import { onlyWhen } from '../language/rules.ts';
import { filled } from '../language/storage.ts';
import { lineItem } from './line-items.ts';

/** The comparison of a criterion. */
export const operatorType = choices(
  'OperatorType',
  'How people are compared with the value of a targeting criterion',
  {
    EQ: 'Includes people who match the value',
    NE: 'Excludes people who match the value',
    GTE: 'Includes people with at least the value',
    LT: 'Includes people with less than the value',
  },
);

const ages = ['13_TO_24', '13_TO_34', '13_TO_49', '13_TO_54', 'OVER_13', '18_TO_34', '18_TO_49']
  .concat('18_TO_54', 'OVER_18', '21_TO_34', '21_TO_49', '21_TO_54', 'OVER_21', '25_TO_49')
  .concat('25_TO_54', 'OVER_25', '35_TO_49', '35_TO_54', 'OVER_35', 'OVER_50')
  .map((range) => `AGE_${range}`);
const words = new Intl.ListFormat('en-GB');

/** The kinds of criteria that can be created. */
export const targetingType = choices(
  'TargetingType',
  'The kinds of conditions that targeting criteria can be created with: `targeting_type` of the REST API. Their values change over time: X recommends reading them again every week',
  {
    AGE: `A range of ages; at most one for each line item. The SDKs of X list ${words.format(ages)}`,
    APP_LIST: 'Apps of the partner network to leave out; with operator NE only',
    APP_STORE_CATEGORY: 'A category of the app stores',
    APP_STORE_CATEGORY_LOOKALIKE: 'People like those with apps of a category',
    BROAD_KEYWORD: 'A keyword, matched broadly',
    CAMPAIGN_ENGAGEMENT:
      'People who saw or engaged with a campaign, by its id; ENGAGEMENT_TYPE says how',
    CAMPAIGN_ENGAGEMENT_LOOKALIKE: 'People like those who engaged with a campaign',
    CONTENT_PUBLISHER_USER:
      'A publisher whose videos the ad is not shown with: `userId` of `publishers`, or one of `publisherUserIds` of a curated category. With operator NE only, in a batch or launch only; at most 50 for each line item, 5 with a curated category',
    CONVERSATION: 'A topic that people talk about',
    CUSTOM_AUDIENCE:
      'A custom audience; it must be `targetable`, which takes 6 to 8 hours after users were added',
    CUSTOM_AUDIENCE_EXPANDED: 'A custom audience, expanded; it must be targetable',
    DEVICE: 'A model of device',
    ENGAGEMENT_TYPE:
      'How people engaged; needs CAMPAIGN_ENGAGEMENT or USER_ENGAGEMENT too. IMPRESSION (saw it), ENGAGEMENT, VIDEO_VIEW, VIDEO_VIEW_PARTIAL (half of the video) or VIDEO_VIEW_COMPLETE (95 % of it)',
    EVENT: 'An event of the calendar; at most one for each line item',
    EXACT_KEYWORD: 'A keyword, matched exactly',
    FOLLOWERS_OF_USER: 'The followers of a user',
    GENDER: 'The gender of people: 1 for men, 2 for women; everybody without it',
    IAB_CATEGORY: 'A category of content; in a batch only',
    INTEREST: 'An interest',
    LANGUAGE: 'A language that people understand',
    LIVE_TV_EVENT: 'A live broadcast on television',
    LOCATION: 'A country, region, city or postal code',
    NETWORK_ACTIVATION_DURATION:
      'How long ago people first used X on their device, as a number of months such as 6, with operator LT for less and GTE for that or more. The documents list no values',
    NETWORK_OPERATOR: 'A mobile network',
    PHRASE_KEYWORD: 'A keyword, matched as a phrase',
    PLATFORM: 'A platform, such as that of a phone',
    PLATFORM_VERSION: 'A version of a platform',
    SIMILAR_TO_FOLLOWERS_OF_USER: 'People like the followers of a user',
    TV_SHOW: 'A television show; the line item needs a LOCATION of the same locale first',
    UNORDERED_KEYWORD: 'A keyword, its words in any order',
    USER_ENGAGEMENT:
      'People who saw or engaged with posts of the promoted user, by its id; ENGAGEMENT_TYPE says how',
    USER_ENGAGEMENT_LOOKALIKE: 'People like those who engaged with posts of a user',
    WIFI_ONLY:
      'Devices while they are on Wi-Fi, with the value 1, which X does not document; without it on any network',
  },
  {
    aliases: {
      TAILORED_AUDIENCE: 'CUSTOM_AUDIENCE',
      TAILORED_AUDIENCE_EXPANDED: 'CUSTOM_AUDIENCE_EXPANDED',
    },
  },
);

/** The types of which a line item has at most one criterion. */
export const onePerLineItem: ReadonlySet<string> = new Set(['AGE', 'EVENT']);

/** The types that need another type: a criterion of that is added to the line item before. */
export const needsBefore: ReadonlyMap<string, string> = new Map([['TV_SHOW', 'LOCATION']]);

export const targetingCriterion = entity(
  'TargetingCriterion',
  'A condition for who sees the ads of a line item.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item that it targets')),
    targeting_type: required(text('Kind of condition, such as LOCATION; the API may add values')),
    targeting_value: text(
      'Value of the condition; its format depends on targetingType. The values change over time: X recommends reading them again every week',
    ),
    operator_type: operatorType.any('How the value is compared: EQ includes, NE excludes'),
    name: text('Name of the value for people to read'),
    localized_name: text('The name in the language of `lang`; null if it is not known'),
    location_type: text('Kind of place, only for LOCATION, such as CITY; the API may add values'),
  },
  { parent: { param: 'line_item_id', of: lineItem }, targets: true },
);

/** The parameter for the language of names. */
export const lang = {
  lang: text('ISO 639-1 language; adds localizedName if it is known', { format: 'language' }),
} as const;

const operator = usually(
  'EQ',
  operatorType.any('How the value is compared: EQ includes, NE excludes'),
);
const usualType = 'BROAD_KEYWORD';
const atLineItem = {
  line_item_id: required(id('The line item to target')),
  targeting_value: required(usually('gravel bike', text('Value of the condition', { min: 1 }))),
} as const;
/** Kinds of criteria that only exclude. */
export const excludedOnly = ['APP_LIST', 'CONTENT_PUBLISHER_USER'];
const rules = [onlyWhen('targeting_type', 'operator_type', ['NE'], { values: excludedOnly })];
/** The most publishers that a line item excludes: without a curated category, or with one. */
export const maxPublishers = { usual: 50, curated: 5 } as const;
const publishers = (max: number): MostAlike => ({
  max,
  name: 'targeting_type',
  is: 'CONTENT_PUBLISHER_USER',
  by: 'line_item_id',
});
/** Limits of equal criteria for a line item without a curated category. */
export const mostUsual: readonly MostAlike[] = [publishers(maxPublishers.usual)];
/** Limits of equal criteria for a line item with a curated category. */
export const mostCurated: readonly MostAlike[] = [publishers(maxPublishers.curated)];
const single = [...onePerLineItem].map(
  (is): MostAlike => ({ max: 1, name: 'targeting_type', is, by: 'line_item_id' }),
);
/** Kinds of criteria that only a batch can create. */
const inBatches = ['CONTENT_PUBLISHER_USER', 'IAB_CATEGORY'] as const;

const pathId = { targeting_criterion_id: required(id('The targeting criterion')) } as const;

const path = 'accounts/{account_id}/targeting_criteria';
const itemPath = `${path}/{targeting_criterion_id}` as const;

export const targetingCriteria = group({
  listTargetingCriteria: get(path, {
    doc: 'The targeting criteria of line items of an account',
    params: {
      line_item_ids: required(ids('The line items', { matches: 'line_item_id' })),
      targeting_criterion_ids: ids('Only these criteria', { matches: 'id' }),
      ...lang,
      ...standardList(),
    },
    returns: pageOf(targetingCriterion),
  }),
  getTargetingCriterion: get(itemPath, {
    doc: 'One targeting criterion',
    params: { ...lang, ...withDeleted },
    returns: oneOf(targetingCriterion, { omits: ['operator_type'] }),
  }),
  createTargetingCriterion: post(path, {
    doc: 'Adds a targeting criterion to a line item',
    params: {
      ...atLineItem,
      operator_type: required(operator),
      targeting_type: required(
        usually(usualType, targetingType.except('Kind of condition', ...inBatches)),
      ),
    },
    rules,
    returns: oneOf(targetingCriterion, { omits: ['operator_type'] }),
  }),
  batchTargetingCriteria: batch('batch/accounts/{account_id}/targeting_criteria', {
    doc: 'Adds and removes up to 500 targeting criteria; either all of them are applied or none',
    max: 500,
    operations: {
      Create: {
        params: {
          ...atLineItem,
          operator_type: filled(operator),
          targeting_type: required(usually(usualType, targetingType.any('Kind of condition'))),
        },
        rules,
        most: [...mostUsual, ...single],
      },
      Delete: { params: pathId, rules: [], target: 'targeting_criterion_id' },
    },
    returns: batchOf(targetingCriterion),
  }),
  deleteTargetingCriterion: del(itemPath, {
    doc: 'Removes a targeting criterion',
    returns: oneOf(targetingCriterion, { omits: ['operator_type'] }),
  }),
});
