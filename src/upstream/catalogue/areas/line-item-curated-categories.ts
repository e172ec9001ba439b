import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { id, required } from '../language/params.ts';

export const lineItemCuratedCategory = entity(
  'LineItemCuratedCategory',
  'The link between a line item and a curated category that it serves in.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item')),
    curated_category_id: required(id('The curated category')),
  },
);

const ofLineItemCuratedCategory = collection(
  'accounts/{account_id}/line_item_curated_categories/{line_item_curated_category_id}',
  lineItemCuratedCategory,
);

export const lineItemCuratedCategories = group({
  listLineItemCuratedCategories: ofLineItemCuratedCategory.list({
    doc: 'The links between line items and curated categories of an account',
    params: standardList(),
  }),
  getLineItemCuratedCategory: ofLineItemCuratedCategory.item({
    doc: 'One link between a line item and a curated category',
    params: withDeleted,
  }),
  createLineItemCuratedCategory: ofLineItemCuratedCategory.create({
    doc: 'Lets a line item serve within a curated category',
    params: {
      line_item_id: required(id('The line item')),
      curated_category_id: required(id('The curated category')),
    },
  }),
  updateLineItemCuratedCategory: ofLineItemCuratedCategory.update({
    doc: 'Changes which line item serves within which curated category; parameters that are left out keep their values',
    params: {
      curated_category_id: id('The curated category'),
      line_item_id: id('The line item'),
    },
  }),
  deleteLineItemCuratedCategory: ofLineItemCuratedCategory.delete({
    doc: 'Removes a line item from a curated category',
  }),
});
