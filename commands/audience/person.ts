import { hashIdentifier } from '../../src/index.ts';

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

/** What is wrong with a record; without a column, with all of it. */
export interface Fault {
  readonly column: Identifier | null;
  readonly reason: string;
}

/** The identifiers that a record has. */
export type Given = Readonly<Partial<Record<Identifier, readonly unknown[]>>>;

const hashed = (column: Identifier, value: unknown) => {
  if (typeof value !== 'string') return { fault: 'This must be text, or a list of texts.' };
  return column === 'partner_user_id' ? { hash: value.trim() } : hashIdentifier(column, value);
};

const isBlank = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');

/** The person of a record, or what is wrong with it. No reason has an identifier. */
export const personIn = (
  given: Given,
): { readonly person: Person } | { readonly faults: readonly Fault[] } => {
  const person: Record<string, readonly string[]> = {};
  const faults: Fault[] = [];
  for (const [name, column] of Object.keys(fields)
    .filter(isIdentifier)
    .map((one) => [fields[one], one] as const)) {
    const values = (given[column] ?? []).filter((value) => !isBlank(value));
    const ends = values.map((value) => hashed(column, value));
    const [wrong] = ends.flatMap((end) => ('fault' in end ? end.fault : []));
    if (wrong !== undefined) faults.push({ column, reason: wrong });
    else if (values.length > 0)
      person[name] = ends.flatMap((end) => ('hash' in end ? end.hash : []));
  }
  if (faults.length > 0) return { faults };
  if (Object.keys(person).length === 0)
    return { faults: [{ column: null, reason: 'There is no identifier.' }] };
  return { person };
};
