import { batch, group } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import type { HashedIdentifier } from '../language/params.ts';
import { hashOf, int, listOf, required, shape, text, time } from '../language/params.ts';
import { atLeastOne, inOrder } from '../language/rules.ts';
import { camelCase } from '../names.ts';

/** The answer of an endpoint that changes the people of a list: one record for each person. */
export const countsOfUsers = {
  success_count: int('Number of records that were accepted'),
  total_count: int('Number of records that were received'),
} as const;
export const countedUsers = {
  counted: { records: 'users', in: ['success_count', 'total_count'] },
} as const;

const customAudienceUsersResult = entity(
  'CustomAudienceUsersResult',
  'How many records the API accepted.',
  countsOfUsers,
  { key: null },
);

const joining = {
  effective_at: time('When the people join the audience; now by default'),
  expires_at: time(
    'When the people leave the audience, after effectiveAt; 13 months from now by default',
  ),
} as const;
const leaving = {
  effective_at: time('When the people leave the audience; now by default'),
  expires_at: time(
    'A time after effectiveAt; 13 months from now by default. X does not document its meaning for people who are removed',
  ),
} as const;
const effectiveBeforeExpiry = [inOrder('effective_at', 'expires_at')] as const;

const hashes = (identifier: HashedIdentifier, doc: string) =>
  listOf(
    hashOf(identifier, 'One of them'),
    `${doc}, hashed or raw as \`forms.${camelCase(identifier)}\` says`,
  );
export const emails = hashes('email', 'E-mail addresses');
export const phoneNumbers = hashes('phone_number', 'Phone numbers');

const users = required(
  listOf(
    shape(
      'CustomAudienceUser',
      'One person, with at least one of these identifiers',
      {
        email: emails,
        device_id: hashes('device_id', 'Advertising ids of devices (IDFA, AdID, Android id)'),
        handle: hashes('handle', 'Screen names'),
        twitter_id: hashes('twitter_id', 'User ids'),
        phone_number: phoneNumbers,
        partner_user_id: listOf(
          text('Id', { min: 1, personal: true }),
          "Ids in the advertiser's own system, sent as they are and never hashed",
        ),
      },
      [atLeastOne('email', 'device_id', 'handle', 'twitter_id', 'phone_number', 'partner_user_id')],
    ),
    'The people',
    { min: 1 },
  ),
);

export const customAudienceUsers = group({
  updateCustomAudienceUsers: batch(
    'accounts/{account_id}/custom_audiences/{custom_audience_id}/users',
    {
      doc: 'Adds people to a custom audience and removes people from it; either all of them are applied or none',
      max: 2500,
      maxBytes: 5_000_000,
      operations: {
        Update: { params: { users, ...joining }, rules: effectiveBeforeExpiry },
        Delete: { params: { users, ...leaving }, rules: effectiveBeforeExpiry },
      },
      returns: oneOf(customAudienceUsersResult, countedUsers),
    },
  ),
});
