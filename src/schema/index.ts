import './areas/accounts.ts';
import './areas/campaigns.ts';
import './areas/draft-tweets.ts';
import './areas/funding-instruments.ts';
import './areas/line-items.ts';
import './areas/media-creatives.ts';
import './areas/node.ts';
import './areas/promotable-users.ts';
import './areas/promoted-accounts.ts';
import './areas/promoted-tweets.ts';
import './areas/scheduled-promoted-tweets.ts';
import './areas/scheduled-tweets.ts';
import './areas/targeting-criteria.ts';
import './areas/audience-estimate.ts';
import './areas/audience-permissions.ts';
import './areas/custom-audience-users.ts';
import './areas/custom-audiences.ts';
import './areas/tracking-tags.ts';
import './areas/tweets.ts';
import './areas/bidding-rules.ts';
import './areas/categories.ts';
import './areas/keyword-insights.ts';
import './areas/limits.ts';
import './areas/line-item-curated-categories.ts';
import './areas/line-item-placements.ts';
import './areas/recommendations.ts';
import './areas/settings.ts';
import './areas/stream-webhooks.ts';
import './areas/tokens.ts';
import './areas/account-media.ts';
import './areas/cards.ts';
import './areas/image-conversation-cards.ts';
import './areas/media-library.ts';
import './areas/poll-cards.ts';
import './areas/preroll-call-to-actions.ts';
import './areas/video-conversation-cards.ts';
import './areas/viewer.ts';
import './areas/federation.ts';
import type { GraphQLSchema } from 'graphql';
import { specifiedDirectives } from 'graphql';
import { deferDirective, streamDirective } from '../resolvers/incremental-directives.ts';
import { builder } from './fields/builder.ts';
import { checkEntities } from './fields/refs.ts';
import { prefixed } from './prefixed.ts';

const directives = [...specifiedDirectives, deferDirective, streamDirective];
const build = (): GraphQLSchema => builder.toSchema({ sortSchema: true, directives });

/** The whole schema. Any executor can run it. */
export const schema = build();
checkEntities(schema);

/** The schema with this before the names of its types. */
export const schemaFor = (typePrefix: string): GraphQLSchema =>
  typePrefix === '' ? schema : prefixed(build(), typePrefix);
