import { ofViewer } from '../../resolvers/reads/page.ts';
import {
  productCatalog,
  productCatalogs,
} from '../../upstream/catalogue/areas/product-catalogs.ts';
import { builder } from '../fields/builder.ts';
import { entityType } from '../fields/entities.ts';
import { wholeList } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';

entityType(productCatalog);

builder.queryField('productCatalogs', (t) =>
  t.field(wholeList(productCatalogs.listProductCatalogs, ofViewer)),
);

mutation(productCatalogs.createProductCatalog);
mutation(productCatalogs.updateProductCatalog);
mutation(productCatalogs.deleteProductCatalog);
