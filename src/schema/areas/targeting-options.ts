import { optionCost, optionOfCriterion } from '../../resolvers/reads/targeting-options.ts';
import { targetingCriterion } from '../../upstream/catalogue/areas/targeting-criteria.ts';
import { targetingOptions } from '../../upstream/catalogue/areas/targeting-options.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import { accountFields, queryFields } from '../fields/area-fields.ts';
import { builder } from '../fields/builder.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { loaded } from '../fields/loaded.ts';

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

for (const { returns } of Object.values(targetingOptions)) {
  const isOption = returns.of.key === 'targeting_value';
  entityType(returns.of, null, isOption ? [TargetingOption] : []);
}

addFields(targetingCriterion, {
  option: {
    type: TargetingOption,
    description:
      'The entry that targetingValue refers to. Each list is read once for all criteria and cached for hours. Countries, regions and metropolitan areas are lists; a city or postal code costs one search by its name, and is null without one. Found for APP_STORE_CATEGORY, APP_STORE_CATEGORY_LOOKALIKE, CONVERSATION, DEVICE, EVENT, INTEREST, LANGUAGE, LOCATION, NETWORK_OPERATOR, PLATFORM and PLATFORM_VERSION. An event that is over costs one more call, of the list of earlier events. Null for a value that the list does not hold; for a mobile network outside the United States and for every TV_SHOW, because their lists are those of a country or a market, which a criterion does not name (`targetingNetworkOperators` and `targetingTvShows` take it); and for all other types, which have no list.',
    ...loaded(optionOfCriterion, {
      needs: ['targeting_type', 'targeting_value', 'name', 'location_type'],
      cost: optionCost,
    }),
  },
});

queryFields({
  targetingAppStoreCategories: targetingOptions.listTargetingAppStoreCategories,
  targetingConversations: targetingOptions.listTargetingConversations,
  targetingDevices: targetingOptions.listTargetingDevices,
  targetingEvents: targetingOptions.listTargetingEvents,
  targetingInterests: targetingOptions.listTargetingInterests,
  targetingLanguages: targetingOptions.listTargetingLanguages,
  targetingLocations: targetingOptions.listTargetingLocations,
  targetingNetworkOperators: targetingOptions.listTargetingNetworkOperators,
  targetingPlatformVersions: targetingOptions.listTargetingPlatformVersions,
  targetingPlatforms: targetingOptions.listTargetingPlatforms,
  targetingTvMarkets: targetingOptions.listTargetingTvMarkets,
  targetingTvShows: targetingOptions.listTargetingTvShows,
});

accountFields({ targetingSuggestions: targetingOptions.listTargetingSuggestions });
