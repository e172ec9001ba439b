import type { Rows } from '../../store.ts';
import { appStoreCategories } from './app-store-categories.ts';
import { conversations } from './conversations.ts';
import { devices, platforms, platformVersions } from './devices.ts';
import { eventsFrom } from './events.ts';
import { interests } from './interests.ts';
import { languages } from './languages.ts';
import { locations } from './locations.ts';
import { networkOperators } from './operators.ts';
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
