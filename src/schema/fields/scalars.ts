import { GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { utc } from '../../upstream/catalogue/language/times.ts';

// A plain error: graphql-js adds the value and its position.
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
  specifiedByURL: 'https://spec.openapis.org/registry/format/int64',
  description:
    'A 64-bit integer: a string of digits on output, a string or an integer on input. It is never converted to a float, so no digit is lost.',
  serialize: longOf,
  parseValue: longOf,
  parseLiteral: (node) =>
    longOf(node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : null),
});

const timeOf = (value: unknown): string => {
  const withZone = typeof value === 'string' && value.includes('T') ? utc(value) : null;
  return (
    withZone ??
    refuse('a DateTime is an ISO 8601 time with a zone, such as 2026-06-01T09:00:00Z or …+02:00')
  );
};

export const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description:
    'A point in time in ISO 8601. On output always UTC with seconds, as in 2026-06-01T09:00:00Z. On input date and time with a T between them, and a zone: Z, or an offset in hours, with minutes or without (+02, +0200, +02:00), of at most 14 hours. Seconds may be left out; fractions of them are dropped. A date alone is refused.',
  serialize: (value) => (typeof value === 'string' ? utc(value) : null) ?? timeOf(null),
  parseValue: timeOf,
  parseLiteral: (node) => timeOf(node.kind === Kind.STRING ? node.value : null),
});

const secretLike = /salt|secret|password|token/i;

/** A JSON value without members whose names say that they hold a secret. */
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

/** Text that identifies people. It is a scalar of its own because graphql-js repeats a refused String in the error. */
export const PersonalIdentifier = new GraphQLScalarType<string, string>({
  name: 'PersonalIdentifier',
  description:
    'A text that identifies a person, as an e-mail address does, or its SHA-256. Input only; never repeated in an error, a log or a trace. Send it in variables, not inside the document.',
  serialize: () => refuse('a PersonalIdentifier is input only'),
  parseValue: textOf,
  parseLiteral: (node) => textOf(node.kind === Kind.STRING ? node.value : null),
});
