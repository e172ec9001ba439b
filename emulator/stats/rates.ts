import type { StoredRow } from '../store.ts';
import { chanceOf, nameHash } from './chance.ts';

/**
 * Conversion rates of a line item: `clicks` is a share of `engagements`, which are a share of
 * `impressions`.
 */
export interface Rates {
  /** The price of 1,000 impressions, in micros. */
  readonly price: number;
  readonly engagements: number;
  /** The shares of engagements; their sum is 1. */
  readonly shares: Readonly<Record<(typeof engagementKinds)[number], number>>;
  /** As a share of clicks. */
  readonly links: number;
  readonly apps: number;
  readonly cards: number;
  /** As a share of impressions. */
  readonly plays: number;
  readonly swipes: number;
  /** As a share of link clicks and of app clicks. */
  readonly visits: number;
  readonly installs: number;
  /** The name of the figure that is billed. */
  readonly billed: string;
}

/** The kinds of engagements. */
export const engagementKinds = ['clicks', 'likes', 'retweets', 'replies', 'follows'] as const;

type Objective = readonly [
  price: number,
  engagements: number,
  links: number,
  apps: number,
  plays: number,
  follows: number,
];

// biome-ignore format: a table is read by its rows
const objectives: Readonly<Record<string, Objective>> = {
  APP_ENGAGEMENTS: [6, 0.016, 0, 0.55, 0.1, 0.01],
  APP_INSTALLS:    [7.5, 0.014, 0, 0.6, 0.15, 0.01],
  ENGAGEMENTS:     [5, 0.032, 0.2, 0, 0.05, 0.02],
  FOLLOWERS:       [5.5, 0.02, 0.05, 0, 0, 0.4],
  PREROLL_VIEWS:   [8, 0.006, 0.3, 0, 0.95, 0.01],
  REACH:           [3.5, 0.009, 0.25, 0, 0.05, 0.02],
  VIDEO_VIEWS:     [4.5, 0.02, 0.15, 0, 0.85, 0.02],
  WEBSITE_CLICKS:  [6.5, 0.018, 0.7, 0, 0.05, 0.01],
};
const defaultGoal = 'ENGAGEMENTS';

/** The units of a currency that equal about one euro, so that amounts look realistic. */
const unitsPerEuro: Readonly<Record<string, number>> = {
  AUD: 1.6,
  CAD: 1.45,
  DKK: 7.5,
  INR: 90,
  JPY: 160,
  KRW: 1500,
  MXN: 20,
  NOK: 11.5,
  SEK: 11,
};
export const unitsPerEuroOf = (currency: string): number => unitsPerEuro[currency] ?? 1;

const billedBy: Readonly<Record<string, string>> = {
  APP_CLICK: 'app_clicks',
  IMPRESSION: 'impressions',
  LINK_CLICK: 'url_clicks',
};

/**
 * The rates of the content of a line item. `name` is the hash of the content, so that posts differ.
 */
export const ratesOf = (lineItem: StoredRow, currency: string, name: number): Rates => {
  const objective = objectives[String(lineItem['objective'])] ?? objectives[defaultGoal];
  const [price, engagements, links, apps, plays, follows] = objective as Objective;
  const own = (salt: string, spread = 0.25): number =>
    1 - spread + 2 * spread * chanceOf(name, nameHash(salt));
  // One post in four is a video, for every objective.
  const isVideo = plays > 0.5 || chanceOf(name, nameHash('video')) < 0.25;
  const others = 1 - follows;
  return {
    price: Math.round(price * own('price') * unitsPerEuroOf(currency) * 1_000_000),
    engagements: engagements * own('engagements'),
    shares: {
      clicks: others * 0.72,
      likes: others * 0.2,
      retweets: others * 0.05,
      replies: others * 0.03,
      follows,
    },
    links: links * own('links', 0.1),
    apps: apps * own('apps', 0.1),
    cards: chanceOf(name, nameHash('card')) < 0.3 ? 0.4 : 0,
    plays: isVideo ? Math.min(0.95, Math.max(plays, 0.3) * own('plays', 0.1)) : 0,
    swipes: chanceOf(name, nameHash('carousel')) < 0.15 ? 0.02 : 0,
    visits: links > 0.5 ? 0.08 * own('visits') : 0,
    installs: apps > 0 ? 0.12 * own('installs') : 0,
    billed: billedBy[String(lineItem['pay_by'])] ?? 'engagements',
  };
};
