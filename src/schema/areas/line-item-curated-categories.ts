import { curatedCategory } from '../../upstream/catalogue/areas/categories.ts';
import {
  lineItemCuratedCategories,
  lineItemCuratedCategory,
} from '../../upstream/catalogue/areas/line-item-curated-categories.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo } from '../fields/fields.ts';

entityType(lineItemCuratedCategory, 'line_item_curated_category_id');

addFields(lineItemCuratedCategory, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item'),
  curatedCategory: linkTo(curatedCategory, 'curated_category_id', 'The curated category'),
});

accountFields({
  lineItemCuratedCategories: lineItemCuratedCategories.listLineItemCuratedCategories,
  lineItemCuratedCategory: lineItemCuratedCategories.getLineItemCuratedCategory,
});

mutations(lineItemCuratedCategories);
