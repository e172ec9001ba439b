import './accounts.ts';
import './campaigns.ts';
import './draft-tweets.ts';
import './funding-instruments.ts';
import './line-items.ts';
import './media-creatives.ts';
import './node.ts';
import './promotable-users.ts';
import './promoted-accounts.ts';
import './promoted-tweets.ts';
import './scheduled-promoted-tweets.ts';
import './scheduled-tweets.ts';
import './targeting-criteria.ts';
import './tracking-tags.ts';
import './tweets.ts';
import './bidding-rules.ts';
import './categories.ts';
import './keyword-insights.ts';
import './line-item-curated-categories.ts';
import './line-item-placements.ts';
import './recommendations.ts';
import './settings.ts';
import './viewer.ts';
import { builder } from './builder.ts';

/** The schema, whole and valid by itself on any executor. */
export const schema = builder.toSchema({ sortSchema: true });
