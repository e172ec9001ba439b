import * as accounts from './behaviours/accounts.ts';
import * as campaigns from './behaviours/campaigns.ts';
import * as draftTweets from './behaviours/draft-tweets.ts';
import * as lineItems from './behaviours/line-items.ts';
import * as mediaCreatives from './behaviours/media-creatives.ts';
import * as promotedAccounts from './behaviours/promoted-accounts.ts';
import * as promotedTweets from './behaviours/promoted-tweets.ts';
import * as scheduledPromotedTweets from './behaviours/scheduled-promoted-tweets.ts';
import * as scheduledTweets from './behaviours/scheduled-tweets.ts';
import * as targetingCriteria from './behaviours/targeting-criteria.ts';
import * as tweets from './behaviours/tweets.ts';
import type { EntityRules, Handler } from './scope.ts';

/** The endpoints that are not generic, by name. */
export const behaviours: Readonly<Record<string, Handler>> = Object.freeze({
  ...promotedTweets.handlers,
  ...draftTweets.handlers,
  ...scheduledTweets.handlers,
  ...tweets.handlers,
  ...promotedAccounts.handlers,
});

/** What holds for the rows of an entity, by its name. */
export const rules: Readonly<Record<string, EntityRules>> = Object.freeze({
  ...accounts.rules,
  ...campaigns.rules,
  ...lineItems.rules,
  ...promotedTweets.rules,
  ...draftTweets.rules,
  ...scheduledTweets.rules,
  ...mediaCreatives.rules,
  ...promotedAccounts.rules,
  ...scheduledPromotedTweets.rules,
  ...targetingCriteria.rules,
});
