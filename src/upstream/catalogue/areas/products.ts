import { del, get, group, put } from '../language/endpoint.ts';
import { eachOf, entity, pageOf } from '../language/entity.ts';
import { paged } from '../language/lists.ts';
import {
  allRequired,
  choices,
  id,
  int,
  json,
  listOf,
  required,
  shape,
  text,
} from '../language/params.ts';
import { atLeastOne, cheaper, distinct, onlyWhen } from '../language/rules.ts';
import { early } from './product-catalogs.ts';

const notInStock = ['available for order', 'preorder', 'out of stock', 'discontinued'] as const;
const availability = choices('ProductAvailability', 'Whether a product can be bought now', {
  'in stock': 'It can be bought and is shipped now; with `inventory`, at least 1 is left',
  'available for order': 'It can be ordered and is shipped later',
  preorder: 'It can be ordered before it is on sale',
  'out of stock': 'It cannot be bought now and may come back',
  discontinued: 'It is no longer sold',
});
const condition = choices('ProductCondition', 'The condition in which a product is sold', {
  new: 'It is unused',
  used: 'It was used before',
  refurbished: 'It is refurbished: used, and restored to work like new',
});
const gender = choices('ProductGender', 'The gender that the sizes of a product are meant for', {
  female: 'Sizes for women',
  male: 'Sizes for men',
  unisex: 'Sizes for anybody',
});
const ageGroup = choices('ProductAgeGroup', 'The age that a product is meant for', {
  adult: 'For adults',
  'all ages': 'For people of any age',
  teen: 'For teenagers',
  kids: 'For children',
  toddler: 'For toddlers',
  infant: 'For babies',
  newborn: 'For newborn babies',
});
const writeStatus = choices('ProductWriteStatus', 'What the API did with a product that was put', {
  CREATE_SUCCESS: 'Its id was new, so a product was created',
  UPDATE_SUCCESS: 'The product of this id was changed',
  NO_CHANGE: 'The product of this id had all these values already',
  ERROR: 'It was refused, and nothing of it changed; `errors` says why',
});

const isPrice = 'as an amount, a space and an ISO 4217 currency: 20.00 USD';
const ownId = text('Its id in the system of the advertiser, such as its SKU', { min: 1 });
const key = 'The key that X gave the product';
const label = (number: number) => text(`Label ${number} of the advertiser, for filters of sets`);

/** The required fields of a product. */
const needed = {
  title: text('Name of the product, as its page has it', { min: 1, max: 150 }),
  description: text('Description, as plain text without HTML', { min: 1, max: 5000 }),
  availability: availability.any('Whether it can be bought now'),
  condition: condition.any('The condition in which it is sold'),
  price: text(`Price, ${isPrice}`, { format: 'price' }),
  link: text('URL of the page that sells it; begins with https://', { format: 'https' }),
  image_link: text(
    'URL of its image: JPG, GIF, WEBP or PNG, at least 500 × 500 pixels, at most 5 MB',
    { format: 'url' },
  ),
} as const;

/** The optional fields of a product. */
const optionalFields = {
  brand: text('Brand. At least one of `brand`, `gtin` and `mpn` must be given'),
  gtin: text('Global trade item number: a UPC, EAN, JAN or ISBN'),
  mpn: text('Part number of the manufacturer'),
  mobile_link: text('URL of the page that sells it, for phones; begins with https://', {
    format: 'https',
  }),
  additional_image_link: text(
    'URLs of further images of the same form, at most 10, with commas between them',
    { format: 'urls', maxItems: 10 },
  ),
  google_product_category: text(
    "Category of Google's product taxonomy: its number, or its path such as Apparel & Accessories > Shoes",
  ),
  product_type: text(
    "Category in the advertiser's own taxonomy, levels with ` > ` between them: Bikes > Gravel",
  ),
  inventory: int('How many are left; at least 1 for a product that is in stock', { min: 0 }),
  sale_price: text(`Reduced price, less than price; ${isPrice}`, { format: 'price' }),
  sale_price_effective_date: text(
    'When the reduced price holds: two ISO 8601 times with a slash between them, as in 2026-10-04T00:00+02:00/2026-10-10T00:00+02:00',
    { format: 'timeRange' },
  ),
  item_group_id: text(
    'An id of the advertiser that all variants of a product share: its sizes, colors, age groups and genders. Required for a product with variants',
  ),
  item_group_key: id('The key that X gave this group of variants'),
  gender: gender.any('The gender that its sizes are meant for'),
  color: text('Main color, as a word and not as a hex code'),
  size: text('Size, as a word, an abbreviation or a number'),
  age_group: ageGroup.any('The age that it is meant for'),
  custom_label_0: label(0),
  custom_label_1: label(1),
  custom_label_2: label(2),
  custom_label_3: label(3),
  custom_label_4: label(4),
} as const;

export const product = entity(
  'Product',
  'A product of a catalog: `productId` is its id in the system of the advertiser, `restId` the key that X gave it. Of the variants of a product, lists show only the first, unless `itemGroupKey` asks for all.',
  { product_key: id(key), id: ownId, ...needed, ...optionalFields },
  { key: 'product_key', inAccount: false, goneWhenDeleted: true },
);

const productInput = shape(
  'ProductInput',
  'A product to put into a catalog. Where the catalog has one of this id, that one is changed; otherwise one is created',
  {
    id: required(ownId),
    product_key: id(`${key}, of a product that there is`),
    ...allRequired(needed),
    ...optionalFields,
  },
  [
    atLeastOne('brand', 'gtin', 'mpn'),
    cheaper('sale_price', 'price'),
    onlyWhen('inventory', 'availability', notInStock, { values: ['0'] }),
  ],
);

const notes = (doc: string) => listOf(json('Note'), doc);

const putProduct = entity(
  'PutProduct',
  'The result of putting a product into a catalog.',
  {
    product_key: id(key),
    id: ownId,
    status: writeStatus.any('What the API did with it'),
    warnings: notes('What the API warns of, as it sent it'),
    errors: notes('Why it was refused'),
  },
  { key: null, inAccount: false },
);

const deletedProduct = entity(
  'DeletedProduct',
  'The result of deleting a product.',
  {
    product_key: id('The key of the product that was deleted'),
    failed_product_key: id('The key of the product that was not deleted; null if it was'),
    message: text('Why it was not deleted; null if it was'),
  },
  { key: null, inAccount: false },
);

const inCatalog = 'product_catalogs/{product_catalog_id}/products';

export const products = group({
  listProducts: get(inCatalog, {
    doc: 'The products of a catalog',
    ...early(1000),
    params: {
      item_group_key: id('All variants of the product with this key of a group', {
        matches: 'item_group_key',
      }),
      ...paged({ max: 100, defaultCount: 100 }),
    },
    returns: pageOf(product),
  }),
  putProducts: put(inCatalog, {
    doc: 'Creates and changes products of a catalog, each on its own: `outcome` is APPLIED as soon as one of them is, and `results` says which are not. It is safe to put the same products again',
    ...early(600),
    body: 'json',
    params: {
      products: required(listOf(productInput, 'The products', { min: 1, max: 25 })),
    },
    rules: [distinct('products', 'id')],
    returns: eachOf(putProduct, { perItemOf: 'products', within: 'products_response' }),
    quirks: { listed: { at: inCatalog, by: {}, of: product } },
  }),
  deleteProducts: del(inCatalog, {
    doc: 'Deletes products of a catalog for good, each on its own: `outcome` is APPLIED as soon as one of them is, and `results` says which are not',
    ...early(150),
    body: 'json',
    params: {
      product_keys: required(
        listOf(id('Key of a product'), 'The keys of the products', { min: 1 }),
      ),
    },
    rules: [distinct('product_keys')],
    returns: eachOf(deletedProduct, { perItemOf: 'product_keys', within: 'delete_products' }),
    quirks: { listed: { at: inCatalog, by: {}, of: product } },
  }),
});
