import { batch, group } from '../language/endpoint.ts';
import { entity } from '../language/entity.ts';
import { int, listOf, required, shape, text, time } from '../language/params.ts';
import { oneOf } from '../language/returns.ts';
import { atLeastOne, inOrder } from '../language/rules.ts';

/** The counts that a change of an audience's users answers with. */
const customAudienceUsersResult = entity(
  'CustomAudienceUsersResult',
  'How many records the API accepted.',
  {
    success_count: int('Number of records that were accepted'),
    total_count: int('Number of records that were received'),
  },
  { key: null },
);

const digest = text('SHA-256 of the normalised identifier, in lower-case hex', {
  format: 'sha256',
  personal: true,
});

const joining = {
  effective_at: time('When the people join the audience; now unless given'),
  expires_at: time(
    'When the people leave the audience, after effectiveAt; 13 months from now unless given',
  ),
} as const;
const leaving = {
  effective_at: time('When the people leave the audience; now unless given'),
  expires_at: time(
    'A time after effectiveAt; 13 months from now unless given. The documents do not say what it means for people who leave',
  ),
} as const;
const inSpan = [inOrder('effective_at', 'expires_at')] as const;

const users = required(
  listOf(
    shape(
      'CustomAudienceUser',
      'One person, with at least one of these identifiers',
      {
        email: listOf(digest, 'E-mail addresses, hashed or raw as `forms.email` says'),
        device_id: listOf(
          digest,
          'Advertising ids of devices (IDFA, AdID, Android id), hashed or raw as `forms.deviceId` says',
        ),
        handle: listOf(digest, 'Screen names, hashed or raw as `forms.handle` says'),
        twitter_id: listOf(digest, 'User ids, hashed or raw as `forms.twitterId` says'),
        phone_number: listOf(digest, 'Phone numbers, hashed or raw as `forms.phoneNumber` says'),
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
        Update: { params: { users, ...joining }, rules: inSpan },
        Delete: { params: { users, ...leaving }, rules: inSpan },
      },
      returns: oneOf(customAudienceUsersResult),
    },
  ),
});
