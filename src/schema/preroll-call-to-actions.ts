import { account } from '../upstream/catalogue/accounts.ts';
import { lineItem } from '../upstream/catalogue/line-items.ts';
import {
  prerollCallToAction,
  prerollCallToActions,
} from '../upstream/catalogue/preroll-call-to-actions.ts';
import { entityType } from './entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from './fields.ts';
import { mutation } from './mutations.ts';
import { addFields } from './refs.ts';

entityType(prerollCallToAction, 'preroll_call_to_action_id');

const { listPrerollCallToActions, getPrerollCallToAction } = prerollCallToActions;

addFields(account, (t) => ({
  prerollCallToActions: t.field(listOfAccount(listPrerollCallToActions)),
  prerollCallToAction: t.field(item(getPrerollCallToAction)),
}));

addFields(lineItem, (t) => ({
  prerollCallToActions: t.field(listOfParent(listPrerollCallToActions, 'line_item_ids')),
}));

addFields(prerollCallToAction, (t) => ({
  lineItem: t.field(linkTo(lineItem, 'line_item_id', 'The line item that shows it')),
}));

mutation(prerollCallToActions.createPrerollCallToAction);
mutation(prerollCallToActions.updatePrerollCallToAction);
mutation(prerollCallToActions.deletePrerollCallToAction);
