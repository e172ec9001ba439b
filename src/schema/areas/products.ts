import { listUnderItem } from '../../resolvers/reads/page.ts';
import { deleteReading, putReading } from '../../resolvers/writes/products.ts';
import { productCatalog } from '../../upstream/catalogue/areas/product-catalogs.ts';
import { product, products } from '../../upstream/catalogue/areas/products.ts';
import { list } from '../fields/connections.ts';
import { eachMutation } from '../fields/each-mutations.ts';
import { addFields, entityType } from '../fields/entities.ts';

entityType(product);

addFields(productCatalog, {
  products: list({ endpoint: products.listProducts, from: listUnderItem('product_catalog_id') }),
});

eachMutation(products.putProducts, product, putReading);
eachMutation(products.deleteProducts, product, deleteReading);
