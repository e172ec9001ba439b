import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { entityStatus } from '../../../upstream/catalogue/areas/entity-status.ts';
import {
  lineItems,
  maxLineItems,
  neededByApi,
} from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint, Operation } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Param, Required } from '../../../upstream/catalogue/language/params.ts';
import {
  flag,
  ids,
  isRequired,
  listOf,
  required,
  shape,
} from '../../../upstream/catalogue/language/params.ts';
import { keyParam } from '../write-record.ts';

type CreatingBatch = Endpoint & { readonly operations: { readonly Create: Operation } };

/** The creation of one row by a batch, as an endpoint of its own. */
const creationIn = (batch: CreatingBatch): Endpoint => {
  const { params, rules } = batch.operations.Create;
  return { ...batch, body: 'json', operations: null, params, rules };
};

/** An endpoint without the parameters that a launch sets itself. */
const without = (endpoint: Endpoint, ...names: readonly string[]): Endpoint => ({
  ...endpoint,
  params: Object.fromEntries(
    Object.entries(endpoint.params).filter(([name]) => !names.includes(name)),
  ),
});

const afterwards = entityStatus.only(
  'Its delivery state once the launch is activated; ACTIVE by default. Until then it is PAUSED',
  'ACTIVE',
  'PAUSED',
);

const lineItemCreation = without(creationIn(lineItems.batchLineItems), 'campaign_id');

/** The parameters that a line item needs. In other writes, the API checks that they are there. */
const neededParams = Object.fromEntries(
  Object.entries(lineItemCreation.params).flatMap(([name, param]) =>
    neededByApi.includes(name) ? [[name, required(param)]] : [],
  ),
);

/** The creations in the input of a launch. The launch adds states and the ids of parents. */
export const creations = {
  campaign: without(campaigns.createCampaign, 'entity_status'),
  lineItem: {
    ...lineItemCreation,
    params: { ...lineItemCreation.params, ...neededParams, entity_status: afterwards },
  },
  criterion: without(creationIn(targetingCriteria.batchTargetingCriteria), 'line_item_id'),
  // Several calls promote more posts than one call takes.
  posts: {
    ...promotedTweets.createPromotedTweets,
    params: { tweet_ids: ids('The posts to promote', { max: Number.MAX_SAFE_INTEGER }) },
  } as Endpoint,
} as const satisfies Readonly<Record<string, Endpoint>>;

const { entity_status: _, ...columns } = creations.lineItem.params;

const optional = (param: Param | Required): Param => {
  if (!isRequired(param)) return param;
  const { required: __, ...others } = param;
  return others as Param;
};

const anything = shape('LaunchPart', 'A part, which is checked for itself', {});
const lineItem = shape('LaunchLineItem', 'A line item', { line_item: required(anything) });
const ofAll = {
  activate: flag('Whether it becomes ACTIVE'),
  idempotency_key: required(keyParam),
} as const;

/** The input of a launch, without its creations. */
export const inputOfLaunch = {
  campaign: required(anything),
  line_items: required(listOf(lineItem, 'Its line items', { max: maxLineItems })),
  ...ofAll,
} as const;

/** The input of a copy. */
export const inputOfCopy = { name: optional(creations.campaign.params['name'] as Param), ...ofAll };

/** The values that a copy can change in all of its line items. */
export const overridden: Endpoint = {
  ...creations.lineItem,
  params: Object.fromEntries(
    Object.entries(columns).map(([name, param]) => [name, optional(param as Param | Required)]),
  ),
};
