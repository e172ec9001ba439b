import { hash } from 'node:crypto';
import { InputError } from '../upstream/client/errors.ts';

/** How identifiers of a kind come: hashed already, or as they are, to be normalised and hashed here. */
export type IdentifierForm = 'HASHED' | 'RAW';

/** A kind of identifier that only leaves as a hash. */
interface Kind {
  readonly noun: string;
  readonly normalise: (trimmed: string) => string;
  /** What a normalised identifier looks like. */
  readonly pattern: RegExp;
  /** What it must not look like, before it is normalised. */
  readonly unlike?: RegExp;
}

const lower = (text: string): string => text.toLowerCase();

const kinds = {
  email: { noun: 'an e-mail address', normalise: lower, pattern: /^[^\s@]+@[^\s@]+$/ },
  device_id: {
    noun: 'the advertising id of a device',
    normalise: lower,
    pattern: /^[0-9a-z][0-9a-z-]{6,62}[0-9a-z]$/,
    // A digest, or an id without its dashes: the hash of either would match nobody.
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
    noun: 'a phone number with its country code',
    normalise: (text) => `+${text.replace(/^\+|[\s().-]/g, '').replace(/^00/, '')}`,
    pattern: /^\+[1-9][0-9]{6,14}$/,
    // Dialled within the country alone, so it is no part of the number.
    unlike: /\(\s*0\s*\)/,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type HashedKind = keyof typeof kinds;

/** The kinds of identifiers that only leave as hashes. */
export const hashedKinds = Object.keys(kinds) as readonly HashedKind[];

const digest = /^[0-9a-f]{64}$/i;

/** Where an identifier stands among the arguments, and how it comes. */
export interface Given {
  readonly kind: HashedKind;
  readonly form: IdentifierForm;
  readonly path: readonly (string | number)[];
}

/**
 * An identifier as it is sent: its SHA-256 in lower-case hex. Refuses a hash that comes as RAW, for it would be hashed
 * twice, and anything else that comes as HASHED. No refusal holds the value.
 */
export const digestOf = (value: string, { kind, form, path }: Given): string => {
  const trimmed = value.trim();
  if (form === 'HASHED') {
    if (digest.test(trimmed)) return trimmed.toLowerCase();
    throw new InputError(`${kind} is not the hex of a SHA-256, and its form is HASHED`, path);
  }
  if (digest.test(trimmed)) {
    throw new InputError(`${kind} is hashed already, and its form is RAW`, path);
  }
  const { noun, normalise, pattern, unlike }: Kind = kinds[kind];
  const normal = normalise(trimmed);
  if (!pattern.test(normal) || unlike?.test(trimmed) === true)
    throw new InputError(`${kind} is not ${noun}`, path);
  return hash('sha256', normal, 'hex');
};
