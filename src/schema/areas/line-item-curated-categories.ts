import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { curatedCategory } from '../../upstream/catalogue/areas/categories.ts';
import {
  lineItemCuratedCategories,
  lineItemCuratedCategory,
} from '../../upstream/catalogue/areas/line-item-curated-categories.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listOfAccount } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

entityType(lineItemCuratedCategory, 'line_item_curated_category_id');

addFields(account, (t) => ({
  lineItemCuratedCategories: t.field(
    listOfAccount(lineItemCuratedCategories.listLineItemCuratedCategories),
  ),
  lineItemCuratedCategory: t.field(item(lineItemCuratedCategories.getLineItemCuratedCategory)),
}));

addFields(lineItemCuratedCategory, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item')),
  curatedCategory: t.field(linkTo(curatedCategory, 'curated_category_id', 'The curated category')),
}));

mutation(lineItemCuratedCategories.createLineItemCuratedCategory);
mutation(lineItemCuratedCategories.updateLineItemCuratedCategory);
mutation(lineItemCuratedCategories.deleteLineItemCuratedCategory);
