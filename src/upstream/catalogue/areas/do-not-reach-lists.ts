import { batch, del, get, group, post } from '../language/endpoint.ts';
import { entity, lifecycle, oneOf, rowsOf } from '../language/entity.ts';
import { withDeleted } from '../language/lists.ts';
import { flag, listOf, long, required, shape, text, time } from '../language/params.ts';
import { atLeastOne } from '../language/rules.ts';
import { countedUsers, countsOfUsers, emails, phoneNumbers } from './custom-audience-users.ts';

export const doNotReachList = entity(
  'DoNotReachList',
  'The people that no campaign of an account reaches. An account has one such list at most.',
  {
    ...lifecycle,
    name: text('Name, which the API gives it'),
    description: text('Description by the advertiser'),
    targetable: flag('Whether it has enough people to be excluded'),
    reasons_not_targetable: listOf(
      text('Reason'),
      'Why it excludes nobody yet, such as PROCESSING or TOO_SMALL; the API may add values',
    ),
    list_size: long('People on it; null while they are being counted'),
  },
);

const doNotReachListUsersResult = entity(
  'DoNotReachListUsersResult',
  'How many records the API accepted.',
  countsOfUsers,
  { key: null },
);

const users = required(
  listOf(
    shape(
      'DoNotReachListUser',
      'One person, with at least one of these identifiers',
      {
        email: emails,
        phone_number: phoneNumbers,
      },
      [atLeastOne('email', 'phone_number')],
    ),
    'The people',
    { min: 1 },
  ),
);

const expiry = { future: true, withinMonths: 13 } as const;
const coming = {
  users,
  expires_at: time('When they leave the list; 13 months from now by default', expiry),
};
const leaving = {
  users,
  expires_at: time(
    '13 months from now by default. X does not document its meaning for people who are removed',
    expiry,
  ),
};

export const doNotReachLists = group({
  listDoNotReachLists: get('accounts/{account_id}/do_not_reach_lists', {
    doc: 'The do-not-reach list of an account, and with `withDeleted` earlier ones',
    params: withDeleted,
    returns: rowsOf(doNotReachList, { most: 10 }),
  }),
  createDoNotReachList: post('accounts/{account_id}/do_not_reach_lists', {
    doc: 'Creates the do-not-reach list of an account, which has one at most; `updateDoNotReachListUsers` fills it',
    params: { description: text('What it is about') },
    returns: oneOf(doNotReachList),
  }),
  deleteDoNotReachList: del('accounts/{account_id}/do_not_reach_lists/{do_not_reach_list_id}', {
    doc: 'Deletes a do-not-reach list, so that campaigns reach its people again',
    returns: oneOf(doNotReachList),
  }),
  updateDoNotReachListUsers: batch(
    'batch/accounts/{account_id}/do_not_reach_lists/{do_not_reach_list_id}/users',
    {
      doc: 'Adds people to a do-not-reach list and removes people from it, from now on; either all of them are applied or none',
      max: 2500,
      maxBytes: 5_000_000,
      operations: {
        Update: { params: coming, rules: [] },
        Delete: { params: leaving, rules: [] },
      },
      returns: oneOf(doNotReachListUsersResult, countedUsers),
      quirks: { refuses: ['effective_at'] },
    },
  ),
});
