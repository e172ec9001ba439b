import { del, group, post, put } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { id, required } from '../language/params.ts';
import { oneOf } from '../language/returns.ts';

export const lineItemCuratedCategory = entity(
  'LineItemCuratedCategory',
  'The link between a line item and a curated category that it serves in.',
  {
    ...lifecycle,
    line_item_id: id('The line item'),
    curated_category_id: id('The curated category'),
  },
);

const path = 'accounts/{account_id}/line_item_curated_categories/{line_item_curated_category_id}';

export const lineItemCuratedCategories = group({
  createLineItemCuratedCategory: post('accounts/{account_id}/line_item_curated_categories', {
    doc: 'Lets a line item serve within a curated category',
    params: {
      line_item_id: required(id('The line item')),
      curated_category_id: required(id('The curated category')),
    },
    returns: oneOf(lineItemCuratedCategory),
  }),
  updateLineItemCuratedCategory: put(path, {
    doc: 'Changes which line item serves within which curated category; parameters that are left out keep their values',
    params: {
      curated_category_id: id('The curated category'),
      line_item_id: id('The line item'),
    },
    returns: oneOf(lineItemCuratedCategory),
  }),
  deleteLineItemCuratedCategory: del(path, {
    doc: 'Removes a line item from a curated category',
    returns: oneOf(lineItemCuratedCategory),
  }),
});
