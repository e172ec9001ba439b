import { curatedCategory } from '../upstream/catalogue/categories.ts';
import {
  lineItemCuratedCategories,
  lineItemCuratedCategory,
} from '../upstream/catalogue/line-item-curated-categories.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { CuratedCategory } from './categories.ts';
import { entityType } from './entities.ts';
import { linkTo, linkToAccount } from './fields.ts';
import { LineItem } from './line-items.ts';
import { mutation } from './mutations.ts';

const LineItemCuratedCategory = entityType(lineItemCuratedCategory);

builder.objectFields(LineItemCuratedCategory, (t) => ({
  account: t.field(linkToAccount(Account)),
  lineItem: t.field(linkTo(lineItem, LineItem, { column: 'line_item_id', doc: 'The line item' })),
  curatedCategory: t.field(
    linkTo(curatedCategory, CuratedCategory, {
      column: 'curated_category_id',
      doc: 'The curated category',
    }),
  ),
}));

mutation(
  lineItemCuratedCategories.createLineItemCuratedCategory,
  lineItemCuratedCategory,
  LineItemCuratedCategory,
);
mutation(
  lineItemCuratedCategories.updateLineItemCuratedCategory,
  lineItemCuratedCategory,
  LineItemCuratedCategory,
);
mutation(
  lineItemCuratedCategories.deleteLineItemCuratedCategory,
  lineItemCuratedCategory,
  LineItemCuratedCategory,
);
