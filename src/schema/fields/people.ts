import { sendPeople } from '../../resolvers/writes/people.ts';
import type { Endpoint, RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Fields, HashedIdentifier, Param } from '../../upstream/catalogue/language/params.ts';
import { camelCase, typeName } from '../../upstream/catalogue/names.ts';
import { checkedInput, fieldsOf, keyField, pathFields } from './args.ts';
import { operationInput } from './batch-mutations.ts';
import { builder } from './builder.ts';
import { valueMutation } from './mutations.ts';

const IdentifierForm = builder.enumType('IdentifierForm', {
  description: 'The form in which identifiers of people are given.',
  values: {
    HASHED: {
      description:
        'As the SHA-256 of the normalised identifier: 64 hex digits. Anything else is refused.',
    },
    RAW: {
      description:
        'As they are written. The gateway normalises and hashes them, and sends only the hash. 64 hex digits are refused: a hash must not be hashed again. Invisible characters around them are removed; those within are refused, and so are placeholders such as `none` or an advertising id of zeros.',
    },
  },
});

const normalisations: Readonly<Record<HashedIdentifier, string>> = {
  email:
    'RAW ones are trimmed and lower-cased. Anything but one address alone is refused: a name or brackets around it, `mailto:`, quotes, a comma or a semicolon',
  device_id:
    'RAW ones are trimmed and lower-cased; dashes stay as they are. 32 or 40 hex digits without dashes are refused, as they look like an MD5 or a SHA-1, or like an id that lost its dashes',
  handle: 'RAW ones are trimmed and lower-cased, without a leading @',
  twitter_id: 'RAW ones are trimmed to their digits, without leading zeros',
  phone_number:
    'RAW ones become E.164, a + and the digits, country code first: spaces, dots, dashes, brackets and a leading 00 are removed. A number that does not begin with + or 00 is refused, because its country is unknown, and so is one with (0), which is not dialled after a country code',
};

type Forms = Readonly<Record<string, HashedIdentifier>>;

/** The fields that hold hashes, at every depth, and the kind of identifier that is hashed. */
const formsOf = ({ params, operations }: Endpoint): Forms => {
  const sets = [params, ...Object.values(operations ?? {}).map((one) => one.params)];
  return Object.assign({}, ...sets.map(formsIn));
};

const formsIn = (fields: Fields): Forms =>
  Object.assign({}, ...Object.entries(fields).map(([name, param]) => formsAt(name, param)));

const formsAt = (name: string, param: Param): Forms => {
  if (param.kind === 'list') return formsAt(name, param.of);
  if (param.kind === 'shape') return formsIn(param.fields);
  return param.kind === 'text' && param.hashOf !== undefined ? { [name]: param.hashOf } : {};
};

const formsInput = (endpoint: Endpoint, { forms, more = '' }: PeopleMutation) =>
  builder.inputType(forms, {
    description: `The form of each type of identifier in this request, HASHED by default.${more}`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(formsOf(endpoint)).map(([field, identifier]) => [
          camelCase(field),
          t.field({
            type: IdentifierForm,
            required: true,
            defaultValue: 'HASHED',
            description: `HASHED by default. ${normalisations[identifier]}. Then they are hashed with SHA-256.`,
          }),
        ]),
      ),
  });

/** The facts of a mutation about people, besides its endpoint. */
interface PeopleMutation {
  /** The name of the input type of `forms`, and the sentence that its description adds. */
  readonly forms: string;
  readonly more?: string;
  /** For a batch: the prefix of the types of its items, and their descriptions. */
  readonly items?: { readonly name: string; readonly docs: Parameters<typeof operationInput>[2] };
}

const counts =
  'Where the API counts another number of records than were sent, the outcome is UNKNOWN';

const operationsField = (
  t: Parameters<typeof pathFields>[0],
  endpoint: Endpoint,
  { name, docs }: NonNullable<PeopleMutation['items']>,
) => {
  const { operations, maxOperations, maxBytes } = endpoint;
  return {
    operations: t.field({
      type: [operationInput(name, operations ?? {}, docs)],
      required: true,
      extensions: { maxItems: maxOperations },
      description: `1 to ${maxOperations} operations, and at most ${maxBytes} bytes of JSON as they are sent upstream. More is refused before anything is sent. Each person is one record. ${counts}; it is safe to send the same records again.`,
    }),
  };
};

/** A mutation that sends people, raw or hashed. Its response has the number of records. */
export const peopleMutation = (endpoint: RowEndpoint, about: PeopleMutation): void => {
  const { counted } = endpoint.returns;
  if (counted === undefined) throw new TypeError(`the answer of ${endpoint.name} counts nothing`);
  const Forms = formsInput(endpoint, about);
  const { items } = about;
  const input = builder.inputType(`${typeName(endpoint.name)}Input`, {
    description: `${endpoint.doc}.${items === undefined ? ` ${counts}.` : ''}`,
    extensions: checkedInput,
    fields: (t) => ({
      ...pathFields(t, endpoint),
      forms: t.field({
        type: Forms,
        description: 'The form of each type of identifier; all of them are HASHED by default.',
      }),
      ...(items === undefined ? fieldsOf(t, endpoint.params) : operationsField(t, endpoint, items)),
      ...keyField(t),
    }),
  });
  valueMutation(endpoint, { input, load: sendPeople(endpoint, counted) });
};
