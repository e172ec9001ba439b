import { GraphQLSchema, isScalarType } from 'graphql';
import './areas/accounts.ts';
import './areas/campaigns.ts';
import './areas/draft-tweets.ts';
import './areas/funding-instruments.ts';
import './areas/line-items.ts';
import './areas/media-creatives.ts';
import './areas/node.ts';
import './areas/product-catalogs.ts';
import './areas/product-sets.ts';
import './areas/products.ts';
import './areas/promotable-users.ts';
import './areas/promoted-accounts.ts';
import './areas/promoted-tweets.ts';
import './areas/scheduled-feeds.ts';
import './areas/scheduled-promoted-tweets.ts';
import './areas/scheduled-tweets.ts';
import './areas/targeting-criteria.ts';
import './areas/targeting-options.ts';
import './areas/audience-estimate.ts';
import './areas/audience-permissions.ts';
import './areas/custom-audience-users.ts';
import './areas/custom-audiences.ts';
import './areas/do-not-reach-lists.ts';
import './areas/app-event-tags.ts';
import './areas/mobile-conversions.ts';
import './areas/web-conversions.ts';
import './areas/ab-tests.ts';
import './areas/tracking-tags.ts';
import './areas/tweets.ts';
import './areas/bidding-rules.ts';
import './areas/categories.ts';
import './areas/keyword-insights.ts';
import './areas/launches.ts';
import './areas/limits.ts';
import './areas/line-item-curated-categories.ts';
import './areas/line-item-placements.ts';
import './areas/recommendations.ts';
import './areas/settings.ts';
import './areas/stats.ts';
import './areas/stats-jobs.ts';
import './areas/stream-webhooks.ts';
import './areas/tokens.ts';
import './areas/account-media.ts';
import './areas/cards.ts';
import './areas/image-conversation-cards.ts';
import './areas/media-library.ts';
import './areas/media-uploads.ts';
import './areas/poll-cards.ts';
import './areas/preroll-call-to-actions.ts';
import './areas/video-conversation-cards.ts';
import './areas/viewer.ts';
import './areas/federation.ts';
import { specifiedDirectives } from 'graphql';
import type { TypePrefix } from '../config/type-prefix.ts';
import { deferDirective, streamDirective } from '../resolvers/incremental-directives.ts';
import { builder } from './fields/builder.ts';
import { checkEntities } from './fields/refs.ts';

const directives = [...specifiedDirectives, deferDirective, streamDirective];
const build = (): GraphQLSchema => builder.toSchema({ sortSchema: true, directives });

/** The whole schema. Any executor can run it. */
export const schema = build();
checkEntities(schema);

/** The schema with a prefix before the names of its types; unchanged if the prefix is empty. */
export const schemaFor = ({ text, onPageInfo }: TypePrefix): GraphQLSchema =>
  text === '' ? schema : prefixed(build(), text, onPageInfo ? [] : ['PageInfo']);

/**
 * Adds the prefix to the name of every type but scalars, roots, the types of federation, and
 * `unprefixedNames`. Each type also keeps its own name, which global ids contain. The types are
 * changed in place, so they must belong to this schema alone.
 */
const prefixed = (
  schema: GraphQLSchema,
  prefix: string,
  unprefixedNames: readonly string[],
): GraphQLSchema => {
  const config = schema.toConfig();
  const unprefixed = new Set([config.query?.name, config.mutation?.name, ...unprefixedNames]);
  for (const type of config.types) {
    if (unprefixed.has(type.name) || type.name.startsWith('_') || isScalarType(type)) continue;
    type.extensions = { ...type.extensions, ownName: type.name };
    type.name = prefix + type.name;
  }
  return new GraphQLSchema(config);
};
