import { get, group } from '../language/endpoint.ts';
import { entity, lifecycle, oneOf, pageOf } from '../language/entity.ts';
import { standardList, withDeleted } from '../language/lists.ts';
import { choices, id, ids } from '../language/params.ts';

const promotableUserType = choices('PromotableUserType', 'What of a user an account may promote', {
  FULL: 'Everything: this is the one user of the account itself',
  RETWEETS_ONLY: 'Only existing posts',
});

export const promotableUser = entity(
  'PromotableUser',
  'A user whose content an account may promote.',
  {
    ...lifecycle,
    user_id: id('The user'),
    promotable_user_type: promotableUserType.any(
      'FULL for the one user of the account itself, RETWEETS_ONLY if only existing posts may be promoted',
    ),
  },
);

export const promotableUsers = group({
  listPromotableUsers: get('accounts/{account_id}/promotable_users', {
    doc: 'The users whose content an account may promote',
    params: {
      promotable_user_ids: ids(
        'Only these promotable users, by their own ids and not by user ids',
        { matches: 'id' },
      ),
      ...standardList(),
    },
    returns: pageOf(promotableUser),
  }),
  getPromotableUser: get('accounts/{account_id}/promotable_users/{promotable_user_id}', {
    doc: 'One user whose content an account may promote',
    params: withDeleted,
    returns: oneOf(promotableUser),
  }),
});
