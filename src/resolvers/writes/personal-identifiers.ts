import { hash } from 'node:crypto';
import { type Format, format, formats } from '../../upstream/catalogue/language/formats.ts';
import type { Fields, HashedIdentifier, Param } from '../../upstream/catalogue/language/params.ts';
import { problem } from '../../upstream/catalogue/language/problem.ts';
import { formatFault } from '../../upstream/catalogue/language/validate-value.ts';
import { Unread } from '../../upstream/catalogue/language/values.ts';
import { camelCase } from '../../upstream/catalogue/names.ts';
import { InputError, inputError } from '../../upstream/client/errors.ts';
import type { Args } from '../field.ts';
import type { Faults } from '../write-errors.ts';

/** The form of identifiers: hashes, or raw values that are normalised and hashed here. */
export type IdentifierForm = 'HASHED' | 'RAW';

/** A type of identifier that is only sent as a hash. */
interface IdentifierKind {
  readonly format: Format;
  readonly normalise: (trimmed: string) => string;
  /** The pattern of a normalised identifier. */
  readonly pattern: RegExp;
  /** A pattern that the identifier must not match before it is normalised. */
  readonly forbidden?: RegExp;
}

// The characters of an address, without those that may surround it, such as a name, brackets,
// quotes or `mailto:`.
const local = String.raw`[^\s@<>()[\]:;,"\\]+`;
const label = String.raw`[\p{L}\p{N}-]+`;
const address = new RegExp(`^(?!')${local}@${label}(\\.${label})+$`, 'u');

const lower = (text: string): string => text.toLowerCase();

const kinds: Readonly<Record<HashedIdentifier, IdentifierKind>> = {
  email: { format: formats.email, normalise: lower, pattern: address },
  device_id: {
    format: format('the advertising id of a device', '38400000-8cf0-11bd-b23e-10b96e40000d'),
    normalise: lower,
    pattern: /^[0-9a-z][0-9a-z-]{6,62}[0-9a-z]$/,
    // An MD5 or SHA-1 hash, or an id without its dashes. Its hash would match no person.
    forbidden: /^([0-9a-f]{32}|[0-9a-f]{40})$/i,
  },
  handle: {
    format: format('a screen name', 'example_shop'),
    normalise: (text) => lower(text.replace(/^@/, '')),
    pattern: /^[0-9a-z_]{1,20}$/,
  },
  twitter_id: {
    format: format('a user id', '1503831318555086849'),
    normalise: (text) => text.replace(/^0+/, ''),
    pattern: /^[1-9][0-9]{0,18}$/,
  },
  phone_number: {
    format: format(
      'a phone number that begins with + or 00 and its country code',
      '+1 202 555 0100',
    ),
    normalise: (text) => `+${text.replace(/^\+|[\s().-]/g, '').replace(/^00/, '')}`,
    pattern: /^\+[1-9][0-9]{6,14}$/,
    // Without + or 00 the country is unknown. A zero in brackets is only dialled within the
    // country.
    forbidden: /^(?!\+|00)|\(\s*0\s*\)/,
  },
};

const digest = /^[0-9a-f]{64}$/i;

// Text from chats and documents contains these characters. No hash with them matches a person.
const invisible = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}`;
const around = new RegExp(`^[\\s${invisible}]+|[\\s${invisible}]+$`, 'gu');
const within = new RegExp(`[${invisible}\\p{Cc}\uFFFD]`, 'u');

/** A text without blanks and invisible characters around it. Throws InputError for inner ones. */
const cleaned = (value: string, path: GivenIdentifier['path']): string => {
  const text = value.replace(around, '');
  if (within.test(text)) throw inputError(problem(path, 'garbled'));
  return text;
};

/** The type, form and argument path of an identifier. */
interface GivenIdentifier {
  readonly kind: HashedIdentifier;
  readonly form: IdentifierForm;
  readonly path: readonly (string | number)[];
}

/**
 * An identifier as it is sent: its SHA-256 in lower-case hex. Throws InputError for a RAW hash,
 * which would be hashed twice, and for a HASHED value that is not a hash. The message never
 * contains the value.
 */
const digestOf = (value: string, { kind, form, path }: GivenIdentifier): string => {
  const trimmed = cleaned(value, path);
  if (form === 'HASHED') {
    if (!digest.test(trimmed)) throw inputError({ ...formatFault(formats.sha256), path });
    if (isPlaceholderHash(trimmed)) throw inputError(problem(path, 'placeholder'));
    return trimmed.toLowerCase();
  }
  if (digest.test(trimmed)) {
    throw inputError(problem(path, 'hashed'));
  }
  const { normalise, pattern, forbidden, format: expected } = kinds[kind];
  const normal = normalise(trimmed);
  if (!pattern.test(normal) || forbidden?.test(trimmed) === true) {
    throw inputError({ ...formatFault(expected), path });
  }
  if (isPlaceholder(normal)) throw inputError(problem(path, 'placeholder'));
  return hash('sha256', normal, 'hex');
};

/** The hash of an identifier, raw or a hash; or a sentence about its fault, without its value. */
export const eitherDigest = (kind: HashedIdentifier, value: string): HashResult =>
  sentOr(() => {
    const form = digest.test(value.replace(around, '')) ? 'HASHED' : 'RAW';
    return digestOf(value, { kind, form, path: [kind] });
  });

/** An id of the advertiser's own system without surrounding characters; or its fault. */
export const ownId = (value: string): HashResult =>
  sentOr(() => {
    const path = ['partner_user_id'];
    const text = cleaned(value, path);
    if (isPlaceholder(text.toLowerCase())) throw inputError(problem(path, 'placeholder'));
    return text;
  });

type HashResult = { readonly hash: string } | { readonly fault: string };

const sentOr = (make: () => string): HashResult => {
  try {
    return { hash: make() };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { fault: error.message };
  }
};

/** The forms of identifiers by field, the path of the values, and the collector of faults. */
interface HashContext {
  readonly forms: Readonly<Record<string, IdentifierForm | undefined>>;
  readonly path: GivenIdentifier['path'];
  readonly faults: Faults;
}

/** Upstream values with hashes instead of identifiers. Nulls next to one are left out. */
export const hashedValues = (fields: Fields, values: Args, hashing: HashContext): Args => {
  const isPersonal = Object.values(fields).some(holdsHash);
  const entries = Object.entries(values).filter(([, value]) => !isPersonal || value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const path = [...hashing.path, camelCase(name)];
      return [name, hashedValue(fields[name], value, { ...hashing, path, name: camelCase(name) })];
    }),
  );
};

const holdsHash = (param: Param): boolean =>
  param.kind === 'list' ? holdsHash(param.of) : param.kind === 'text' && param.hashOf !== undefined;

const hashedValue = (
  param: Param | undefined,
  value: unknown,
  spot: HashContext & { readonly name: string },
): unknown => {
  const { forms, path, faults, name } = spot;
  if (value === null || value === undefined || value instanceof Unread) return value;
  if (param?.kind === 'list') {
    return (value as readonly unknown[]).map((item, index) =>
      hashedValue(param.of, item, { ...spot, path: [...path, index] }),
    );
  }
  if (param?.kind === 'shape') return hashedValues(param.fields, value as Args, spot);
  if (param?.kind !== 'text' || param.hashOf === undefined) return value;
  const identifier = { kind: param.hashOf, form: forms[name] ?? 'HASHED', path } as const;
  return faults.attempt(() => digestOf(value as string, identifier), value);
};

// Other programs write these words for missing values. Their hashes are known from lists of people.
const nothing = ['-', 'n/a', 'na', 'nan', 'nil', 'none', 'null', 'undefined', 'unknown'];
const stand = ['anonymous', 'dummy', 'email', 'example', 'noemail', 'no-email', 'nomail', 'test'];
const words: ReadonlySet<string> = new Set([...nothing, ...stand, 'placeholder', 'testing']);

/** True if both sides of an address are such words: `test@example.com`, `none@none.com`. */
const isAddress = (text: string): boolean => {
  const [local = '', domain] = text.split('@');
  const [label = ''] = (domain ?? '').split('.');
  return words.has(local) && words.has(label);
};

// The advertising id of zeros means that a person has turned it off. The other is the id of every
// device of one series.
const zeros = '00000000-0000-0000-0000-000000000000';
const devices: ReadonlySet<string> = new Set([zeros, '9774d56d682e549c']);

/** A number that has nothing but a country: `+1 000 000 0000`. */
const emptyNumber = /^\+[1-9][0-9]{0,2}0{7,}$/;

/** True if a normalised identifier is a placeholder, which many people have. */
const isPlaceholder = (text: string): boolean =>
  words.has(text) || isAddress(text) || devices.has(text) || emptyNumber.test(text);

const addresses = ['test@test.com', 'test@example.com', 'none@none.com', 'null@null.com'];
const hashes: ReadonlySet<string> = new Set(
  ['', ...words, ...devices, ...addresses].map((text) => hash('sha256', text, 'hex')),
);

/** True if a hash is that of an empty text, or of a frequent placeholder. */
const isPlaceholderHash = (digest: string): boolean => hashes.has(digest.toLowerCase());
