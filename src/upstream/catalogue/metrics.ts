/** The figures of results, with their names in the API, for all who read them. */

/** The groups in which figures are requested. */
export type MetricGroup =
  | 'ENGAGEMENT'
  | 'BILLING'
  | 'VIDEO'
  | 'WEB_CONVERSION'
  | 'MOBILE_CONVERSION'
  | 'LIFE_TIME_VALUE_MOBILE_CONVERSION';

/** The entity that each kind is, by its name in the graph. Only jobs take media creatives. */
export const entityOfKind = {
  ACCOUNT: 'Account',
  CAMPAIGN: 'Campaign',
  FUNDING_INSTRUMENT: 'FundingInstrument',
  LINE_ITEM: 'LineItem',
  MEDIA_CREATIVE: 'MediaCreative',
  PROMOTED_ACCOUNT: 'PromotedAccount',
  PROMOTED_TWEET: 'PromotedTweet',
} as const;

/** The kinds that have results without a job. */
export type StatsKind = Exclude<keyof typeof entityOfKind, 'MEDIA_CREATIVE'>;

/** The groups of the kinds that do not have all of them. */
export const groupsOfKind: Readonly<Record<string, readonly MetricGroup[]>> = Object.freeze({
  ACCOUNT: ['ENGAGEMENT'],
  FUNDING_INSTRUMENT: ['ENGAGEMENT', 'BILLING'],
});

/** The groups that one call may request together. Each of the last three needs its own call. */
export const groupsTogether: readonly (readonly MetricGroup[])[] = Object.freeze([
  ['ENGAGEMENT', 'BILLING', 'VIDEO'],
  ['WEB_CONVERSION'],
  ['MOBILE_CONVERSION'],
  ['LIFE_TIME_VALUE_MOBILE_CONVERSION'],
]);

/** The counts that a conversion on the Web consists of. */
export const webConversion = {
  metric: 'Number of conversions',
  post_view: 'Conversions after an ad was seen',
  post_engagement: 'Conversions after somebody engaged with an ad',
  assisted: 'Conversions that an ad had a part in',
  order_quantity: 'Number of items ordered',
  order_quantity_view: 'Number of items ordered after an ad was seen',
  order_quantity_engagement: 'Number of items ordered after somebody engaged with an ad',
  sale_amount: 'Sum of sales, as the API returns it: X documents no unit',
  sale_amount_view: 'Sum of sales after an ad was seen, as the API gives it',
  sale_amount_engagement: 'Sum of sales after somebody engaged with an ad, as the API gives it',
} as const;

/** The counts that a conversion in an app consists of. */
export const mobileConversion = {
  post_view: webConversion.post_view,
  post_engagement: webConversion.post_engagement,
  assisted: webConversion.assisted,
  order_quantity: webConversion.order_quantity,
  sale_amount: webConversion.sale_amount,
} as const;

/** The members of the metrics that are objects, by kind. */
export const membersOf = {
  webConversion: Object.keys(webConversion),
  mobileConversion: Object.keys(mobileConversion),
} as const;

/** A figure: a number, money in micros of the local currency, or the numbers of a conversion. */
export interface Metric {
  readonly name: string;
  readonly group: MetricGroup;
  readonly kind: 'count' | 'micros' | 'webConversion' | 'mobileConversion';
  readonly doc: string;
  /** True if accounts and funding instruments have it, if they have its group. */
  readonly isEverywhere: boolean;
}

type Docs = Readonly<Record<string, string>>;

const table = (group: MetricGroup, kind: Metric['kind'], docs: Docs, everywhere: Docs = {}) =>
  Object.entries({ ...everywhere, ...docs }).map(
    ([name, doc]): Metric =>
      Object.freeze({ name, group, kind, doc, isEverywhere: Object.hasOwn(everywhere, name) }),
  );

const prefixed = (prefix: string, docs: Docs): Docs =>
  Object.fromEntries(Object.entries(docs).map(([name, doc]) => [`${prefix}${name}`, doc]));

const engagement: Docs = {
  unfollows: 'Number of times somebody stopped following',
  clicks: 'Number of clicks, including likes and other engagements',
  app_clicks: 'Number of attempts to install or open an app',
  url_clicks: 'Number of clicks on the link or website card, including earned ones',
  card_engagements: 'Number of engagements with cards',
  qualified_impressions: 'Number of qualified impressions',
  carousel_swipes: 'Number of swipes on the images or videos of a carousel',
  tweets_send: 'Number of posts sent from the ad',
  poll_card_vote: 'Number of votes in polls',
};

const engagementEverywhere: Docs = {
  engagements: 'Number of engagements of all kinds',
  impressions: 'Number of times that ads were shown',
  retweets: 'Number of reposts',
  replies: 'Number of replies',
  likes: 'Number of likes',
  follows: 'Number of new followers',
};

const video: Docs = {
  video_total_views: 'Number of video views: 3 seconds in full view, or a click to play',
  video_views_25: 'Number of views of at least 25 % of the video',
  video_views_50: 'Number of views of at least 50 % of the video',
  video_views_75: 'Number of views of at least 75 % of the video',
  video_views_100: 'Number of views of the whole video',
  video_cta_clicks: 'Number of clicks on the call to action',
  video_content_starts: 'Number of times that a video began to play',
  video_3s100pct_views: 'Number of views of at least 3 seconds with the video in full view',
  video_6s_views: 'Number of views of at least 6 seconds',
  video_15s_views: 'Number of views of at least 15 seconds, or of 95 % of the video',
};

const web: Docs = {
  purchases: 'Purchases',
  sign_ups: 'Sign-ups',
  site_visits: 'Visits of the site',
  downloads: 'Downloads',
  custom: 'Conversions of the custom type',
  add_to_carts: 'Additions to a cart',
  checkouts_initiated: 'Checkouts that were begun',
  content_views: 'Views of content',
  payment_info_additions: 'Additions of payment details',
  add_to_wishlists: 'Additions to a wish list',
  searches: 'Searches',
  landing_page_views: 'Views of the landing page',
  subscriptions: 'Subscriptions',
};

const mobile: Docs = {
  spent_credits: 'Credits spent',
  installs: 'Installs',
  content_views: 'Views of content',
  add_to_wishlists: 'Additions to a wish list',
  checkouts_initiated: 'Checkouts that were begun',
  reservations: 'Reservations',
  tutorials_completed: 'Tutorials completed',
  achievements_unlocked: 'Achievements unlocked',
  searches: 'Searches',
  add_to_carts: 'Additions to a cart',
  payment_info_additions: 'Additions of payment details',
  re_engages: 'Returns to the app',
  shares: 'Shares',
  rates: 'Ratings',
  logins: 'Logins',
  updates: 'Updates',
  levels_achieved: 'Levels achieved',
  invites: 'Invitations',
  key_page_views: 'Views of a key page',
  downloads: 'Downloads',
  purchases: 'Purchases',
  sign_ups: 'Sign-ups',
  site_visits: 'Visits of the site',
};

const lifetimeNames = [
  'purchases',
  'sign_ups',
  'updates',
  'tutorials_completed',
  'reservations',
  'add_to_carts',
  'add_to_wishlists',
  'checkouts_initiated',
  'levels_achieved',
  'achievements_unlocked',
  'shares',
  'invites',
  'payment_info_additions',
  'spent_credits',
  'rates',
];
const lifetime: Docs = Object.fromEntries(
  lifetimeNames.map((name) => [name, `${mobile[name]} over the lifetime of the people acquired`]),
);

const lifetimeGroup = 'LIFE_TIME_VALUE_MOBILE_CONVERSION';
const lifetimePrefix = 'mobile_conversion_lifetime_value_';

/** Every figure. */
export const metrics: readonly Metric[] = Object.freeze([
  ...table('ENGAGEMENT', 'count', engagement, engagementEverywhere),
  ...table(
    'BILLING',
    'count',
    {},
    { billed_engagements: 'Number of engagements that were billed' },
  ),
  ...table('BILLING', 'micros', {}, { billed_charge_local_micro: 'What was spent' }),
  ...table('VIDEO', 'count', video),
  ...table('WEB_CONVERSION', 'webConversion', prefixed('conversion_', web)),
  ...table('MOBILE_CONVERSION', 'mobileConversion', prefixed('mobile_conversion_', mobile)),
  ...table(lifetimeGroup, 'mobileConversion', prefixed(lifetimePrefix, lifetime)),
]);

const byName: ReadonlyMap<string, Metric> = new Map(metrics.map((one) => [one.name, one]));

/** The figure of this name. Throws TypeError if there is none. */
export const metricOf = (name: string): Metric => {
  const found = byName.get(name);
  if (found === undefined) throw new TypeError(`metrics.ts does not know ${name}`);
  return found;
};

/** The figures that a kind has. */
export const metricsOfKind = (kind: string): readonly Metric[] => {
  const groups = groupsOfKind[kind];
  return groups === undefined
    ? metrics
    : metrics.filter(({ group, isEverywhere }) => isEverywhere && groups.includes(group));
};

/** `of` × `times` / `per`: a figure from two others, which is money if `of` is, else a share. */
export interface DerivedMetric {
  readonly name: string;
  readonly doc: string;
  readonly of: string;
  readonly per: string;
  readonly times: number;
}

const derived = (
  name: string,
  doc: string,
  ratio: Pick<DerivedMetric, 'of' | 'per'> & Partial<Pick<DerivedMetric, 'times'>>,
): DerivedMetric => Object.freeze({ name, doc, times: 1, ...ratio });

const charge = 'billed_charge_local_micro';

/** The figures that the vendor's console shows in addition to those of the API. */
const derivedMetrics: readonly DerivedMetric[] = Object.freeze([
  derived('engagement_rate', 'Engagement rate', { of: 'engagements', per: 'impressions' }),
  derived('click_rate', 'Click rate', { of: 'clicks', per: 'impressions' }),
  derived('follow_rate', 'Follow rate', { of: 'follows', per: 'impressions' }),
  derived('video_rate', 'Video rate', { of: 'video_total_views', per: 'impressions' }),
  derived('cost_per_thousand_impressions', 'Cost of 1,000 impressions', {
    of: charge,
    per: 'impressions',
    times: 1000,
  }),
  derived('cost_per_engagement', 'Cost of an engagement', { of: charge, per: 'engagements' }),
  derived('cost_per_click', 'Cost of a click', { of: charge, per: 'clicks' }),
  derived('cost_per_link_click', 'Cost of a click on the link', { of: charge, per: 'url_clicks' }),
  derived('cost_per_follow', 'Cost of a new follower', { of: charge, per: 'follows' }),
  derived('cost_per_video_view', 'Cost of a video view', { of: charge, per: 'video_total_views' }),
  derived('cost_per_app_click', 'Cost of an attempt to install or open the app', {
    of: charge,
    per: 'app_clicks',
  }),
]);

/** The derived figures that a kind has: those whose two figures it has. */
export const derivedOfKind = (kind: string): readonly DerivedMetric[] => {
  const names = new Set(metricsOfKind(kind).map(({ name }) => name));
  return derivedMetrics.filter(({ of, per }) => names.has(of) && names.has(per));
};

/** The figures that others are derived from, by the names of their metrics. */
type Figures = (metric: string) => number | string | null;

/** A rate, such as clicks per impression; null if the divisor is null or 0. */
export const derivedRate = ({ of, per }: DerivedMetric, figure: Figures): number | null => {
  const [share, whole] = [figure(of), figure(per)];
  return share === null || whole === null || Number(whole) === 0
    ? null
    : Number(share) / Number(whole);
};

/** A cost in micros, exact and rounded half up to a micro; null if the divisor is null or 0. */
export const derivedCost = ({ of, per, times }: DerivedMetric, figure: Figures): string | null => {
  const [charge, divisor] = [figure(of), figure(per)];
  if (charge === null || divisor === null || BigInt(divisor) === 0n) return null;
  return String(dividedHalfUp(BigInt(charge) * BigInt(times), BigInt(divisor)));
};

/** 5 / 2 is 3, and -5 / 2 is -2. */
const dividedHalfUp = (dividend: bigint, divisor: bigint): bigint => {
  const [over, under] = [2n * dividend + divisor, 2n * divisor];
  const quotient = over / under;
  return over % under !== 0n && over < 0n !== under < 0n ? quotient - 1n : quotient;
};
