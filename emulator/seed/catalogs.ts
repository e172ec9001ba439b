import { hourMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import type { Rows, StoredRow } from '../store.ts';
import { owner } from '../users.ts';

const begins = Date.parse('2025-02-03T09:00:00Z');
const at = (index: number): string => iso(begins + index * 5 * hourMs);

/** A kind of product: its words, prices and sizes. */
interface Line {
  readonly title: string;
  readonly type: string;
  readonly google: string;
  readonly price: number;
  readonly models: readonly string[];
  readonly colors: readonly string[];
  readonly sizes: readonly string[];
  readonly age: string;
}

/** An invented catalog: its owner and its products. */
interface Shop {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly prefix: string;
  readonly brand: string;
  readonly domain: string;
  readonly currency: string;
  readonly lines: readonly Line[];
}

const bikes: Shop = {
  id: '1540000000000000101',
  userId: owner.userId,
  name: 'Nordlicht Bikes, everything',
  prefix: 'nb',
  brand: 'Nordlicht',
  domain: 'nordlicht-bikes.example',
  currency: 'EUR',
  lines: [
    {
      title: 'gravel bike',
      type: 'Bikes > Gravel',
      google: 'Sporting Goods > Outdoor Recreation > Cycling > Bicycles',
      price: 1899,
      models: ['Fjord', 'Skerry', 'Tundra', 'Moor', 'Polar'],
      colors: ['green', 'sand', 'black'],
      sizes: ['S', 'M', 'L', 'XL'],
      age: 'adult',
    },
    {
      title: 'city e-bike',
      type: 'Bikes > Electric',
      google: 'Sporting Goods > Outdoor Recreation > Cycling > Bicycles',
      price: 2749,
      models: ['Elbe', 'Alster', 'Spree', 'Isar'],
      colors: ['blue', 'white'],
      sizes: ['M', 'L'],
      age: 'adult',
    },
    {
      title: 'children’s bike',
      type: 'Bikes > Kids',
      google: 'Sporting Goods > Outdoor Recreation > Cycling > Bicycles',
      price: 349,
      models: ['Otter', 'Puffin', 'Seal'],
      colors: ['red', 'yellow'],
      sizes: ['16 inch', '20 inch'],
      age: 'kids',
    },
    {
      title: 'rain jacket',
      type: 'Clothing > Rain',
      google: 'Apparel & Accessories > Clothing > Outerwear',
      price: 129,
      models: ['Squall', 'Drizzle'],
      colors: ['yellow', 'navy'],
      sizes: ['S', 'M', 'L'],
      age: 'adult',
    },
    {
      title: 'spare part',
      type: 'Parts',
      google: 'Sporting Goods > Outdoor Recreation > Cycling > Bicycle Parts',
      price: 12.5,
      models: Array.from({ length: 96 }, (_, index) => `No. ${index + 1}`),
      colors: ['silver'],
      sizes: [],
      age: 'all ages',
    },
  ],
};

const coffee: Shop = {
  id: '1540000000000000102',
  userId: '1480000000000000102',
  name: 'Harbor & Pine, beans and gear',
  prefix: 'hp',
  brand: 'Harbor & Pine',
  domain: 'harborpine.example',
  currency: 'USD',
  lines: [
    {
      title: 'whole beans',
      type: 'Coffee > Beans',
      google: 'Food, Beverages & Tobacco > Beverages > Coffee',
      price: 18,
      models: ['Cold Brew', 'Holiday Blend', 'Lighthouse', 'Pine Street', 'Night Ferry'],
      colors: [],
      sizes: ['12 oz', '2 lb'],
      age: 'adult',
    },
    {
      title: 'mug',
      type: 'Gear > Mugs',
      google: 'Home & Garden > Kitchen & Dining > Tableware > Drinkware > Mugs',
      price: 16,
      models: ['Harbor', 'Anchor'],
      colors: ['white', 'green'],
      sizes: [],
      age: 'all ages',
    },
  ],
};

/** Its products are put one by one: it has no feed yet. */
const travel: Shop = {
  id: '1540000000000000104',
  userId: '1480000000000000104',
  name: 'Thistle & Thread, luggage',
  prefix: 'tt',
  brand: 'Thistle & Thread',
  domain: 'thistlethread.example',
  currency: 'GBP',
  lines: [
    {
      title: 'travel bag',
      type: 'Luggage > Bags',
      google: 'Luggage & Bags > Duffel Bags',
      price: 85,
      models: ['Skye', 'Mull', 'Arran'],
      colors: ['heather', 'moss'],
      sizes: [],
      age: 'adult',
    },
  ],
};

const shops = [bikes, coffee, travel];

/** A key of 19 digits: the shop's number, and one for each of its products and groups. */
const keyOf = (shop: Shop, kind: string, index: number): string =>
  `15${kind}${shop.id.slice(-3)}${String(index * 524_287 + 13).padStart(12, '0')}`;

const priced = (amount: number, { currency }: Shop): string => `${amount.toFixed(2)} ${currency}`;

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

interface ProductVariant {
  readonly shop: Shop;
  readonly line: Line;
  readonly model: string;
  readonly color: string | null;
  readonly size: string | null;
  readonly group: number;
}

const variantsOf = (shop: Shop): readonly ProductVariant[] => {
  let group = 0;
  return shop.lines.flatMap((line) =>
    line.models.flatMap((model) => {
      group += 1;
      const colors = line.colors.length === 0 ? [null] : line.colors;
      const sizes = line.sizes.length === 0 ? [null] : line.sizes;
      return colors.flatMap((color) =>
        sizes.map((size) => ({ shop, line, model, color, size, group })),
      );
    }),
  );
};

const states = ['in stock', 'in stock', 'in stock', 'preorder', 'in stock', 'out of stock'];

const productOf = (
  { shop, line, model, color, size, group }: ProductVariant,
  index: number,
): StoredRow => {
  const own = [shop.prefix, slug(model), color, size].filter((word) => word !== null).map(String);
  const id = own.map(slug).join('-');
  const availability = states[index % states.length] ?? 'in stock';
  const isReduced = index % 7 === 3;
  const isGrouped = line.colors.length * Math.max(1, line.sizes.length) > 1;
  return {
    product_catalog_id: shop.id,
    product_key: keyOf(shop, '41', index),
    id,
    title: `${model} ${line.title}`,
    description: `${model}, a ${line.title} by ${shop.brand}.`,
    availability,
    condition: index % 23 === 11 ? 'refurbished' : 'new',
    price: priced(line.price + (group % 5) * 10, shop),
    link: `https://${shop.domain}/products/${id}`,
    image_link: `https://images.${shop.domain}/${id}.jpg`,
    brand: shop.brand,
    gtin: null,
    mpn: null,
    mobile_link: null,
    additional_image_link: null,
    google_product_category: line.google,
    product_type: line.type,
    inventory: availability === 'in stock' ? 1 + ((index * 7) % 40) : 0,
    sale_price: isReduced ? priced(line.price * 0.8, shop) : null,
    sale_price_effective_date: isReduced
      ? '2025-06-01T00:00:00.000Z/2025-06-30T22:00:00.000Z'
      : null,
    item_group_id: isGrouped ? `${shop.prefix}-${slug(model)}` : null,
    item_group_key: isGrouped ? keyOf(shop, '42', group) : null,
    gender: 'unisex',
    color,
    size,
    age_group: line.age,
    custom_label_0: isReduced ? 'summer' : null,
    custom_label_1: null,
    custom_label_2: null,
    custom_label_3: null,
    custom_label_4: null,
  };
};

const setsOf = (shop: Shop, products: readonly StoredRow[]): readonly StoredRow[] => [
  {
    product_catalog_id: shop.id,
    id: keyOf(shop, '43', 0),
    name: 'Front page',
    description: 'Chosen by hand',
    type: 'MANUAL',
    filters: [],
    product_ids: products.slice(0, 4).map(({ id }) => id),
    processing_status: 'DONE',
  },
  {
    product_catalog_id: shop.id,
    id: keyOf(shop, '43', 1),
    name: 'Summer sale',
    description: 'Reduced, and below 500',
    type: 'FILTERED',
    filters: [
      { attribute: 'custom_label_0', operator: 'MATCH', value: 'summer' },
      { attribute: 'price', operator: 'LESS_THAN', value: priced(500, shop) },
    ],
    product_ids: [],
    processing_status: 'DONE',
  },
];

const feedOf = (shop: Shop, index: number): StoredRow => ({
  id: keyOf(shop, '44', 0),
  created_at: at(index),
  updated_at: at(index + 40),
  product_catalog_id: shop.id,
  feed_url: `https://feeds.${shop.domain}/products.csv`,
  feed_format: 'CSV',
  ...(index === 0
    ? { frequency: 'WEEKLY', repeat: 'MONDAY', start_time: '05:30', time_zone: 'Europe/Berlin' }
    : { frequency: 'DAILY', repeat: null, start_time: '01:30', time_zone: 'America/Los_Angeles' }),
});

const productsOf = (shop: Shop): readonly StoredRow[] => variantsOf(shop).map(productOf);

/** The catalogs of users, with their products, sets and feeds. */
export const catalogRows: Rows = {
  ProductCatalog: shops.map(({ id, userId, name }) => ({ id, user_id: userId, name })),
  Product: shops.flatMap(productsOf),
  ProductSet: shops.flatMap((shop) => setsOf(shop, productsOf(shop))),
  ScheduledFeed: [bikes, coffee].map(feedOf),
};
