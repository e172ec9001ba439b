import { hash } from 'node:crypto';
import { InputError } from '../upstream/client/errors.ts';

/** Whether identifiers are given as hashes, or raw, to be normalised and hashed here. */
export type IdentifierForm = 'HASHED' | 'RAW';

/** A type of identifier that is only sent as a hash. */
interface Kind {
  readonly noun: string;
  readonly normalise: (trimmed: string) => string;
  /** The pattern of a normalised identifier. */
  readonly pattern: RegExp;
  /** A pattern that the identifier must not have before it is normalised. */
  readonly unlike?: RegExp;
}

// What may stand in an address: nothing that surrounds it, such as a name, brackets, quotes or `mailto:`.
const local = String.raw`[^\s@<>()[\]:;,"\\]+`;
const label = String.raw`[\p{L}\p{N}-]+`;
const address = new RegExp(`^(?!')${local}@${label}(\\.${label})+$`, 'u');

const lower = (text: string): string => text.toLowerCase();

const kinds = {
  email: { noun: 'an e-mail address', normalise: lower, pattern: address },
  device_id: {
    noun: 'the advertising id of a device',
    normalise: lower,
    pattern: /^[0-9a-z][0-9a-z-]{6,62}[0-9a-z]$/,
    // An MD5 or SHA-1, or an id without its dashes: the hash of these would match no person.
    unlike: /^([0-9a-f]{32}|[0-9a-f]{40})$/i,
  },
  handle: {
    noun: 'a screen name',
    normalise: (text) => lower(text.replace(/^@/, '')),
    pattern: /^[0-9a-z_]{1,20}$/,
  },
  twitter_id: {
    noun: 'a user id',
    normalise: (text) => text.replace(/^0+/, ''),
    pattern: /^[1-9][0-9]{0,18}$/,
  },
  phone_number: {
    noun: 'a phone number that begins with + or 00 and its country code',
    normalise: (text) => `+${text.replace(/^\+|[\s().-]/g, '').replace(/^00/, '')}`,
    pattern: /^\+[1-9][0-9]{6,14}$/,
    // Without + or 00 nobody knows the country. A zero in brackets is dialled within it alone.
    unlike: /^(?!\+|00)|\(\s*0\s*\)/,
  },
} as const satisfies Readonly<Record<string, Kind>>;

type HashedKind = keyof typeof kinds;

/** The types of identifiers that are only sent as hashes. */
export const hashedKinds = Object.keys(kinds) as readonly HashedKind[];

const digest = /^[0-9a-f]{64}$/i;

/** The type, form and argument path of an identifier. */
interface Given {
  readonly kind: HashedKind;
  readonly form: IdentifierForm;
  readonly path: readonly (string | number)[];
}

/**
 * An identifier as it is sent: its SHA-256 in lower-case hex. Throws InputError for a hash given as RAW, which would be hashed
 * twice, and for anything else given as HASHED. The message never contains the value.
 */
export const digestOf = (value: string, { kind, form, path }: Given): string => {
  const trimmed = value.trim();
  if (form === 'HASHED') {
    if (digest.test(trimmed)) return trimmed.toLowerCase();
    throw malformed(`${kind} is not the hex of a SHA-256, and its form is HASHED`, path);
  }
  if (digest.test(trimmed)) {
    throw malformed(`${kind} is hashed already, and its form is RAW`, path);
  }
  const { noun, normalise, pattern, unlike }: Kind = kinds[kind];
  const normal = normalise(trimmed);
  if (!pattern.test(normal) || unlike?.test(trimmed) === true) {
    throw malformed(`${kind} is not ${noun}`, path);
  }
  return hash('sha256', normal, 'hex');
};

const malformed = (message: string, path: Given['path']): InputError =>
  new InputError(message, path, { reason: 'MALFORMED' });
