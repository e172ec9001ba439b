import { accountMediaEndpoints } from './account-media.ts';
import { accounts } from './accounts.ts';
import { audienceEstimates } from './audience-estimate.ts';
import { audiencePermissions } from './audience-permissions.ts';
import { biddingRules } from './bidding-rules.ts';
import { campaigns } from './campaigns.ts';
import { cards } from './cards.ts';
import { categories } from './categories.ts';
import { customAudienceUsers } from './custom-audience-users.ts';
import { customAudiences } from './custom-audiences.ts';
import { draftTweets } from './draft-tweets.ts';
import type { Endpoint } from './endpoint.ts';
import { together } from './endpoint.ts';
import { fundingInstruments } from './funding-instruments.ts';
import { imageConversationCards } from './image-conversation-cards.ts';
import { keywordInsightEndpoints } from './keyword-insights.ts';
import { lineItemCuratedCategories } from './line-item-curated-categories.ts';
import { lineItemPlacements } from './line-item-placements.ts';
import { lineItems } from './line-items.ts';
import { mediaCreatives } from './media-creatives.ts';
import { mediaLibrary } from './media-library.ts';
import { mistakesIn } from './mistakes.ts';
import { pollCards } from './poll-cards.ts';
import { prerollCallToActions } from './preroll-call-to-actions.ts';
import { promotableUsers } from './promotable-users.ts';
import { promotedAccounts } from './promoted-accounts.ts';
import { promotedTweets } from './promoted-tweets.ts';
import { recommendations } from './recommendations.ts';
import { scheduledPromotedTweets } from './scheduled-promoted-tweets.ts';
import { scheduledTweets } from './scheduled-tweets.ts';
import { settings } from './settings.ts';
import { streamWebhooks } from './stream-webhooks.ts';
import { targetingCriteria } from './targeting-criteria.ts';
import { tokens } from './tokens.ts';
import { trackingTags } from './tracking-tags.ts';
import { tweets } from './tweets.ts';
import { videoConversationCards } from './video-conversation-cards.ts';

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
  targetingCriteria,
  audienceEstimates,
  customAudiences,
  audiencePermissions,
  customAudienceUsers,
  tokens,
  streamWebhooks,
};

const mistakes = mistakesIn(areas);
if (mistakes.length > 0) throw new TypeError(`in the catalogue:\n${mistakes.join('\n')}`);

/** Every endpoint by name. */
export const catalogue = together(areas);

export type EndpointName = keyof typeof catalogue;

/** The same, as a list. */
export const endpoints: readonly Endpoint[] = Object.freeze(Object.values(catalogue));
