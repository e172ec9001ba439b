import { productCatalog } from '../../upstream/catalogue/areas/product-catalogs.ts';
import { productSet, productSets } from '../../upstream/catalogue/areas/product-sets.ts';
import { entityType } from '../fields/entities.ts';
import { itemBelow } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(productSet);

addFields(productCatalog, (t) => ({
  productSet: t.field(itemBelow(productSets.getProductSet, 'product_catalog_id')),
}));

mutation(productSets.createProductSet);
mutation(productSets.updateProductSet);
mutation(productSets.deleteProductSet);
