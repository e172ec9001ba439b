import { GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { isDay, utc, utcToMilliseconds } from '../../upstream/catalogue/language/times.ts';

// A plain error, because graphql-js adds the value and its position.
const refuse = (message: string): never => {
  throw new TypeError(message);
};

const max = 9223372036854775807n;

const longOf = (value: unknown): string => {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof digits !== 'string' || !/^-?\d{1,19}$/.test(digits)) {
    return refuse('a Long is a whole number of 64 bits, written as a string or an integer');
  }
  const number = BigInt(digits);
  return number > max || number < -max - 1n ? refuse('a Long has 64 bits') : String(number);
};

export const Long = new GraphQLScalarType<string, string>({
  name: 'Long',
  extensions: { example: '12' },
  specifiedByURL: 'https://spec.openapis.org/registry/format/int64',
  description:
    'A 64-bit integer: a string of digits on output, a string or an integer on input. It is never converted to a float, so no digit is lost.',
  serialize: longOf,
  parseValue: longOf,
  parseLiteral: (node) =>
    longOf(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : null),
});

const decimalOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? String(value)
    : refuse('a Decimal is text such as "12.50"');
};

const numbers: ReadonlySet<string> = new Set([Kind.INT, Kind.FLOAT, Kind.STRING]);

/** An amount as text. An invalid amount is a fault of the input like any other. */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  extensions: { example: '12.50' },
  description:
    'An amount of money as a decimal: digits, then optionally a point and at most 6 decimals, as in "12.50". It is exact: it is never converted to a float. Input only. Any other text is a fault of the write, in its payload.',
  serialize: decimalOf,
  parseValue: decimalOf,
  parseLiteral: (node) => decimalOf(numbers.has(node.kind) && 'value' in node ? node.value : null),
});

const timeOf = (value: unknown): string => {
  const exact = typeof value === 'string' && value.includes('T') ? utcToMilliseconds(value) : null;
  const withZone = exact?.replace('.000Z', 'Z');
  return (
    withZone ??
    refuse('a DateTime is an ISO 8601 time with a zone, such as 2026-06-01T09:00:00Z or …+02:00')
  );
};

export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  extensions: { example: '2026-06-01T09:00:00Z' },
  description:
    'A point in time in ISO 8601. On output always UTC with seconds, as in 2026-06-01T09:00:00Z. On input date and time with a T between them, and a zone: Z, or an offset in hours, with minutes or without (+02, +0200, +02:00), of at most 14 hours. Seconds may be left out; fractions of them are dropped, unless a field says that it keeps milliseconds. A date alone is refused.',
  serialize: (value) => (typeof value === 'string' ? utc(value) : null) ?? timeOf(null),
  parseValue: timeOf,
  parseLiteral: (node) => timeOf(node.kind === Kind.STRING ? node.value : null),
});

const dayOf = (value: unknown): string =>
  typeof value === 'string' && isDay(value)
    ? value
    : refuse('a Date is a day of the calendar, such as 2026-06-01');

export const DateScalar = new GraphQLScalarType<string, string>({
  name: 'Date',
  extensions: { example: '2026-06-01' },
  description:
    "A day of the calendar, as in 2026-06-01, without a time. It begins at midnight in the account's time zone.",
  serialize: dayOf,
  parseValue: dayOf,
  parseLiteral: (node) => dayOf(node.kind === Kind.STRING ? node.value : null),
});

const secretLike = /salt|secret|password|token/i;

/** A JSON value without members that hold a secret according to their names. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretLike.test(name))
      .map(([name, member]) => [name, withoutSecrets(member)]),
  );
};

export const JsonScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value. Integers of more than 53 bits are strings of digits.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

/** A reference from another subgraph. */
export const Representation = new GraphQLScalarType<unknown, unknown>({
  ...JsonScalar.toConfig(),
  name: '_Any',
  description: 'A reference of a router: an object with `__typename` and the fields of a key.',
});

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : refuse('a PersonalIdentifier is a string');

/** Text that identifies people. An error about a refused String would repeat it. */
export const PersonalIdentifier = new GraphQLScalarType<string, string>({
  name: 'PersonalIdentifier',
  description:
    'A text that identifies a person, as an e-mail address does, or its SHA-256. Input only; never repeated in an error, a log or a trace. Send it in variables, not inside the document.',
  serialize: () => refuse('a PersonalIdentifier is input only'),
  parseValue: textOf,
  parseLiteral: (node) => textOf(node.kind === Kind.STRING ? node.value : null),
});
