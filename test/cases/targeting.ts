import { bikes } from '../support/accounts.ts';

/** One document for each list of targeting values, against the seeded data. */
export const cases = {
  listTargetingAppStoreCategories: {
    document: `{ targetingAppStoreCategories(q: "music", osType: IOS) { name targetingType targetingValue osType } }`,
  },
  listTargetingConversations: {
    document: `{ targetingConversations(conversationType: SPORTS) { nodes { name targetingType targetingValue conversationType } } }`,
  },
  listTargetingDevices: {
    document: `{ targetingDevices(q: "iphone") { name targetingType targetingValue manufacturer osType } }`,
  },
  listTargetingEvents: {
    document: `{ targetingEvents(eventTypes: [HOLIDAY, SPORTS], countryCodes: ["US"]) { nodes {
      name targetingType targetingValue eventType startTime endTime isGlobal countryCode reach { totalReach }
      topUsers topTweets topHashtags genderBreakdownPercentage deviceBreakdownPercentage countryBreakdownPercentage
    } } }`,
  },
  listTargetingInterests: {
    document: `{ targetingInterests(q: "books") { nodes { name targetingType targetingValue } } }`,
  },
  listTargetingLanguages: {
    document: `{ targetingLanguages(q: "english") { nodes { name targetingType targetingValue } } }`,
  },
  listTargetingLocations: {
    document: `{ targetingLocations(locationType: CITIES, countryCode: "US", q: "los angeles") { nodes { name targetingType targetingValue countryCode locationType } } }`,
  },
  listTargetingNetworkOperators: {
    document: `{ targetingNetworkOperators(countryCode: "DE", q: "tele") { nodes { name targetingType targetingValue countryCode } } }`,
  },
  listTargetingPlatformVersions: {
    document: `{ targetingPlatformVersions(q: "jelly") { name targetingType targetingValue osType number platform releasedAt } }`,
  },
  listTargetingPlatforms: {
    document: `{ targetingPlatforms(q: "desktop", lang: "de") { name targetingType targetingValue localizedName } }`,
  },
  listTargetingTvMarkets: { document: `{ targetingTvMarkets { name locale countryCode } }` },
  listTargetingTvShows: {
    document: `{ targetingTvShows(locale: "en-US", q: "news") { nodes { name targetingType targetingValue genre estimatedUsers locales { language country } } } }`,
  },
  listTargetingSuggestions: {
    document: `{ account(id: "${bikes}") { targetingSuggestions(suggestionType: KEYWORD, targetingValues: ["gravel bike"], count: 2) { suggestionType suggestionValue } } }`,
  },
} as const;
