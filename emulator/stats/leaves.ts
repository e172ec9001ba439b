import { type MetricGroup, membersOf, metrics } from '../../src/upstream/catalogue/metrics.ts';
import { engagementKinds, type Rates } from './rates.ts';

/**
 * A counted number: a figure, or a member of one, as in `conversion_purchases.post_view`. It is a
 * share of another number: out of all `of` events, those between `from` and `to`, on a scale of 0
 * to 1.
 */
interface Leaf {
  readonly name: string;
  /** The leaf that it is a share of, by its index; -1 for none. */
  readonly of: number;
  readonly range: (rates: Rates) => readonly [from: number, to: number];
  /** Leaves of one parent with the same name of a cut never count an event twice. */
  readonly cut: string;
  /** The factor of the number: a price, or a number of items. */
  readonly times: number;
}

type Rate = (rates: Rates) => number;

interface LeafSource {
  readonly name: string;
  readonly of: string | null;
  readonly range: Leaf['range'];
  readonly cut?: string;
  readonly times?: number;
}

const rate = (name: string, of: string, rateOf: Rate, times = 1): LeafSource => ({
  name,
  of,
  range: (rates) => [0, rateOf(rates)],
  times,
});

const rangeOf = (index: number): Leaf['range'] => {
  const sum = ({ shares }: Rates, count: number): number =>
    engagementKinds.slice(0, count).reduce((all, name) => all + shares[name], 0);
  return (rates) => [
    sum(rates, index),
    index + 1 === engagementKinds.length ? 1 : sum(rates, index + 1),
  ];
};

const engagement: readonly LeafSource[] = [
  { name: 'impressions', of: null, range: () => [0, 1] },
  rate('engagements', 'impressions', ({ engagements }) => engagements),
  ...engagementKinds.map(
    (name, index): LeafSource => ({
      name,
      of: 'engagements',
      range: rangeOf(index),
      cut: 'engagements',
    }),
  ),
  rate('unfollows', 'follows', () => 0.01),
  rate('url_clicks', 'clicks', ({ links }) => links),
  rate('app_clicks', 'clicks', ({ apps }) => apps),
  rate('card_engagements', 'clicks', ({ cards }) => cards),
  rate('carousel_swipes', 'impressions', ({ swipes }) => swipes),
];

const billing: readonly LeafSource[] = [
  { name: 'billed_charge_local_micro', of: 'impressions', range: () => [0, 1] },
  { name: 'billed_engagements', of: null, range: () => [0, 1] },
];

const views: readonly (readonly [name: string, of: string, rate: number])[] = [
  ['video_views_25', 'video_total_views', 0.7],
  ['video_views_50', 'video_views_25', 0.65],
  ['video_views_75', 'video_views_50', 0.7],
  ['video_views_100', 'video_views_75', 0.75],
  ['video_6s_views', 'video_total_views', 0.6],
  ['video_15s_views', 'video_6s_views', 0.5],
  ['video_3s100pct_views', 'video_total_views', 0.8],
  ['video_cta_clicks', 'video_total_views', 0.004],
];
const video: readonly LeafSource[] = [
  rate('video_content_starts', 'impressions', ({ plays }) => plays),
  rate('video_total_views', 'video_content_starts', () => 0.45),
  ...views.map(([name, of, rateOf]) => rate(name, of, () => rateOf)),
];

/**
 * The share of visitors of a site, or of people who installed an app, by the counted action. Other
 * actions never happen.
 */
const shareOfUsers: Readonly<Record<string, number>> = {
  conversion_site_visits: 1,
  conversion_landing_page_views: 0.8,
  conversion_content_views: 0.5,
  conversion_add_to_carts: 0.12,
  conversion_checkouts_initiated: 0.07,
  conversion_purchases: 0.04,
  conversion_sign_ups: 0.03,
  conversion_searches: 0.1,
  mobile_conversion_installs: 1,
  mobile_conversion_logins: 0.7,
  mobile_conversion_tutorials_completed: 0.5,
  mobile_conversion_levels_achieved: 0.4,
  mobile_conversion_sign_ups: 0.3,
  mobile_conversion_content_views: 0.6,
  mobile_conversion_purchases: 0.05,
  mobile_conversion_re_engages: 0.2,
  mobile_conversion_lifetime_value_purchases: 0.09,
  mobile_conversion_lifetime_value_sign_ups: 0.35,
  mobile_conversion_lifetime_value_levels_achieved: 0.6,
};
/** Metrics of purchases, which have an order value. */
const purchases = /purchases$/;
const priceOfItem = 35;

const conversionsOf = (
  name: string,
  kind: 'webConversion' | 'mobileConversion',
): readonly LeafSource[] => {
  const share = shareOfUsers[name];
  if (share === undefined) return [];
  const isWeb = kind === 'webConversion';
  const [view, click] = [`${name}.post_view`, `${name}.post_engagement`];
  const base: readonly LeafSource[] = [
    rate(
      click,
      isWeb ? 'url_clicks' : 'app_clicks',
      (rates) => share * (isWeb ? rates.visits : rates.installs),
    ),
    rate(view, 'impressions', (rates) => (share * (isWeb ? rates.visits : rates.installs)) / 1500),
    rate(`${name}.assisted`, click, () => 0.1),
  ];
  if (!purchases.test(name)) return base;
  const sales: readonly LeafSource[] = [
    rate(`${name}.order_quantity_engagement`, click, () => 1, 2),
    rate(`${name}.order_quantity_view`, view, () => 1, 2),
    rate(`${name}.sale_amount_engagement`, click, () => 1, 2 * priceOfItem),
    rate(`${name}.sale_amount_view`, view, () => 1, 2 * priceOfItem),
  ];
  return [...base, ...sales];
};

const sources: readonly LeafSource[] = [
  ...engagement,
  ...billing,
  ...video,
  ...metrics.flatMap(({ name, kind }) =>
    kind === 'webConversion' || kind === 'mobileConversion' ? conversionsOf(name, kind) : [],
  ),
];

const indexes: ReadonlyMap<string, number> = new Map(
  sources.map(({ name }, index) => [name, index]),
);

/** All leaves. A leaf follows the one that it is a share of. */
export const leaves: readonly Leaf[] = sources.map(
  ({ name, of, range, cut = name, times = 1 }) => ({
    name,
    of: of === null ? -1 : (indexes.get(of) ?? -1),
    range,
    cut,
    times,
  }),
);

/** The index of a leaf; -1 for a metric that is never counted. */
export const leafAt = (name: string): number => indexes.get(name) ?? -1;

const sums: Readonly<Record<string, readonly string[]>> = {
  metric: ['post_view', 'post_engagement'],
  order_quantity: ['order_quantity_view', 'order_quantity_engagement'],
  sale_amount: ['sale_amount_view', 'sale_amount_engagement'],
};

/** The leaves whose sum is a member of a conversion. */
const leavesOf = (name: string, member: string): readonly number[] =>
  (sums[member] ?? [member])
    .map((member) => leafAt(`${name}.${member}`))
    .filter((index) => index >= 0);

/** The parts of a figure: the leaves whose sum it is, or those of each of its members. */
export interface LeafFigure {
  readonly name: string;
  readonly leaves: readonly number[];
  readonly members: readonly (readonly [member: string, leaves: readonly number[]])[];
}

const figures: readonly (LeafFigure & { readonly group: MetricGroup })[] = metrics.map(
  ({ name, group, kind }) => {
    if (kind === 'webConversion' || kind === 'mobileConversion') {
      const members = membersOf[kind].map((member) => [member, leavesOf(name, member)] as const);
      return { name, group, leaves: [], members };
    }
    const index = leafAt(name);
    return { name, group, leaves: index < 0 ? [] : [index], members: [] };
  },
);

/** The figures of a group. */
export const figuresOf = (group: string): readonly LeafFigure[] =>
  figures.filter((one) => one.group === group);
