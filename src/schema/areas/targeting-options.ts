import { ofAccount, ofViewer } from '../../resolvers/reads/page.ts';
import { optionCost, optionOfCriterion } from '../../resolvers/reads/targeting-options.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { targetingCriterion } from '../../upstream/catalogue/areas/targeting-criteria.ts';
import * as options from '../../upstream/catalogue/areas/targeting-options.ts';
import type { Row } from '../../upstream/client/row.ts';
import { SOURCE } from '../../upstream/client/row.ts';
import { builder } from '../fields/builder.ts';
import { list } from '../fields/connections.ts';
import { entityType } from '../fields/entities.ts';
import { wholeList } from '../fields/fields.ts';
import { loaded } from '../fields/loaded.ts';
import { addFields } from '../fields/refs.ts';

const { targetingOptions } = options;

const TargetingOption = builder.interfaceRef<Row>('TargetingOption').implement({
  description: 'An entry of a list of targeting values.',
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id, to distinguish entries. Opaque.' }),
    name: t.string({ description: 'Name for people to read.' }),
    targetingType: t.string({ description: 'The type of criterion that takes the value.' }),
    targetingValue: t.id({ description: 'The value that a targeting criterion takes.' }),
  }),
  resolveType: (row) => row[SOURCE].entity.name,
});

for (const entity of [
  options.targetingAppStoreCategory,
  options.targetingConversation,
  options.targetingDevice,
  options.targetingEvent,
  options.targetingInterest,
  options.targetingLanguage,
  options.targetingLocation,
  options.targetingNetworkOperator,
  options.targetingPlatform,
  options.targetingPlatformVersion,
  options.targetingTvShow,
]) {
  entityType(entity, null, [TargetingOption]);
}
entityType(options.targetingTvMarket);
entityType(options.targetingSuggestion);

builder.queryFields((t) => ({
  targetingAppStoreCategories: t.field(
    wholeList(targetingOptions.listTargetingAppStoreCategories, ofViewer),
  ),
  targetingConversations: t.field(
    list({ endpoint: targetingOptions.listTargetingConversations, from: ofViewer }),
  ),
  targetingDevices: t.field(wholeList(targetingOptions.listTargetingDevices, ofViewer)),
  targetingEvents: t.field(
    list({ endpoint: targetingOptions.listTargetingEvents, from: ofViewer }),
  ),
  targetingInterests: t.field(
    list({ endpoint: targetingOptions.listTargetingInterests, from: ofViewer }),
  ),
  targetingLanguages: t.field(
    list({ endpoint: targetingOptions.listTargetingLanguages, from: ofViewer }),
  ),
  targetingLocations: t.field(
    list({ endpoint: targetingOptions.listTargetingLocations, from: ofViewer }),
  ),
  targetingNetworkOperators: t.field(
    list({ endpoint: targetingOptions.listTargetingNetworkOperators, from: ofViewer }),
  ),
  targetingPlatformVersions: t.field(
    wholeList(targetingOptions.listTargetingPlatformVersions, ofViewer),
  ),
  targetingPlatforms: t.field(wholeList(targetingOptions.listTargetingPlatforms, ofViewer)),
  targetingTvMarkets: t.field(wholeList(targetingOptions.listTargetingTvMarkets, ofViewer)),
  targetingTvShows: t.field(
    list({ endpoint: targetingOptions.listTargetingTvShows, from: ofViewer }),
  ),
}));

addFields(account, (t) => ({
  targetingSuggestions: t.field(wholeList(targetingOptions.listTargetingSuggestions, ofAccount)),
}));

addFields(targetingCriterion, (t) => ({
  option: t.field({
    type: TargetingOption,
    description:
      'The entry that targetingValue refers to. Each list is read once for all criteria and cached for hours. Countries, regions and metropolitan areas are lists; a city or postal code costs one search by its name, and is null without one. Found for APP_STORE_CATEGORY, APP_STORE_CATEGORY_LOOKALIKE, CONVERSATION, DEVICE, EVENT, INTEREST, LANGUAGE, LOCATION, NETWORK_OPERATOR, PLATFORM and PLATFORM_VERSION. An event that is over costs one more call, of the list of earlier events. Null for a value that the list does not hold; for a mobile network outside the United States and for every TV_SHOW, because their lists are those of a country or a market, which a criterion does not name (`targetingNetworkOperators` and `targetingTvShows` take it); and for all other types, which have no list.',
    ...loaded(optionOfCriterion, {
      needs: ['targeting_type', 'targeting_value', 'name', 'location_type'],
      cost: optionCost,
    }),
  }),
}));
