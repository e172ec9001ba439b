import { abTests } from './areas/ab-tests.ts';
import { accountMediaEndpoints } from './areas/account-media.ts';
import { accounts } from './areas/accounts.ts';
import { appEventTags } from './areas/app-event-tags.ts';
import { audienceEstimates } from './areas/audience-estimate.ts';
import { audiencePermissions } from './areas/audience-permissions.ts';
import { biddingRules } from './areas/bidding-rules.ts';
import { campaigns } from './areas/campaigns.ts';
import { cards } from './areas/cards.ts';
import { categories } from './areas/categories.ts';
import { customAudienceUsers } from './areas/custom-audience-users.ts';
import { customAudiences } from './areas/custom-audiences.ts';
import { doNotReachLists } from './areas/do-not-reach-lists.ts';
import { draftTweets } from './areas/draft-tweets.ts';
import { fundingInstruments } from './areas/funding-instruments.ts';
import { imageConversationCards } from './areas/image-conversation-cards.ts';
import { keywordInsightEndpoints } from './areas/keyword-insights.ts';
import { lineItemCuratedCategories } from './areas/line-item-curated-categories.ts';
import { lineItemPlacements } from './areas/line-item-placements.ts';
import { lineItems } from './areas/line-items.ts';
import { mediaCreatives } from './areas/media-creatives.ts';
import { mediaLibrary } from './areas/media-library.ts';
import { mediaUploads } from './areas/media-uploads.ts';
import { mobileConversions } from './areas/mobile-conversions.ts';
import { pollCards } from './areas/poll-cards.ts';
import { prerollCallToActions } from './areas/preroll-call-to-actions.ts';
import { productCatalogs } from './areas/product-catalogs.ts';
import { productSets } from './areas/product-sets.ts';
import { products } from './areas/products.ts';
import { promotableUsers } from './areas/promotable-users.ts';
import { promotedAccounts } from './areas/promoted-accounts.ts';
import { promotedTweets } from './areas/promoted-tweets.ts';
import { recommendations } from './areas/recommendations.ts';
import { scheduledFeeds } from './areas/scheduled-feeds.ts';
import { scheduledPromotedTweets } from './areas/scheduled-promoted-tweets.ts';
import { scheduledTweets } from './areas/scheduled-tweets.ts';
import { settings } from './areas/settings.ts';
import { stats } from './areas/stats.ts';
import { streamWebhooks } from './areas/stream-webhooks.ts';
import { targetingCriteria } from './areas/targeting-criteria.ts';
import { targetingOptions } from './areas/targeting-options.ts';
import { tokens } from './areas/tokens.ts';
import { trackingTags } from './areas/tracking-tags.ts';
import { tweets } from './areas/tweets.ts';
import { videoConversationCards } from './areas/video-conversation-cards.ts';
import { webConversions } from './areas/web-conversions.ts';
import type { EndpointName } from './endpoint-names.ts';
import type { Endpoint } from './language/endpoint.ts';
import { together } from './language/endpoint.ts';
import { mistakesIn } from './language/mistakes.ts';

const areas = {
  accounts,
  fundingInstruments,
  campaigns,
  lineItems,
  promotedTweets,
  draftTweets,
  scheduledTweets,
  tweets,
  mediaCreatives,
  promotedAccounts,
  scheduledPromotedTweets,
  promotableUsers,
  trackingTags,
  accountMediaEndpoints,
  mediaLibrary,
  mediaUploads,
  cards,
  pollCards,
  imageConversationCards,
  videoConversationCards,
  prerollCallToActions,
  biddingRules,
  categories,
  keywordInsightEndpoints,
  lineItemCuratedCategories,
  lineItemPlacements,
  recommendations,
  settings,
  stats,
  targetingCriteria,
  targetingOptions,
  audienceEstimates,
  customAudiences,
  audiencePermissions,
  customAudienceUsers,
  doNotReachLists,
  appEventTags,
  mobileConversions,
  webConversions,
  abTests,
  productCatalogs,
  products,
  productSets,
  scheduledFeeds,
  tokens,
  streamWebhooks,
};

const mistakes = mistakesIn(areas);
if (mistakes.length > 0) throw new TypeError(`in the catalogue:\n${mistakes.join('\n')}`);

/** Every endpoint by name. */
export const catalogue = together(areas) satisfies Readonly<Record<EndpointName, Endpoint>>;

/** The same, as a list. */
export const endpoints: readonly Endpoint[] = Object.freeze(Object.values(catalogue));
