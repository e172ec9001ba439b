import type { EntityRules, Handler } from '../scope.ts';
import * as accountHistory from './account-history.ts';
import * as accounts from './accounts.ts';
import * as audienceEstimate from './audience-estimate.ts';
import * as audiencePermissions from './audience-permissions.ts';
import * as campaigns from './campaigns.ts';
import * as cards from './cards.ts';
import * as customAudienceUsers from './custom-audience-users.ts';
import * as customAudiences from './custom-audiences.ts';
import * as draftTweets from './draft-tweets.ts';
import * as features from './features.ts';
import * as fundingInstruments from './funding-instruments.ts';
import * as keywordInsights from './keyword-insights.ts';
import * as lineItems from './line-items.ts';
import * as mediaCreatives from './media-creatives.ts';
import * as mediaLibrary from './media-library.ts';
import * as pollCards from './poll-cards.ts';
import * as prerollCallToActions from './preroll-call-to-actions.ts';
import * as promotedAccounts from './promoted-accounts.ts';
import * as promotedTweets from './promoted-tweets.ts';
import * as reference from './reference.ts';
import * as scheduledPromotedTweets from './scheduled-promoted-tweets.ts';
import * as scheduledTweets from './scheduled-tweets.ts';
import * as settings from './settings.ts';
import * as streamWebhooks from './stream-webhooks.ts';
import * as targetedCampaigns from './targeted-campaigns.ts';
import * as targetingCriteria from './targeting-criteria.ts';
import * as tokens from './tokens.ts';
import * as tweets from './tweets.ts';
import * as videoConversationCards from './video-conversation-cards.ts';

/** The endpoints that are not generic, by name. */
export const behaviours: Readonly<Record<string, Handler>> = Object.freeze({
  ...accountHistory.handlers,
  ...features.handlers,
  ...keywordInsights.handlers,
  ...reference.handlers,
  ...settings.handlers,
  ...accounts.handlers,
  ...promotedTweets.handlers,
  ...draftTweets.handlers,
  ...scheduledTweets.handlers,
  ...tweets.handlers,
  ...promotedAccounts.handlers,
  ...audienceEstimate.handlers,
  ...audiencePermissions.handlers,
  ...customAudienceUsers.handlers,
  ...targetedCampaigns.handlers,
  ...targetingCriteria.handlers,
  ...videoConversationCards.handlers,
  ...pollCards.handlers,
  ...cards.handlers,
  ...tokens.handlers,
  ...streamWebhooks.handlers,
});

/** What holds for the rows of an entity, by its name. */
export const rules: Readonly<Record<string, EntityRules>> = Object.freeze({
  ...accounts.rules,
  ...campaigns.rules,
  ...lineItems.rules,
  ...accountHistory.rules,
  ...fundingInstruments.rules,
  ...reference.rules,
  ...promotedTweets.rules,
  ...draftTweets.rules,
  ...scheduledTweets.rules,
  ...mediaCreatives.rules,
  ...promotedAccounts.rules,
  ...scheduledPromotedTweets.rules,
  ...targetingCriteria.rules,
  ...audiencePermissions.rules,
  ...customAudiences.rules,
  ...targetedCampaigns.rules,
  ...videoConversationCards.rules,
  ...prerollCallToActions.rules,
  ...pollCards.rules,
  ...mediaLibrary.rules,
  ...cards.rules,
});
