import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import {
  prerollCallToAction,
  prerollCallToActions,
} from '../../upstream/catalogue/areas/preroll-call-to-actions.ts';
import { accountFields, mutations } from '../fields/area-fields.ts';
import { addFields, entityType } from '../fields/entities.ts';
import { linkTo, listOfParent } from '../fields/fields.ts';

const { listPrerollCallToActions, getPrerollCallToAction } = prerollCallToActions;

entityType(prerollCallToAction, 'preroll_call_to_action_id');

addFields(lineItem, {
  prerollCallToActions: listOfParent(
    prerollCallToActions.listPrerollCallToActions,
    'line_item_ids',
  ),
});

addFields(prerollCallToAction, {
  lineItem: linkTo(lineItem, 'line_item_id', 'The line item that shows it'),
});

accountFields({
  prerollCallToActions: listPrerollCallToActions,
  prerollCallToAction: getPrerollCallToAction,
});

mutations(prerollCallToActions);
