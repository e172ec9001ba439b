import {
  productCatalog,
  productCatalogs,
} from '../../upstream/catalogue/areas/product-catalogs.ts';
import { scheduledFeed, scheduledFeeds } from '../../upstream/catalogue/areas/scheduled-feeds.ts';
import { mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { wholeListUnder } from '../fields/fields.ts';
import { linkToReference } from '../fields/reference-links.ts';

entityType(scheduledFeed);

addFields(productCatalog, {
  scheduledFeeds: wholeListUnder(scheduledFeeds.listScheduledFeeds, 'product_catalog_id'),
});

addFields(scheduledFeed, {
  productCatalog: linkToReference('The catalog that it fills; null if the viewer cannot see it', {
    endpoint: productCatalogs.listProductCatalogs,
    column: 'product_catalog_id',
    matches: 'id',
    most: 1,
  }),
});

mutations(scheduledFeeds);
