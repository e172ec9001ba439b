import { updateUsers } from '../../resolvers/custom-audience-users.ts';
import { customAudienceUsers } from '../../upstream/catalogue/areas/custom-audience-users.ts';
import { keyField, pathFields } from '../fields/args.ts';
import { operationInput } from '../fields/batch-mutations.ts';
import { builder } from '../fields/builder.ts';
import { valueMutation } from '../fields/mutations.ts';

const { updateCustomAudienceUsers } = customAudienceUsers;
const { operations, maxOperations, maxBytes } = updateCustomAudienceUsers;

const IdentifierForm = builder.enumType('IdentifierForm', {
  description: 'The form in which identifiers of people are given.',
  values: {
    HASHED: {
      description:
        'As the SHA-256 of the normalised identifier: 64 hex digits. Anything else is refused.',
    },
    RAW: {
      description:
        'As they are written. The gateway normalises and hashes them, and sends only the hash. 64 hex digits are refused: a hash must not be hashed again.',
    },
  },
});

const normalisations = {
  email:
    'RAW ones are trimmed and lower-cased. Anything but one address alone is refused: a name or brackets around it, `mailto:`, quotes, a comma or a semicolon',
  deviceId:
    'RAW ones are trimmed and lower-cased; dashes stay as they are. 32 or 40 hex digits without dashes are refused, as they look like an MD5 or a SHA-1, or like an id that lost its dashes',
  handle: 'RAW ones are trimmed and lower-cased, without a leading @',
  twitterId: 'RAW ones are trimmed to their digits, without leading zeros',
  phoneNumber:
    'RAW ones become E.164, a + and the digits, country code first: spaces, dots, dashes, brackets and a leading 00 are removed. A number that does not begin with + or 00 is refused, because nobody knows its country, and so is one with (0), which is not dialled after a country code',
} as const;

const IdentifierForms = builder.inputType('IdentifierForms', {
  description:
    'The form of each type of identifier in this request, HASHED unless given. Ids of the advertiser’s own system, `partnerUserId`, are never hashed and have no form.',
  fields: (t) =>
    Object.fromEntries(
      Object.entries(normalisations).map(([kind, normalisation]) => [
        kind,
        t.field({
          type: IdentifierForm,
          required: true,
          defaultValue: 'HASHED',
          description: `HASHED unless given. ${normalisation}. Then they are hashed with SHA-256.`,
        }),
      ]),
    ),
});

const Operation = operationInput('CustomAudienceUsers', operations, {
  Update: 'People to add to the audience',
  Delete: 'People to remove from the audience',
});

valueMutation(updateCustomAudienceUsers, {
  input: builder.inputType('UpdateCustomAudienceUsersInput', {
    description: `${updateCustomAudienceUsers.doc}.`,
    fields: (t) => ({
      ...pathFields(t, updateCustomAudienceUsers),
      forms: t.field({
        type: IdentifierForms,
        description: 'The form of each type of identifier; all of them are HASHED unless given.',
      }),
      operations: t.field({
        type: [Operation],
        required: true,
        extensions: { mostItems: maxOperations },
        description: `1 to ${maxOperations} operations, and at most ${maxBytes} bytes of JSON as they are sent upstream. More is refused before anything is sent. Each person is one record. Where the API counts another number of records than were sent, the outcome is UNKNOWN; it is safe to send the same records again.`,
      }),
      ...keyField(t),
    }),
  }),
  load: updateUsers(updateCustomAudienceUsers),
});
