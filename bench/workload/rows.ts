import type { Json } from './json.ts';

/** A row in the form of the REST API. */
export interface Row {
  readonly id: string;
  readonly [column: string]: Json;
}

/** A number below another that looks random and is the same in every run. */
export const scatter = (seed: number, below: number): number => ((seed + 1) * 48_271) % below;

/** One of several values, in turn. */
export const pick = <T>(from: readonly T[], seed: number): T => from[seed % from.length] as T;

const code = (seed: number, length: number): string =>
  (seed % 36 ** length).toString(36).padStart(length, '0');

const micros = (seed: number): number => (10 + scatter(seed, 90_000)) * 1_000_000;

const time = (minutes: number): string =>
  new Date(Date.UTC(2024, 0, 1) + minutes * 60_000).toISOString().replace('.000', '');

// Lists are requested in the order of creation, which is the order in which rows are made.
const lifecycle = (minutes: number) => ({
  created_at: time(minutes),
  updated_at: time(minutes + 9 * 60),
  deleted: false,
});

const accountId = (index: number): string => `18ce5${code(40_000 + index * 77, 6)}`;

/** The account of this index. */
export const makeAccount = (index: number): Row => ({
  id: accountId(index),
  name: `Advertiser ${index + 1}`,
  business_name: `Advertising Company ${index + 1} Ltd`,
  business_id: null,
  timezone: 'America/Los_Angeles',
  timezone_switch_at: '2019-06-20T07:00:00Z',
  industry_type: pick(['RETAIL', 'TRAVEL', 'FINANCIAL'], index),
  approval_status: 'ACCEPTED',
  country_code: 'US',
  salt: code(scatter(index, 2 ** 31), 8),
  ...lifecycle(index),
});

/** A funding instrument of an account. */
export const makeFundingInstrument = (account: string, index: number): Row => ({
  id: `lyg${code(7000 + index, 5)}`,
  account_id: account,
  description: `Credit line ${index + 1}, on account`,
  type: pick(['CREDIT_CARD', 'CREDIT_LINE', 'INSERTION_ORDER'], index),
  currency: pick(['USD', 'EUR', 'JPY'], index),
  credit_limit_local_micro: micros(index),
  credit_remaining_local_micro: micros(index + 1),
  funded_amount_local_micro: null,
  entity_status: 'ACTIVE',
  able_to_fund: true,
  reasons_not_able_to_fund: [],
  io_header: null,
  start_time: time(index),
  end_time: null,
  ...lifecycle(index),
});

/** A campaign that a funding instrument pays for. */
export const makeCampaign = (account: string, funding: string, seed: number): Row => ({
  id: `8w${code(seed, 6)}`,
  account_id: account,
  // Letters beyond ASCII, as in real names of campaigns, prevent a shortcut of decoders.
  name: `Campaign ${seed} – “spring” ${code(scatter(seed, 2 ** 31), 6)}`,
  funding_instrument_id: funding,
  entity_status: pick(['ACTIVE', 'PAUSED'], seed),
  effective_status: 'RUNNING',
  budget_optimization: 'CAMPAIGN',
  daily_budget_amount_local_micro: micros(seed),
  total_budget_amount_local_micro: micros(seed) * 30,
  purchase_order_number: `PO-${scatter(seed, 1_000_000)}`,
  standard_delivery: true,
  servable: seed % 3 > 0,
  reasons_not_servable: seed % 3 > 0 ? [] : ['PAUSED_BY_ADVERTISER'],
  frequency_cap: null,
  duration_in_days: null,
  currency: 'USD',
  ...lifecycle(seed),
});

/** A line item of a campaign. */
export const makeLineItem = (campaign: Row, seed: number): Row => ({
  id: `gq${code(seed, 7)}`,
  account_id: campaign['account_id'] ?? null,
  campaign_id: campaign.id,
  name: `Ad group ${seed} of ${campaign.id}`,
  objective: pick(['ENGAGEMENTS', 'WEBSITE_CLICKS', 'REACH', 'VIDEO_VIEWS'], seed),
  product_type: pick(['PROMOTED_TWEETS', 'PROMOTED_ACCOUNT', 'MEDIA'], seed),
  placements: ['ALL_ON_TWITTER'],
  bid_amount_local_micro: micros(seed) / 100,
  bid_strategy: 'MAX',
  goal: 'ENGAGEMENT',
  pay_by: 'ENGAGEMENT',
  entity_status: pick(['ACTIVE', 'PAUSED'], seed),
  total_budget_amount_local_micro: micros(seed),
  advertiser_domain: null,
  categories: ['IAB1'],
  start_time: time(seed),
  end_time: null,
  currency: 'USD',
  ...lifecycle(seed),
});

/** A promoted post of a line item. */
export const makePromotedTweet = (lineItem: Row, seed: number): Row => ({
  id: `6x${code(seed, 8)}`,
  account_id: lineItem['account_id'] ?? null,
  line_item_id: lineItem.id,
  tweet_id: (1_700_000_000_000_000_000n + BigInt(seed) * 1_048_583n).toString(),
  entity_status: pick(['ACTIVE', 'PAUSED'], seed),
  approval_status: pick(['ACCEPTED', 'UNDER_REVIEW'], seed),
  serving_status: 'SERVING',
  paused: false,
  review_reason: null,
  source: 'ADS_API',
  tracking_tag: null,
  ...lifecycle(seed),
});

/** A targeting criterion of a line item. */
export const makeTargetingCriterion = (lineItem: Row, seed: number): Row => ({
  id: `dp${code(seed, 8)}`,
  account_id: lineItem['account_id'] ?? null,
  line_item_id: lineItem.id,
  name: `Target ${code(scatter(seed, 2 ** 31), 6)}`,
  localized_name: null,
  targeting_type: pick(['LOCATION', 'AGE', 'GENDER', 'BROAD_KEYWORD', 'LANGUAGE'], seed),
  targeting_value: code(scatter(seed, 2 ** 31), 16),
  operator_type: seed % 9 === 0 ? 'NE' : 'EQ',
  location_type: null,
  custom_audience_expansion: null,
  tailored_audience_type: null,
  ...lifecycle(seed),
});
