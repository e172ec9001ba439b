import {
  productCatalog,
  productCatalogs,
} from '../../upstream/catalogue/areas/product-catalogs.ts';
import { mutations, queryFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(productCatalog);

queryFields({ productCatalogs: productCatalogs.listProductCatalogs });

mutations(productCatalogs);
