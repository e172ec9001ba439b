import {
  productCatalog,
  productCatalogs,
} from '../../upstream/catalogue/areas/product-catalogs.ts';
import { scheduledFeed, scheduledFeeds } from '../../upstream/catalogue/areas/scheduled-feeds.ts';
import { entityType } from '../fields/entities.ts';
import { wholeListUnder } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { linkToReference } from '../fields/reference-links.ts';
import { addFields } from '../fields/refs.ts';

entityType(scheduledFeed);

addFields(productCatalog, (t) => ({
  scheduledFeeds: t.field(wholeListUnder(scheduledFeeds.listScheduledFeeds, 'product_catalog_id')),
}));

addFields(scheduledFeed, (t) => ({
  productCatalog: t.field(
    linkToReference('The catalog that it fills; null if the viewer cannot see it', {
      endpoint: productCatalogs.listProductCatalogs,
      column: 'product_catalog_id',
      matches: 'id',
      most: 1,
    }),
  ),
}));

mutation(scheduledFeeds.createScheduledFeed);
mutation(scheduledFeeds.updateScheduledFeed);
mutation(scheduledFeeds.deleteScheduledFeed);
