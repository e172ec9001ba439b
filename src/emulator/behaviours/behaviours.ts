import type { EntityRules, Handler } from '../scope.ts';
import * as abTests from './ab-tests.ts';
import * as accountHistory from './account-history.ts';
import * as accounts from './accounts.ts';
import * as audienceEstimate from './audience-estimate.ts';
import * as audiencePermissions from './audience-permissions.ts';
import * as campaigns from './campaigns.ts';
import * as cards from './cards.ts';
import * as customAudienceUsers from './custom-audience-users.ts';
import * as customAudiences from './custom-audiences.ts';
import * as doNotReachLists from './do-not-reach-lists.ts';
import * as draftTweets from './draft-tweets.ts';
import * as features from './features.ts';
import * as fundingInstruments from './funding-instruments.ts';
import * as imageConversationCards from './image-conversation-cards.ts';
import * as keywordInsights from './keyword-insights.ts';
import * as lineItems from './line-items.ts';
import * as mediaCreatives from './media-creatives.ts';
import * as mediaLibrary from './media-library.ts';
import * as mediaUploads from './media-uploads.ts';
import * as mobileConversions from './mobile-conversions.ts';
import * as newTweets from './new-tweets.ts';
import * as pollCards from './poll-cards.ts';
import * as prerollCallToActions from './preroll-call-to-actions.ts';
import * as productCatalogs from './product-catalogs.ts';
import * as productSets from './product-sets.ts';
import * as products from './products.ts';
import * as promotedAccounts from './promoted-accounts.ts';
import * as promotedTweets from './promoted-tweets.ts';
import * as reference from './reference.ts';
import * as scheduledFeeds from './scheduled-feeds.ts';
import * as scheduledPromotedTweets from './scheduled-promoted-tweets.ts';
import * as scheduledTweets from './scheduled-tweets.ts';
import * as settings from './settings.ts';
import * as stats from './stats.ts';
import * as streamWebhooks from './stream-webhooks.ts';
import * as targetedCampaigns from './targeted-campaigns.ts';
import * as targetingCriteria from './targeting-criteria.ts';
import * as targetingOptions from './targeting-options.ts';
import * as tokens from './tokens.ts';
import * as tweets from './tweets.ts';
import * as videoConversationCards from './video-conversation-cards.ts';
import * as webConversions from './web-conversions.ts';

/** What an area adds to the generic handling of its endpoints and entities. */
interface Behaviour {
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly rules?: Readonly<Record<string, EntityRules>>;
}

const areas: readonly Behaviour[] = [
  abTests,
  accountHistory,
  accounts,
  audienceEstimate,
  audiencePermissions,
  campaigns,
  cards,
  customAudienceUsers,
  customAudiences,
  doNotReachLists,
  draftTweets,
  features,
  fundingInstruments,
  imageConversationCards,
  keywordInsights,
  lineItems,
  mediaCreatives,
  mediaLibrary,
  mediaUploads,
  mobileConversions,
  newTweets,
  pollCards,
  prerollCallToActions,
  productCatalogs,
  productSets,
  products,
  promotedAccounts,
  promotedTweets,
  reference,
  scheduledFeeds,
  scheduledPromotedTweets,
  scheduledTweets,
  settings,
  stats,
  streamWebhooks,
  targetedCampaigns,
  targetingCriteria,
  targetingOptions,
  tokens,
  tweets,
  videoConversationCards,
  webConversions,
];

/** The handlers of the endpoints that are not generic, by the name of the endpoint. */
export const behaviours: Readonly<Record<string, Handler>> = Object.freeze(
  Object.assign({}, ...areas.map(({ handlers }) => handlers)),
);

/** What holds for the rows of an entity, by its name. */
export const rules: Readonly<Record<string, EntityRules>> = Object.freeze(
  Object.assign({}, ...areas.map((area) => area.rules)),
);
