import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { choices, id, ids, required, text } from '../language/params.ts';

const callToAction = choices(
  'CallToAction',
  'The labels of the button of a preroll ad: `call_to_action` of the REST API',
  {
    GO_TO: '“Go to”',
    SEE_MORE: '“See more”',
    SHOP: '“Shop”',
    VISIT_SITE: '“Visit site”',
    WATCH_NOW: '“Watch now”',
  },
);

export const prerollCallToAction = entity(
  'PrerollCallToAction',
  'The button that a line item shows on the ads it plays before videos.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item that shows it')),
    call_to_action: callToAction.any('Label of the button'),
    call_to_action_url: text('URL that the button opens'),
  },
);

const label = callToAction.any('Label of the button');
const url = text('URL that the button opens', { format: 'url' });

const ofPrerollCallToAction = collection(
  'accounts/{account_id}/preroll_call_to_actions/{preroll_call_to_action_id}',
  prerollCallToAction,
);

export const prerollCallToActions = group({
  listPrerollCallToActions: ofPrerollCallToAction.list({
    doc: 'The preroll call-to-actions of an account',
    params: {
      line_item_ids: ids('Only those of these line items', { matches: 'line_item_id' }),
      preroll_call_to_action_ids: ids('Only these call-to-actions', { matches: 'id' }),
      ...standardList(),
    },
  }),
  getPrerollCallToAction: ofPrerollCallToAction.item({
    doc: 'One preroll call-to-action',
    params: withDeleted,
  }),
  createPrerollCallToAction: ofPrerollCallToAction.create({
    doc: 'Gives a line item a call-to-action; its objective must be PREROLL_VIEWS',
    params: {
      line_item_id: required(id('The line item; its objective must be PREROLL_VIEWS')),
      call_to_action: required(label),
      call_to_action_url: required(url),
    },
  }),
  updatePrerollCallToAction: ofPrerollCallToAction.update({
    doc: 'Changes a preroll call-to-action; parameters that are left out keep their values',
    params: { call_to_action: label, call_to_action_url: url },
  }),
  deletePrerollCallToAction: ofPrerollCallToAction.delete({
    doc: 'Removes a call-to-action from its line item; the row can still be read with `withDeleted`',
  }),
});
