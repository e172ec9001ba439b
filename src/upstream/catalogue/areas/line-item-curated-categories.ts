import { del, get, group, post, put } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { id, required } from '../language/params.ts';
import { oneOf, pageOf } from '../language/returns.ts';

export const lineItemCuratedCategory = entity(
  'LineItemCuratedCategory',
  'The link between a line item and a curated category that it serves in.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item')),
    curated_category_id: required(id('The curated category')),
  },
);

const path = 'accounts/{account_id}/line_item_curated_categories';
const itemPath = `${path}/{line_item_curated_category_id}` as const;

export const lineItemCuratedCategories = group({
  listLineItemCuratedCategories: get(path, {
    doc: 'The links between line items and curated categories of an account',
    params: standardList(),
    returns: pageOf(lineItemCuratedCategory),
  }),
  getLineItemCuratedCategory: get(itemPath, {
    doc: 'One link between a line item and a curated category',
    params: withDeleted,
    returns: oneOf(lineItemCuratedCategory),
  }),
  createLineItemCuratedCategory: post(path, {
    doc: 'Lets a line item serve within a curated category',
    params: {
      line_item_id: required(id('The line item')),
      curated_category_id: required(id('The curated category')),
    },
    returns: oneOf(lineItemCuratedCategory),
  }),
  updateLineItemCuratedCategory: put(itemPath, {
    doc: 'Changes which line item serves within which curated category; parameters that are left out keep their values',
    params: {
      curated_category_id: id('The curated category'),
      line_item_id: id('The line item'),
    },
    returns: oneOf(lineItemCuratedCategory),
  }),
  deleteLineItemCuratedCategory: del(itemPath, {
    doc: 'Removes a line item from a curated category',
    returns: oneOf(lineItemCuratedCategory),
  }),
});
