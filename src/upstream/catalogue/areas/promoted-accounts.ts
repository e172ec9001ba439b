import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { promotedSorting, standardList, withDeleted } from '../language/lists.ts';
import { id, ids, required, text } from '../language/params.ts';
import { entityStatus } from './entity-status.ts';
import { lineItem } from './line-items.ts';

export const promotedAccount = entity(
  'PromotedAccount',
  'A user whom a line item promotes, to win followers.',
  {
    ...lifecycle,
    line_item_id: required(id('The line item that promotes the user')),
    user_id: required(id('The promoted user')),
    entity_status: required(entityStatus.any('Delivery state')),
    approval_status: text(
      'Whether the user may be promoted, such as ACCEPTED; the API may add values',
    ),
  },
  { parent: { param: 'line_item_id', of: lineItem }, serves: true },
);

const ofPromotedAccount = collection(
  'accounts/{account_id}/promoted_accounts/{promoted_account_id}',
  promotedAccount,
);

export const promotedAccounts = group({
  listPromotedAccounts: ofPromotedAccount.list({
    doc: 'The promoted users of an account; a line item that cannot promote users has none',
    params: {
      line_item_ids: ids(
        'Only promoted users of these line items; refused if none of them can promote users',
        { matches: 'line_item_id' },
      ),
      promoted_account_ids: ids('Only these promoted users', { matches: 'id' }),
      ...standardList({ sorts: promotedSorting }),
    },
    quirks: { isEmptyOn400: true },
  }),
  getPromotedAccount: ofPromotedAccount.item({ doc: 'One promoted user', params: withDeleted }),
  createPromotedAccount: ofPromotedAccount.create({
    doc: 'Promotes a user in a line item for promoted users; nothing changes if the line item promotes the user already',
    params: {
      line_item_id: required(id('The line item that promotes the user')),
      user_id: required(id('The user to promote')),
    },
    quirks: { isIgnoredAtTimes: true },
  }),
  deletePromotedAccount: ofPromotedAccount.delete({
    doc: 'Removes a promoted user from its line item',
  }),
});
