import {
  productCatalog,
  productCatalogs,
} from '../../upstream/catalogue/areas/product-catalogs.ts';
import { areaFields } from '../fields/area-fields.ts';
import { entityType } from '../fields/entities.ts';

entityType(productCatalog);

areaFields(productCatalogs);
