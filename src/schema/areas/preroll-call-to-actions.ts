import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import {
  prerollCallToAction,
  prerollCallToActions,
} from '../../upstream/catalogue/areas/preroll-call-to-actions.ts';
import { entityType } from '../fields/entities.ts';
import { item, linkTo, listOfAccount, listOfParent } from '../fields/fields.ts';
import { mutation } from '../fields/mutations.ts';
import { addFields } from '../fields/refs.ts';

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
