import type { Rows } from '../../store.ts';
import { eventsFrom } from './events.ts';
import { locations } from './locations.ts';
import {
  appStoreCategories,
  conversations,
  devices,
  interests,
  languages,
  networkOperators,
  platforms,
  platformVersions,
} from './plain.ts';
import { tvMarkets, tvShows } from './shows.ts';

/** What can be targeted, by entity. Events are those of the year after `now`, a time as of Date. */
export const targetingRows = (now: number): Rows => ({
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
