import { curatedCategory } from '../../upstream/catalogue/areas/categories.ts';
import {
  lineItemCuratedCategories,
  lineItemCuratedCategory,
} from '../../upstream/catalogue/areas/line-item-curated-categories.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { entityType } from '../fields/entities.ts';
import { linkTo } from '../fields/fields.ts';
import { accountFields } from '../fields/reads.ts';
import { addFields } from '../fields/refs.ts';
import { mutations } from '../fields/writes.ts';

entityType(lineItemCuratedCategory, 'line_item_curated_category_id');

accountFields({
  lineItemCuratedCategories: lineItemCuratedCategories.listLineItemCuratedCategories,
  lineItemCuratedCategory: lineItemCuratedCategories.getLineItemCuratedCategory,
});

addFields(lineItemCuratedCategory, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item'),
  curatedCategory: linkTo(curatedCategory, 'curated_category_id', 'The curated category'),
});

mutations(lineItemCuratedCategories);
