import { written } from './keyed-writes.ts';

/** An id of the seed: a number for products, sets and feeds, and their place. */
const key = (kind: number, index: number) =>
  `15${kind}101${String(index * 524_287 + 13).padStart(12, '0')}`;

/** One document for each endpoint of product catalogs, against the seeded data. */
export const cases = {
  listProductCatalogs: { document: '{ productCatalogs { restId name } }' },
  createProductCatalog: written('createProductCatalog', 'productCatalog { restId name }'),
  updateProductCatalog: written('updateProductCatalog', 'productCatalog { name }'),
  deleteProductCatalog: written('deleteProductCatalog', 'productCatalog { name }'),
  listProducts: {
    document:
      '{ productCatalogs { products(first: 5) { nodes { restId productId title price } } } }',
  },
  putProducts: written('putProducts', 'results { outcome status productKey }'),
  deleteProducts: written('deleteProducts', 'results { outcome productKey }'),
  getProductSet: {
    document: `{ productCatalogs { productSet(id: "${key(43, 1)}") { name productIds } } }`,
  },
  createProductSet: written('createProductSet', 'productSet { productIds }'),
  updateProductSet: written('updateProductSet', 'productSet { name }'),
  deleteProductSet: written('deleteProductSet', 'productSet { name }'),
  listScheduledFeeds: {
    document:
      '{ productCatalogs { scheduledFeeds { restId frequency repeat startTime timeZone } } }',
  },
  createScheduledFeed: written('createScheduledFeed', 'scheduledFeed { frequency repeat }'),
  updateScheduledFeed: written('updateScheduledFeed', 'scheduledFeed { startTime }'),
  deleteScheduledFeed: written('deleteScheduledFeed', 'scheduledFeed { feedUrl }'),
} as const;
