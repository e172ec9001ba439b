import { analyst, colleague, owner } from '../users.ts';

/** The numbers of rows of an account. */
interface AccountSize {
  readonly campaigns: number;
  /** The number of newest campaigns that have line items. */
  readonly withLineItems: number;
  readonly lineItems: readonly [least: number, most: number];
  readonly posts: readonly [least: number, most: number];
  readonly criteria: readonly [least: number, most: number];
}

/** An invented advertiser: the facts of its account, and the words for its rows. */
export interface Advertiser {
  readonly id: string;
  readonly name: string;
  readonly businessId: string | null;
  readonly businessName: string | null;
  readonly country: string;
  readonly timezone: string;
  readonly industry: string;
  readonly approval: string;
  readonly since: string;
  readonly deleted: boolean;
  readonly currency: string;
  /** The factor by which amounts of the seed are multiplied for that currency. */
  readonly unit: number;
  readonly userIds: readonly string[];
  readonly userId: string;
  readonly domain: string;
  readonly products: readonly string[];
  readonly markets: readonly string[];
  readonly keywords: readonly string[];
  readonly objectives: readonly string[];
  readonly size: AccountSize;
}

const usual: AccountSize = {
  campaigns: 48,
  withLineItems: 48,
  lineItems: [2, 5],
  posts: [1, 5],
  criteria: [3, 12],
};
const nothing: AccountSize = {
  campaigns: 0,
  withLineItems: 0,
  lineItems: [0, 0],
  posts: [0, 0],
  criteria: [0, 0],
};

const base = {
  approval: 'ACCEPTED',
  deleted: false,
  unit: 1,
  userIds: [owner.userId],
  size: usual,
} as const;

const bikes: Advertiser = {
  ...base,
  id: '18ce54bik3s',
  name: 'Nordlicht Bikes',
  businessId: '5qnl1',
  businessName: 'Nordlicht Bikes GmbH',
  country: 'DE',
  timezone: 'Europe/Berlin',
  industry: 'RETAIL',
  since: '2022-02-14T08:00:00Z',
  currency: 'EUR',
  userId: '1480000000000000101',
  domain: 'nordlicht-bikes.example',
  products: ['Gravel Bikes', 'City E-Bikes', 'Kids Bikes', 'Workshop Service', 'Rain Gear'],
  markets: ['Germany', 'Netherlands', 'Hamburg', 'Bavaria'],
  keywords: ['gravel bike', 'e-bike leasing', 'bike to work', 'bikepacking', 'commuter bike'],
  objectives: ['WEBSITE_CLICKS', 'REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS'],
};

const coffee: Advertiser = {
  ...base,
  id: '18ce54cf3e2',
  name: 'Harbor & Pine Coffee',
  businessId: '5qnl2',
  businessName: 'Harbor & Pine Roasters Inc.',
  country: 'US',
  timezone: 'America/Los_Angeles',
  industry: 'RESTAURANT',
  since: '2022-05-03T17:30:00Z',
  currency: 'USD',
  userId: '1480000000000000102',
  domain: 'harborpine.example',
  products: ['Cold Brew', 'Bean Subscription', 'Holiday Blend', 'Store Openings', 'Loyalty App'],
  markets: ['United States', 'San Francisco', 'Seattle', 'California'],
  keywords: ['cold brew', 'coffee near me', 'pour over', 'espresso', 'coffee subscription'],
  objectives: ['ENGAGEMENTS', 'REACH', 'WEBSITE_CLICKS', 'APP_INSTALLS'],
};

const games: Advertiser = {
  ...base,
  id: '18ce54gam3j',
  name: 'Kumo Mobile Games',
  businessId: '5qnl3',
  businessName: '株式会社クモゲームズ',
  country: 'JP',
  timezone: 'Asia/Tokyo',
  industry: 'MOBILE',
  since: '2022-09-20T01:00:00Z',
  currency: 'JPY',
  unit: 150,
  userId: '1480000000000000103',
  domain: 'kumogames.example',
  products: ['Cloud Castle Puzzle', 'Ramen Tycoon', 'Starlight Quest', 'Season Pass'],
  markets: ['Japan', 'Osaka', 'United States'],
  keywords: ['パズルゲーム', 'スマホゲーム', 'mobile rpg', 'idle game', '新作ゲーム'],
  objectives: ['APP_INSTALLS', 'APP_ENGAGEMENTS', 'VIDEO_VIEWS', 'REACH'],
};

const travel: Advertiser = {
  ...base,
  id: '18ce54trv4l',
  name: 'Thistle & Thread Travel',
  businessId: '5qnl4',
  businessName: 'Thistle & Thread Journeys Ltd',
  country: 'GB',
  timezone: 'Europe/London',
  industry: 'TRAVEL',
  since: '2023-01-09T10:00:00Z',
  currency: 'GBP',
  userId: '1480000000000000104',
  domain: 'thistlethread.example',
  products: ['Highland Rail Weeks', 'Island Ferries', 'City Breaks', 'Winter Cabins'],
  markets: ['United Kingdom', 'London', 'Edinburgh', 'Netherlands'],
  keywords: ['rail holiday', 'scottish highlands', 'weekend break', 'ferry deals', 'cabin stay'],
  objectives: ['WEBSITE_CLICKS', 'VIDEO_VIEWS', 'PREROLL_VIEWS', 'FOLLOWERS'],
};

const agency: Advertiser = {
  ...base,
  id: '18ce54ag3nc',
  name: 'Brightline Media (client work)',
  businessId: '5qnl5',
  businessName: 'Brightline Media Partners LLC',
  country: 'US',
  timezone: 'America/New_York',
  industry: 'AGENCY',
  since: '2023-04-17T13:45:00Z',
  currency: 'USD',
  userIds: [owner.userId, colleague.userId, analyst.userId],
  userId: '1480000000000000105',
  domain: 'brightline.example',
  products: ['Client A: Trail Shoes', 'Client B: Home Loans', 'Client C: Piano Lessons'],
  markets: ['United States', 'Canada', 'California'],
  keywords: ['trail running', 'first home', 'learn piano', 'mortgage rates', 'running club'],
  objectives: ['WEBSITE_CLICKS', 'ENGAGEMENTS', 'FOLLOWERS', 'REACH'],
};

const catalogueStore: Advertiser = {
  ...base,
  id: '18ce54big8k',
  name: 'Atlas Catalogue Store',
  businessId: '5qnl6',
  businessName: 'Atlas Catalogue Inc.',
  country: 'US',
  timezone: 'America/Chicago',
  industry: 'RETAIL',
  since: '2023-06-01T15:00:00Z',
  currency: 'USD',
  userId: '1480000000000000106',
  domain: 'atlascatalogue.example',
  products: ['Garden', 'Kitchen', 'Lighting', 'Bedding', 'Toys', 'Tools', 'Office', 'Pets'],
  markets: ['United States', 'Canada'],
  keywords: ['garden sale', 'kitchen deals', 'desk lamp', 'back to school'],
  objectives: ['WEBSITE_CLICKS', 'REACH'],
  size: { ...usual, campaigns: 8000, withLineItems: 60, lineItems: [1, 3] },
};

const audienceLab: Advertiser = {
  ...base,
  id: '18ce54d3ns3',
  name: 'Meridian Audience Lab',
  businessId: '5qnl7',
  businessName: 'Meridian Research Ltd.',
  country: 'CA',
  timezone: 'America/Toronto',
  industry: 'TECHNOLOGY',
  since: '2023-08-22T14:00:00Z',
  currency: 'CAD',
  unit: 1.25,
  userId: '1480000000000000107',
  domain: 'meridianlab.example',
  products: ['Keyword Study', 'Lookalike Study', 'Regional Panel'],
  markets: ['Canada', 'United States'],
  keywords: ['survey', 'panel', 'opinion', 'research', 'feedback', 'study'],
  objectives: ['REACH', 'ENGAGEMENTS'],
  size: {
    campaigns: 12,
    withLineItems: 12,
    lineItems: [3, 4],
    posts: [1, 3],
    criteria: [200, 700],
  },
};

const newcomer: Advertiser = {
  ...base,
  id: '18ce54n3w01',
  name: 'Fjord & Fern Startup',
  businessId: null,
  businessName: null,
  country: 'SE',
  timezone: 'Europe/Stockholm',
  industry: 'OTHER',
  approval: 'UNDER_REVIEW',
  since: '2025-05-28T09:20:00Z',
  currency: 'SEK',
  unit: 10,
  // Another user administers it, so the owner has user settings there.
  userIds: ['1480000000000000108', owner.userId],
  userId: '1480000000000000108',
  domain: 'fjordfern.example',
  products: [],
  markets: [],
  keywords: [],
  objectives: [],
  size: nothing,
};

const closed: Advertiser = {
  ...newcomer,
  id: '18ce54c10sd',
  name: 'Lantern Festival (closed)',
  approval: 'ACCEPTED',
  since: '2023-11-11T11:11:11Z',
  deleted: true,
  currency: 'USD',
  unit: 1,
  userIds: base.userIds,
};

const hotels: Advertiser = {
  ...base,
  id: '18ce54h0t3l',
  name: 'Quiet Rooms Hotels',
  businessId: '5qnl8',
  businessName: 'Quiet Rooms Pty Ltd',
  country: 'AU',
  timezone: 'Australia/Sydney',
  industry: 'TRAVEL',
  since: '2023-03-03T03:00:00Z',
  currency: 'AUD',
  unit: 1.5,
  userIds: [colleague.userId],
  userId: '1480000000000000109',
  domain: 'quietrooms.example',
  products: ['Harbour Rooms', 'Desert Lodges', 'Long Weekends'],
  markets: ['United States', 'United Kingdom', 'Japan'],
  keywords: ['quiet hotel', 'desert lodge', 'long weekend'],
  objectives: ['WEBSITE_CLICKS', 'REACH'],
  size: { ...usual, campaigns: 12, withLineItems: 12 },
};

/** All advertisers. The five oldest accounts of the owner have the most varied rows. */
export const advertisers: readonly Advertiser[] = [
  bikes,
  coffee,
  games,
  travel,
  agency,
  catalogueStore,
  audienceLab,
  newcomer,
  closed,
  hotels,
];
