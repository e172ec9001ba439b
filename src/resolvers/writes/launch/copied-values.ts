import type { campaign } from '../../../upstream/catalogue/areas/campaigns.ts';
import type { lineItemCuratedCategory } from '../../../upstream/catalogue/areas/line-item-curated-categories.ts';
import type { lineItem } from '../../../upstream/catalogue/areas/line-items.ts';
import type { mediaCreative } from '../../../upstream/catalogue/areas/media-creatives.ts';
import type { prerollCallToAction } from '../../../upstream/catalogue/areas/preroll-call-to-actions.ts';
import type { promotedAccount } from '../../../upstream/catalogue/areas/promoted-accounts.ts';
import type { promotedTweet } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import type { scheduledPromotedTweet } from '../../../upstream/catalogue/areas/scheduled-promoted-tweets.ts';
import type { targetingCriterion } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { trackingTag } from '../../../upstream/catalogue/areas/tracking-tags.ts';
import { problemsIn } from '../../../upstream/catalogue/language/check.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../../upstream/catalogue/language/entity.ts';
import { labelAt } from '../../../upstream/catalogue/language/labels.ts';
import type { Param } from '../../../upstream/catalogue/language/params.ts';
import { sentenceOf } from '../../../upstream/catalogue/language/problem.ts';
import { shownIn } from '../../../upstream/catalogue/language/stored-values.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { type Row, sentOf } from '../../../upstream/client/row.ts';

/**
 * The treatment of a column by a copy.
 * - copied: the copy has the value of the original.
 * - anew: the launch gives it a value of its own.
 * - api: the API fills it in.
 * - reported: it cannot be sent. If the original has a value, it is reported as lacking.
 */
type ColumnFate = 'copied' | 'anew' | 'api' | 'reported';

type ColumnFates<E extends Entity> = { readonly [Column in keyof E['columns']]: ColumnFate };

const own = { id: 'api', created_at: 'api', updated_at: 'api', deleted: 'api' } as const;
const inLineItem = { ...own, line_item_id: 'anew' } as const;
// Children that are not ACTIVE are left out and reported, because the copy would make them ACTIVE.
const approved = { ...inLineItem, entity_status: 'api', approval_status: 'api' } as const;

interface CopiedEntities {
  readonly Campaign: typeof campaign;
  readonly LineItem: typeof lineItem;
  readonly TargetingCriterion: typeof targetingCriterion;
  readonly PromotedTweet: typeof promotedTweet;
  readonly PromotedAccount: typeof promotedAccount;
  readonly MediaCreative: typeof mediaCreative;
  readonly PrerollCallToAction: typeof prerollCallToAction;
  readonly TrackingTag: typeof trackingTag;
  readonly LineItemCuratedCategory: typeof lineItemCuratedCategory;
  readonly ScheduledPromotedTweet: typeof scheduledPromotedTweet;
}

/** The treatment of every column of a campaign and of its children by a copy. */
export const copiedColumns: {
  readonly [Name in keyof CopiedEntities]: ColumnFates<CopiedEntities[Name]>;
} = {
  Campaign: {
    ...own,
    name: 'anew',
    funding_instrument_id: 'copied',
    entity_status: 'anew',
    effective_status: 'api',
    servable: 'api',
    reasons_not_servable: 'api',
    budget_optimization: 'copied',
    daily_budget_amount_local_micro: 'copied',
    total_budget_amount_local_micro: 'copied',
    standard_delivery: 'copied',
    duration_in_days: 'reported',
    frequency_cap: 'reported',
    purchase_order_number: 'copied',
    currency: 'api',
  },
  LineItem: {
    ...own,
    campaign_id: 'anew',
    funding_instrument_id: 'api',
    name: 'copied',
    // Only some applications may send this column.
    advertiser_user_id: 'api',
    advertiser_domain: 'copied',
    product_type: 'copied',
    objective: 'copied',
    placements: 'copied',
    goal: 'copied',
    pay_by: 'copied',
    bid_strategy: 'copied',
    bid_amount_local_micro: 'copied',
    target_cpa_local_micro: 'reported',
    entity_status: 'anew',
    start_time: 'copied',
    end_time: 'copied',
    daily_budget_amount_local_micro: 'copied',
    total_budget_amount_local_micro: 'copied',
    standard_delivery: 'copied',
    duration_in_days: 'copied',
    frequency_cap: 'copied',
    categories: 'copied',
    primary_web_event_tag: 'copied',
    android_app_store_identifier: 'copied',
    ios_app_store_identifier: 'copied',
    automatic_tweet_promotion: 'reported',
    creative_source: 'api',
    audience_expansion: 'copied',
    currency: 'api',
  },
  TargetingCriterion: {
    ...inLineItem,
    targeting_type: 'copied',
    targeting_value: 'copied',
    operator_type: 'copied',
    name: 'api',
    localized_name: 'api',
    location_type: 'api',
  },
  PromotedTweet: { ...approved, tweet_id: 'copied' },
  PromotedAccount: { ...approved, user_id: 'copied' },
  MediaCreative: {
    ...approved,
    account_media_id: 'copied',
    landing_url: 'copied',
    creative_type: 'api',
  },
  PrerollCallToAction: { ...inLineItem, call_to_action: 'copied', call_to_action_url: 'copied' },
  TrackingTag: { ...inLineItem, tracking_tag_type: 'copied', tracking_tag_url: 'copied' },
  LineItemCuratedCategory: { ...inLineItem, curated_category_id: 'copied' },
  ScheduledPromotedTweet: { ...inLineItem, scheduled_tweet_id: 'copied', tweet_id: 'api' },
};

const byName: Readonly<Record<string, Readonly<Record<string, ColumnFate>>>> = copiedColumns;

/** The columns of an entity with this treatment by a copy. */
export const columnsOf = (entity: string, fate: ColumnFate): readonly string[] =>
  Object.entries(byName[entity] ?? {}).flatMap(([name, own]) => (own === fate ? [name] : []));

/** The values of a row that a copy sends, and the reasons for which others cannot be sent. */
interface CopiedValues {
  readonly values: Values;
  readonly lost: readonly string[];
}

/** Without these values a line item would cost or show something else, so a copy is refused. */
const decisive: ReadonlySet<string> = new Set([
  'bid_strategy',
  'goal',
  'objective',
  'pay_by',
  'placements',
  'product_type',
]);

/** The time of the copy, and the columns that the caller overrides. */
interface CopyRules {
  readonly now: number;
  readonly overridden?: Values;
}

/** The values of a row that a copy sends, except the columns that the caller overrides. */
export const copiedValues = (
  creation: Endpoint,
  row: Row,
  { now, overridden = {} }: CopyRules,
): CopiedValues => {
  const entity = creation.returns.of?.name ?? '';
  const values: Record<string, unknown> = {};
  const lost: string[] = [];
  for (const name of columnsOf(entity, 'copied')) {
    const param = creation.params[name];
    if (param === undefined || overridden[name] !== undefined) continue;
    const value = shownIn(row, [name, param]);
    if (isEmpty(value) || isOfApi(param, value)) continue;
    const sent = sentValue(param, value);
    const [problem] = problemsIn({ [name]: param }, [], { [name]: sent }, { path: [], now });
    if (problem === undefined || decisive.has(name)) values[name] = sent;
    else lost.push(sentenceOf(problem));
  }
  for (const name of columnsOf(entity, 'reported')) {
    if (isEmpty(row[name]) || row[name] === false) continue;
    lost.push(`${labelAt([name])} cannot be set on a copy.`);
  }
  return { values, lost };
};

/** Sentences about rules that the values of a row break, since the API does not enforce them. */
export const brokenRules = (creation: Endpoint, row: Row, now: number): readonly string[] =>
  problemsIn({}, creation.rules, copiedValues(creation, row, { now }).values, {
    path: [],
    now,
  }).map(sentenceOf);

/** Sentences about the columns of a row that the catalogue lacks. A copy cannot have them. */
export const unknownColumns = ({ returns: { of } }: Endpoint, row: Row): readonly string[] =>
  Object.entries(sentOf(row)).flatMap(([name, value]) =>
    of === null || Object.hasOwn(of.columns, name) || isEmpty(value)
      ? []
      : [`The gateway does not know its ${name}.`],
  );

/** The values of a row, or the reason for which no row like it can be made. */
export const copiedWhole = (creation: Endpoint, row: Row, now: number): Values | string => {
  const { entity_status: state } = row;
  if (!isEmpty(state) && state !== 'ACTIVE') {
    return `Its state is ${state}, and a new one is ACTIVE.`;
  }
  const { values, lost } = copiedValues(creation, row, { now });
  const [problem] = problemsIn(creation.params, creation.rules, values, { path: [], now });
  return lost[0] ?? (problem === undefined ? values : sentenceOf(problem));
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** True if only the API itself sets this value, such as an event that is charged. */
const isOfApi = (param: Param, value: unknown): boolean =>
  param.kind === 'choice' &&
  param.isFilled === true &&
  param.all.includes(String(value)) &&
  !param.values.includes(String(value));

const sentValue = ({ kind }: Param, value: unknown): unknown =>
  kind === 'long' || kind === 'id' ? String(value) : value;
