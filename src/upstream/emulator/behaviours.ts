import * as accountHistory from './behaviours/account-history.ts';
import * as accounts from './behaviours/accounts.ts';
import * as audienceEstimate from './behaviours/audience-estimate.ts';
import * as audiencePermissions from './behaviours/audience-permissions.ts';
import * as campaigns from './behaviours/campaigns.ts';
import * as cards from './behaviours/cards.ts';
import * as customAudienceUsers from './behaviours/custom-audience-users.ts';
import * as customAudiences from './behaviours/custom-audiences.ts';
import * as draftTweets from './behaviours/draft-tweets.ts';
import * as features from './behaviours/features.ts';
import * as fundingInstruments from './behaviours/funding-instruments.ts';
import * as keywordInsights from './behaviours/keyword-insights.ts';
import * as lineItems from './behaviours/line-items.ts';
import * as mediaCreatives from './behaviours/media-creatives.ts';
import * as mediaLibrary from './behaviours/media-library.ts';
import * as pollCards from './behaviours/poll-cards.ts';
import * as prerollCallToActions from './behaviours/preroll-call-to-actions.ts';
import * as promotedAccounts from './behaviours/promoted-accounts.ts';
import * as promotedTweets from './behaviours/promoted-tweets.ts';
import * as reference from './behaviours/reference.ts';
import * as scheduledPromotedTweets from './behaviours/scheduled-promoted-tweets.ts';
import * as scheduledTweets from './behaviours/scheduled-tweets.ts';
import * as settings from './behaviours/settings.ts';
import * as streamWebhooks from './behaviours/stream-webhooks.ts';
import * as targetedCampaigns from './behaviours/targeted-campaigns.ts';
import * as targetingCriteria from './behaviours/targeting-criteria.ts';
import * as tokens from './behaviours/tokens.ts';
import * as tweets from './behaviours/tweets.ts';
import * as videoConversationCards from './behaviours/video-conversation-cards.ts';
import type { EntityRules, Handler } from './scope.ts';

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
