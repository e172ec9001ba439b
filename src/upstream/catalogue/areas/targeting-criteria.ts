import { batch, del, get, group, post } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { choices, filled, id, ids, required, text } from '../language/params.ts';
import { batchOf, oneOf, pageOf } from '../language/returns.ts';
import { onlyWhen } from '../language/rules.ts';

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

/** The kinds of criteria that can be created. */
export const targetingType = choices(
  'TargetingType',
  'The kinds of conditions that targeting criteria can be created with: `targeting_type` of the REST API. Their values change over time: the vendor suggests reading them again every week',
  {
    AGE: 'A range of ages; at most one for each line item',
    APP_LIST: 'Apps of the partner network to leave out; with operator NE only',
    APP_STORE_CATEGORY: 'A category of the app stores',
    APP_STORE_CATEGORY_LOOKALIKE: 'People like those with apps of a category',
    BROAD_KEYWORD: 'A keyword, matched broadly',
    CAMPAIGN_ENGAGEMENT: 'People who saw or engaged with a campaign',
    CAMPAIGN_ENGAGEMENT_LOOKALIKE: 'People like those who engaged with a campaign',
    CONVERSATION: 'A topic that people talk about',
    CUSTOM_AUDIENCE: 'A custom audience; it must be targetable',
    CUSTOM_AUDIENCE_EXPANDED: 'A custom audience, expanded; it must be targetable',
    DEVICE: 'A model of device',
    ENGAGEMENT_TYPE: 'How people engaged with a campaign',
    EVENT: 'An event of the calendar',
    EXACT_KEYWORD: 'A keyword, matched exactly',
    FOLLOWERS_OF_USER: 'The followers of a user',
    GENDER: 'The gender of people',
    IAB_CATEGORY: 'A category of content; in a batch only',
    INTEREST: 'An interest',
    LANGUAGE: 'A language that people understand',
    LIVE_TV_EVENT: 'A live broadcast on television',
    LOCATION: 'A country, region, city or postal code',
    NETWORK_ACTIVATION_DURATION: 'How long ago a device joined its mobile network',
    NETWORK_OPERATOR: 'A mobile network',
    PHRASE_KEYWORD: 'A keyword, matched as a phrase',
    PLATFORM: 'A platform, such as that of a phone',
    PLATFORM_VERSION: 'A version of a platform',
    SIMILAR_TO_FOLLOWERS_OF_USER: 'People like the followers of a user',
    TV_SHOW: 'A television show; the line item needs a LOCATION of the same locale first',
    UNORDERED_KEYWORD: 'A keyword, its words in any order',
    USER_ENGAGEMENT: 'People who engaged with posts of a user',
    USER_ENGAGEMENT_LOOKALIKE: 'People like those who engaged with posts of a user',
    WIFI_ONLY: 'Devices while they are on Wi-Fi',
  },
);

export const targetingCriterion = entity(
  'TargetingCriterion',
  'A condition for who sees the ads of a line item.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item that it targets')),
    targeting_type: required(text('Kind of condition, such as LOCATION; the API may add values')),
    targeting_value: text(
      'Value of the condition; its format depends on targetingType. Which values there are changes over time: the vendor suggests reading them again every week',
    ),
    operator_type: operatorType.any('How the value is compared: EQ includes, NE excludes'),
    name: text('Name of the value for people to read'),
    localized_name: text('The name in the language of `lang`; null if it is not known'),
    location_type: text('Kind of place, only for LOCATION, such as CITY; the API may add values'),
  },
);

const lang = {
  lang: text('ISO 639-1 language; adds localizedName if it is known', { format: 'language' }),
} as const;

const operator = operatorType.any('How the value is compared: EQ includes, NE excludes');
const placed = {
  line_item_id: required(id('The line item to target')),
  targeting_value: required(text('Value of the condition', { min: 1 })),
} as const;
const rules = [onlyWhen('targeting_type', 'operator_type', ['NE'], { values: ['APP_LIST'] })];

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
      ...placed,
      operator_type: required(operator),
      targeting_type: required(targetingType.except('Kind of condition', 'IAB_CATEGORY')),
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
          ...placed,
          operator_type: filled(operator),
          targeting_type: required(targetingType.any('Kind of condition')),
        },
        rules,
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
