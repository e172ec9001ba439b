import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import {
  prerollCallToAction,
  prerollCallToActions,
} from '../../upstream/catalogue/areas/preroll-call-to-actions.ts';
import { entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';
import { accountFields } from '../fields/reads.ts';
import { addFields } from '../fields/refs.ts';
import { mutations } from '../fields/writes.ts';

entityType(prerollCallToAction, 'preroll_call_to_action_id');

const { listPrerollCallToActions, getPrerollCallToAction } = prerollCallToActions;

accountFields({
  prerollCallToActions: listPrerollCallToActions,
  prerollCallToAction: getPrerollCallToAction,
});

addFields(lineItem, {
  prerollCallToActions: listOfParent(listPrerollCallToActions, 'line_item_ids'),
});

addFields(prerollCallToAction, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item that shows it'),
});

mutations(prerollCallToActions);
