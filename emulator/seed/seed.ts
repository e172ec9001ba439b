import { LRUCache } from 'lru-cache';
import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import { createRandom } from '../random.ts';
import type { Rows, StoredRow } from '../store.ts';
import { type Advertiser, advertisers } from './accounts.ts';
import { audiencesOf } from './audiences.ts';
import { campaignsOf, fundingOf } from './campaigns.ts';
import { cardsWithin } from './cards.ts';
import { catalogRows } from './catalogs.ts';
import { extrasOf } from './extras.ts';
import { lineItemsOf } from './line-items.ts';
import { measurementOf, webPixels } from './measurement.ts';
import { mediaOf } from './media.ts';
import { postsOf } from './posts.ts';
import { referenceRows } from './reference.ts';
import { withDelivery } from './serving-rows.ts';
import { eventsFrom } from './targeting/events.ts';
import { locations } from './targeting/locations.ts';
import {
  appStoreCategories,
  conversations,
  devices,
  interests,
  languages,
  networkOperators,
  platforms,
  platformVersions,
} from './targeting/plain.ts';
import { tvMarkets, tvShows } from './targeting/shows.ts';

/** A seeded account, and the users who may use it. */
export interface SeededAccount {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly userIds: readonly string[];
}

/** The data that the emulator starts with, which is always the same for the same number. */
export interface Seed {
  readonly accounts: readonly SeededAccount[];
  /**
   * The rows of an account; null returns those outside accounts. Times of scheduled posts and of
   * events are counted from `now`, in milliseconds since 1970.
   */
  readonly rowsOf: (accountId: string | null, now: number) => Rows;
}

/** The data of the seed with this number. */
export const createSeed = (seed: number): Seed => {
  const byId = new Map(advertisers.map((advertiser) => [advertiser.id, advertiser]));
  return {
    accounts: advertisers.map(({ id, name, currency, userIds }) => ({
      id,
      name,
      currency,
      userIds,
    })),
    rowsOf: (accountId, now) => {
      if (accountId === null) {
        return {
          Account: advertisers.map(accountRow),
          WebPixel: webPixels,
          ...referenceRows,
          ...targetingRows(now),
          ...catalogRows,
        };
      }
      const advertiser = byId.get(accountId);
      return advertiser === undefined ? {} : madeRows(advertiser, seed, now - (now % dayMs));
    },
  };
};

const accountRow = (advertiser: Advertiser): StoredRow => ({
  id: advertiser.id,
  created_at: advertiser.since,
  updated_at: '2025-05-30T08:15:00Z',
  deleted: advertiser.deleted,
  name: advertiser.name,
  business_id: advertiser.businessId,
  business_name: advertiser.businessName,
  country_code: advertiser.country,
  timezone: advertiser.timezone,
  timezone_switch_at: advertiser.since,
  industry_type: advertiser.industry,
  approval_status: advertiser.approval,
});

// A repeated reset restores the same rows, which do not change during a day.
const made = new LRUCache<string, Rows>({ max: 100 });

const madeRows = (advertiser: Advertiser, seed: number, day: number): Rows => {
  const key = `${seed} ${advertiser.id} ${day}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const rows = rowsOfAdvertiser(advertiser, seed, day);
  for (const row of Object.values(rows).flat()) Object.freeze(row);
  made.set(key, rows);
  return rows;
};

const rowsOfAdvertiser = (advertiser: Advertiser, seed: number, now: number): Rows => {
  const random = createRandom(`${seed} ${advertiser.id}`);
  const FundingInstrument = fundingOf(advertiser, now);
  const audiences = audiencesOf(advertiser);
  const Campaign = campaignsOf(advertiser, { funding: FundingInstrument, now }, random);
  const within = withDelivery(
    Campaign,
    lineItemsOf(
      advertiser,
      { campaigns: Campaign, audiences: audiences['CustomAudience'] ?? [] },
      random,
    ),
    now,
  );
  const core = { FundingInstrument, ...audiences, Campaign, ...within, ...mediaOf(advertiser) };
  const rows = { ...core, ...cardsWithin(advertiser, core) };
  const extras = extrasOf(advertiser, FundingInstrument, within);
  const measured = measurementOf(
    advertiser,
    { campaigns: Campaign, apps: extras['AccountApp'] ?? [] },
    now,
  );
  return { ...rows, ...postsOf(advertiser, rows, now), ...extras, ...measured };
};

/** The rows of targeting, by entity. Events are those of the year after `now`. */
const targetingRows = (now: number): Rows => ({
  TargetingAppStoreCategory: appStoreCategories,
  TargetingConversation: conversations,
  TargetingDevice: devices,
  TargetingEvent: eventsFrom(now),
  TargetingInterest: interests,
  TargetingLanguage: languages,
  TargetingLocation: locations,
  TargetingNetworkOperator: networkOperators,
  TargetingPlatform: platforms,
  TargetingPlatformVersion: platformVersions,
  TargetingTvMarket: tvMarkets,
  TargetingTvShow: tvShows,
});
