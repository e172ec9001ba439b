import { lineItem } from '../upstream/catalogue/line-items.ts';
import {
  prerollCallToAction,
  prerollCallToActions,
} from '../upstream/catalogue/preroll-call-to-actions.ts';
import { Account } from './accounts.ts';
import { builder } from './builder.ts';
import { entityType } from './entities.ts';
import { item, linkTo, linkToAccount, listOfAccount, listOfParent } from './fields.ts';
import { LineItem } from './line-items.ts';
import { mutation } from './mutations.ts';

/** The object type of a preroll call to action. */
export const PrerollCallToAction = entityType(prerollCallToAction, 'preroll_call_to_action_id');

const { listPrerollCallToActions, getPrerollCallToAction } = prerollCallToActions;

builder.objectFields(Account, (t) => ({
  prerollCallToActions: t.field(listOfAccount(listPrerollCallToActions, PrerollCallToAction)),
  prerollCallToAction: t.field(
    item(getPrerollCallToAction, prerollCallToAction, PrerollCallToAction),
  ),
}));

builder.objectFields(LineItem, (t) => ({
  prerollCallToActions: t.field(
    listOfParent(listPrerollCallToActions, PrerollCallToAction, 'line_item_ids'),
  ),
}));

builder.objectFields(PrerollCallToAction, (t) => ({
  account: t.field(linkToAccount(Account)),
  lineItem: t.field(
    linkTo(lineItem, LineItem, { column: 'line_item_id', doc: 'The line item that shows it' }),
  ),
}));

mutation(prerollCallToActions.createPrerollCallToAction, prerollCallToAction, PrerollCallToAction);
mutation(prerollCallToActions.updatePrerollCallToAction, prerollCallToAction, PrerollCallToAction);
mutation(prerollCallToActions.deletePrerollCallToAction, prerollCallToAction, PrerollCallToAction);
