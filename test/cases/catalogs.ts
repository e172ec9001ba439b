const catalog = '1540000000000000101';
/** An id of the seed: a number for products, sets and feeds, and their place. */
const key = (kind: number, index: number) =>
  `15${kind}101${String(index * 524_287 + 13).padStart(12, '0')}`;
const put = `{ id: "bell-1", title: "Bell", description: "A bell.", availability: IN_STOCK, condition: NEW, price: "9.50 EUR", link: "https://shop.example/bell", imageLink: "https://shop.example/bell.png", brand: "Nordlicht", inventory: 3 }`;

/** One document for each endpoint of product catalogs, against the seeded data. */
export const cases = {
  listProductCatalogs: { document: '{ productCatalogs { restId name } }' },
  createProductCatalog: {
    document:
      'mutation { createProductCatalog(input: { userId: "1480000000000000103", name: "Games" }) { outcome productCatalog { restId name } } }',
  },
  updateProductCatalog: {
    document: `mutation { updateProductCatalog(input: { productCatalogId: "${catalog}", name: "All bikes" }) { outcome productCatalog { name } } }`,
  },
  deleteProductCatalog: {
    document: `mutation { deleteProductCatalog(input: { productCatalogId: "${catalog}" }) { outcome productCatalog { name } } }`,
  },
  listProducts: {
    document:
      '{ productCatalogs { products(first: 5) { nodes { restId productId title price } } } }',
  },
  putProducts: {
    document: `mutation { putProducts(input: { productCatalogId: "${catalog}", products: [${put}] }) { outcome results { outcome status productKey } } }`,
  },
  deleteProducts: {
    document: `mutation { deleteProducts(input: { productCatalogId: "${catalog}", productKeys: ["${key(41, 0)}"] }) { outcome results { outcome productKey } } }`,
  },
  getProductSet: {
    document: `{ productCatalogs { productSet(id: "${key(43, 1)}") { name productIds } } }`,
  },
  createProductSet: {
    document: `mutation { createProductSet(input: { productCatalogId: "${catalog}", name: "Dear", type: FILTERED, filters: [{ attribute: PRICE, operator: GREATER_THAN, value: "2000.00 EUR" }] }) { outcome productSet { productIds } } }`,
  },
  updateProductSet: {
    document: `mutation { updateProductSet(input: { productCatalogId: "${catalog}", productSetId: "${key(43, 0)}", name: "Start" }) { outcome productSet { name } } }`,
  },
  deleteProductSet: {
    document: `mutation { deleteProductSet(input: { productCatalogId: "${catalog}", productSetId: "${key(43, 0)}" }) { outcome productSet { name } } }`,
  },
  listScheduledFeeds: {
    document:
      '{ productCatalogs { scheduledFeeds { restId frequency repeat startTime timeZone } } }',
  },
  createScheduledFeed: {
    document:
      'mutation { createScheduledFeed(input: { productCatalogId: "1540000000000000104", feedUrl: "https://feeds.example/bags.xml", feedFormat: XML, frequency: DAILY, startTime: "02:00", timeZone: "Europe/London" }) { outcome scheduledFeed { frequency repeat } } }',
  },
  updateScheduledFeed: {
    document: `mutation { updateScheduledFeed(input: { productCatalogId: "${catalog}", scheduledFeedId: "${key(44, 0)}", startTime: "07:30" }) { outcome scheduledFeed { startTime } } }`,
  },
  deleteScheduledFeed: {
    document: `mutation { deleteScheduledFeed(input: { productCatalogId: "${catalog}", scheduledFeedId: "${key(44, 0)}" }) { outcome scheduledFeed { feedUrl } } }`,
  },
} as const;
