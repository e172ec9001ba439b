import { curatedCategory } from '../upstream/catalogue/categories.ts';
import {
  lineItemCuratedCategories,
  lineItemCuratedCategory,
} from '../upstream/catalogue/line-item-curated-categories.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import { entityType } from './entities.ts';
import { linkTo } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

entityType(lineItemCuratedCategory);

addFields(lineItemCuratedCategory, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item')),
  curatedCategory: t.field(linkTo(curatedCategory, 'curated_category_id', 'The curated category')),
}));

mutation(lineItemCuratedCategories.createLineItemCuratedCategory);
mutation(lineItemCuratedCategories.updateLineItemCuratedCategory);
mutation(lineItemCuratedCategories.deleteLineItemCuratedCategory);
