import {
  productCatalog,
  productCatalogs,
} from '../../upstream/catalogue/areas/product-catalogs.ts';
import { entityType } from '../fields/entities.ts';
import { queryFields } from '../fields/reads.ts';
import { mutations } from '../fields/writes.ts';

entityType(productCatalog);

queryFields({ productCatalogs: productCatalogs.listProductCatalogs });

mutations(productCatalogs);
