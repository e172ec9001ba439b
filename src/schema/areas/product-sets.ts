import { productCatalog } from '../../upstream/catalogue/areas/product-catalogs.ts';
import { productSet, productSets } from '../../upstream/catalogue/areas/product-sets.ts';
import { mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { itemBelow } from '../fields/fields.ts';

entityType(productSet);

addFields(productCatalog, {
  productSet: itemBelow(productSets.getProductSet, 'product_catalog_id'),
});

mutations(productSets);
