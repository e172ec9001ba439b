import { get, group } from '../language/endpoint.ts';
import { entity, rowsOf } from '../language/entity.ts';
import { listOf } from '../language/params.ts';
import { placement, productType } from './line-item-choices.ts';

export const lineItemPlacement = entity(
  'LineItemPlacement',
  'The sets of placements that line items of one product type may have.',
  {
    product_type: productType.any('What is promoted'),
    placements: listOf(
      listOf(placement.any('Placement'), 'One allowed set'),
      'Each inner list is one allowed set, such as ALL_ON_TWITTER alone',
    ),
  },
  { key: null, inAccount: false },
);

export const lineItemPlacements = group({
  listLineItemPlacements: get('line_items/placements', {
    doc: 'The valid combinations of product type and placements',
    params: { product_type: productType.of('product_type', 'Only this product type') },
    returns: rowsOf(lineItemPlacement, { most: 50 }),
    isReference: true,
  }),
});
