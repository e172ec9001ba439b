import { UsageError } from '../../bin/commands.ts';
import { sentIdentifier } from '../../src/index.ts';

/** The identifiers of a person, by their names in the API and in the graph. */
export const fields = {
  email: 'email',
  phone_number: 'phoneNumber',
  device_id: 'deviceId',
  handle: 'handle',
  twitter_id: 'twitterId',
  partner_user_id: 'partnerUserId',
} as const;

export type Identifier = keyof typeof fields;

export const isIdentifier = (name: string): name is Identifier => Object.hasOwn(fields, name);

/** A person as the mutation takes it: hashes, and ids of the advertiser's own system. */
export type Person = Readonly<Record<string, readonly string[]>>;

/** A fault of a record; a null column means the whole record. */
export interface Fault {
  readonly column: Identifier | null;
  readonly reason: string;
}

/** The identifiers that a record has. */
export type GivenIdentifiers = Readonly<Partial<Record<Identifier, readonly unknown[]>>>;

const sent = (column: Identifier, value: unknown, international: International) => {
  if (typeof value !== 'string')
    return { fault: 'The value must be a string, or a list of strings.' };
  const text = column === 'phone_number' ? international(value) : value;
  return typeof text === 'string' ? sentIdentifier(column, text) : text;
};

const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/**
 * The person of a record, with the identifiers that are good, and what is wrong with the others;
 * null if none is good. No reason has an identifier.
 */
export const personIn = (
  given: GivenIdentifiers,
  international: International,
): { readonly person: Person | null; readonly faults: readonly Fault[] } => {
  const person: Record<string, readonly string[]> = {};
  const faults: Fault[] = [];
  for (const column of Object.keys(fields).filter(isIdentifier)) {
    const values = (given[column] ?? []).filter((value) => !isBlank(value));
    const ends = values.map((value) => sent(column, value, international));
    const hashes = ends.flatMap((end) => ('hash' in end ? end.hash : []));
    faults.push(...ends.flatMap((end) => ('fault' in end ? { column, reason: end.fault } : [])));
    if (hashes.length > 0) person[fields[column]] = hashes;
  }
  if (Object.keys(person).length > 0) return { person, faults };
  const none = { column: null, reason: 'No identifier is given.' };
  return { person: null, faults: faults.length > 0 ? faults : [none] };
};

/** A phone number with its country code, if it had none; or what is wrong with it. */
export type International = (text: string) => string | { readonly fault: string };

// Blanks, brackets and signs within; not what begins as an international number, nor a hash.
const around = /[\s\p{Cf}()./-]/gu;
const national = /^(?!00)\d{1,17}$/;

/**
 * Makes national phone numbers of a country international; without one, leaves them. Throws
 * UsageError for a country that is not known.
 */
export const internationalFrom = async (country: string | undefined): Promise<International> => {
  if (country === undefined) return (text) => text;
  if (!/^[a-z]{2}$/i.test(country))
    throw new UsageError('--country must be a code of two letters, such as DE');
  const { getSupportedRegionCodes, parsePhoneNumber } = await import('awesome-phonenumber');
  const regionCode = country.toUpperCase();
  if (!getSupportedRegionCodes().includes(regionCode))
    throw new UsageError(`--country has no ${regionCode}`);
  const fault = `Phone number must be one of ${regionCode}, or begin with + or 00 and its country code.`;
  return (text) => {
    const digits = text.replace(around, '');
    if (!national.test(digits)) return text;
    const { valid, number } = parsePhoneNumber(digits, { regionCode });
    return valid && number !== undefined ? number.e164 : { fault };
  };
};
