import { collection, group } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import {
  allRequired,
  choices,
  id,
  ids,
  listOf,
  required,
  shape,
  text,
} from '../language/params.ts';
import { requiredWith } from '../language/rules.ts';
import { early } from './product-catalogs.ts';

const setType = choices('ProductSetType', 'How the products of a set are chosen', {
  MANUAL: 'By their keys, at most 50; such a set can be changed',
  FILTERED: 'By filters, at most 30, which the API applies; such a set cannot be changed',
});
const processingStatus = choices('ProductSetStatus', 'Progress of choosing the products of a set', {
  DONE: 'The set has its products',
  PROCESSING: 'The filters are being applied; `productIds` is not complete yet',
  FAILED: 'The filters could not be applied',
});
const attribute = choices('ProductAttribute', 'The attributes of products that filters compare', {
  price: 'The price, as an amount, a space and a currency: 20.00 USD',
  sale_price: 'The reduced price, in the same form',
  inventory: 'How many are left, as a whole number',
  product_type: "The category in the advertiser's own taxonomy",
  google_product_category: "The category of Google's taxonomy",
  custom_label_0: 'Label 0 of the advertiser',
  custom_label_1: 'Label 1 of the advertiser',
  custom_label_2: 'Label 2 of the advertiser',
  custom_label_3: 'Label 3 of the advertiser',
  custom_label_4: 'Label 4 of the advertiser',
});
const operator = choices('ProductOperator', 'How a filter compares an attribute with its value', {
  GREATER_THAN: 'A price or number above the value',
  EQUAL_TO: 'A price or number equal to the value',
  LESS_THAN: 'A price or number below the value',
  MATCH: 'A text equal to the value',
  CONTAINS: 'A text with the value in it',
  NOT_CONTAINS: 'A text without the value in it',
});

const isInSet = 'A filter: products that fit it are in the set';
const filterParams = {
  attribute: attribute.any('What is compared'),
  operator: operator.any('How it is compared'),
  value: text('What it is compared with, in the form of the attribute', { min: 1 }),
} as const;

export const productSet = entity(
  'ProductSet',
  'A set of products of a catalog, chosen by hand or by filters. Ads can show its products alone.',
  {
    id: id('Identifier'),
    name: text('Name of the set'),
    description: text('Description of the set; null if none was set'),
    type: setType.any('How its products are chosen'),
    filters: listOf(
      shape('ProductFilter', isInSet, filterParams),
      'The filters that all of its products fit; empty for a set of type MANUAL',
    ),
    product_ids: listOf(
      text('Id of a product'),
      'Its products, by their ids in the system of the advertiser: `productId` of Product',
    ),
    processing_status: processingStatus.any('Progress of choosing its products'),
  },
  { inAccount: false, goneWhenDeleted: true },
);

const products = ids('The products, by the keys that X gave them', { as: 'product_key', max: 50 });
const name = text('Name of the set', { min: 1 });
const description = text('Description of the set');

const ofProductSet = collection(
  'product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
  productSet,
);

export const productSets = group({
  getProductSet: ofProductSet.item({ doc: 'One product set of a catalog', ...early(2000) }),
  createProductSet: ofProductSet.create({
    doc: 'Creates a product set',
    ...early(100),
    body: 'json',
    params: {
      name: required(name),
      description,
      type: required(setType.any('How its products are chosen')),
      filters: listOf(
        shape('ProductFilterInput', isInSet, allRequired(filterParams)),
        'What its products must fit, all of it; required with FILTERED',
        { min: 1, max: 30 },
      ),
      product_keys: { ...products, doc: `${products.doc}; required with MANUAL` },
    },
    rules: [
      requiredWith('filters', 'type', ['FILTERED']),
      requiredWith('product_keys', 'type', ['MANUAL']),
    ],
  }),
  updateProductSet: ofProductSet.update({
    doc: 'Changes a product set of type MANUAL; the API refuses to change one of type FILTERED',
    ...early(500),
    body: 'json',
    params: { name, description, product_keys: products },
  }),
  deleteProductSet: ofProductSet.delete({
    doc: 'Deletes a product set for good; its products stay in the catalog',
    ...early(100),
  }),
});
