import type { IdForm } from './identifiers.ts';
import { identifierOf } from './identifiers.ts';
import type { Kind, List, ParamOf, Text, TextFormat, Time, Variant } from './params.ts';
import { timeOf } from './times.ts';

/** The documented alphabet of each form of identifier. */
const idPatterns: Readonly<Record<IdForm, RegExp>> = {
  base36: /^[0-9a-z]{1,64}$/i,
  digits: /^[0-9]{1,19}$/,
  webhook: /^[0-9]{1,19}$/,
  package: /^[\w.]{1,255}$/,
  mediaKey: /^[0-9]{1,4}_[0-9]{1,19}$/,
  iab: /^[0-9a-z-]{1,64}$/i,
};

const maxLong = 9223372036854775807n;

/** Whether a text is an identifier of this form. */
export const isIdOf = (form: IdForm, text: string): boolean =>
  idPatterns[form].test(text) && (form !== 'digits' || text.length < 19 || BigInt(text) <= maxLong);

const textPatterns: Readonly<Record<TextFormat, RegExp>> = {
  cardUri: /^card:\/\/[0-9a-z]{1,64}$/i,
  constant: /^[A-Z][A-Z0-9_]*$/,
  country: /^[A-Z]{2}$/,
  currency: /^[A-Z]{3}$/,
  cursor: /^[!-~]+$/,
  email: /^[^\s@]+@[^\s@]+$/,
  item: /^[^,]*[^,\s][^,]*$/,
  language: /^[a-z]{2}$/,
  place: /^[0-9a-z]{1,64}$/i,
  sha256: /^[0-9a-f]{64}$/,
  sort: /^[a-z_]+-(asc|desc)$/,
  url: /^https?:\/\/\S+$/i,
};

/** Formats whose names say too little of what is wrong. */
const misfits: Readonly<Partial<Record<TextFormat, string>>> = {
  item: 'is blank or holds a comma',
};

/** The length of a text in code points, as the documents count it. */
const lengthOf = (value: string): number => {
  let length = 0;
  for (const _ of value) length += 1;
  return length;
};

type Bounds = { readonly min?: number; readonly max?: number };

const textProblem = (
  { min = 0, max, format, oneOf, lead }: Text,
  value: unknown,
): string | null => {
  if (typeof value !== 'string') return 'is not text';
  if (!value.isWellFormed()) return 'holds half of a surrogate pair';
  const length = lengthOf(lead !== undefined && value.startsWith(lead) ? value.slice(1) : value);
  if (length < min) return min === 1 ? 'is empty' : `is shorter than ${min}`;
  if (max !== undefined && length > max) return `is longer than ${max}`;
  if (format !== undefined && !textPatterns[format].test(value)) {
    return misfits[format] ?? `is not a ${format}`;
  }
  if (oneOf !== undefined && !oneOf.includes(value)) return `is not one of ${oneOf.join(', ')}`;
  return null;
};

const intProblem = (
  { min, max, oneOf }: Bounds & { readonly oneOf?: readonly number[] },
  value: unknown,
): string | null => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'is not a whole number';
  if (oneOf !== undefined && !oneOf.includes(value)) return `is not one of ${oneOf.join(', ')}`;
  if (min !== undefined && value < min) return `is less than ${min}`;
  if (max !== undefined && value > max) return `is more than ${max}`;
  return null;
};

const longProblem = (min: string | undefined, value: unknown): string | null => {
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) {
    return 'is not a 64-bit whole number';
  }
  const number = BigInt(value);
  if (number > maxLong || number < -maxLong - 1n) return 'is not a 64-bit whole number';
  return min !== undefined && number < BigInt(min) ? `is less than ${min}` : null;
};

const timeProblem = (param: Time, value: unknown): string | null => {
  const { whole, withinYears } = param;
  const read = typeof value === 'string' ? timeOf(param, value) : null;
  if (read === null) return 'is not an ISO 8601 time with a zone';
  if (whole === 'hour' && !read.endsWith(':00:00Z')) return 'is not a whole hour';
  if (withinYears === undefined) return null;
  const [now, last] = [new Date(), new Date()];
  last.setUTCFullYear(now.getUTCFullYear() + withinYears);
  if (Date.parse(read) <= last.getTime()) return null;
  return `lies more than ${withinYears === 1 ? 'a year' : `${withinYears} years`} ahead`;
};

const listProblem = ({ min = 0, max, of, oneEach = [] }: List, value: unknown): string | null => {
  if (!Array.isArray(value)) return 'is not a list';
  if (value.length < min) return min === 1 ? 'is empty' : `has fewer than ${min} values`;
  if (max !== undefined && value.length > max) return `has more than ${max} values`;
  const tags = of.kind === 'variant' ? value.map((item) => tagOf(of, item)) : [];
  const wrong = oneEach.find((kinds) => tags.filter((tag) => kinds.includes(tag)).length !== 1);
  return wrong === undefined ? null : `does not have exactly one of ${wrong.join(', ')}`;
};

const tagOf = ({ tag }: Variant, value: unknown): string =>
  String((value as Readonly<Record<string, unknown>> | null | undefined)?.[tag]);

type Check<P> = (param: P, value: unknown, name: string) => string | null;

const checks: { readonly [K in Kind]: Check<ParamOf<K>> } = {
  text: textProblem,
  id: (param, value, name) =>
    typeof value === 'string' && isIdOf(identifierOf(param.as ?? name).form, value)
      ? null
      : 'is not an identifier',
  int: intProblem,
  long: ({ min }, value) => longProblem(min, value),
  flag: (_param, value) => (typeof value === 'boolean' ? null : 'is not true or false'),
  time: timeProblem,
  choice: ({ values }, value) =>
    typeof value === 'string' && values.includes(value)
      ? null
      : `is not one of ${values.join(', ')}`,
  list: listProblem,
  shape: (_param, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? null
      : 'is not an object',
  variant: ({ tag, of }, value) => {
    const found = (value as Readonly<Record<string, unknown>> | null)?.[tag];
    return typeof found === 'string' && Object.hasOwn(of, found)
      ? null
      : `has a ${tag} that is not one of ${Object.keys(of).join(', ')}`;
  },
  json: () => null,
};

/**
 * Why a value is not valid for a parameter, as words that follow its name; null for a valid one. Items of lists and members of
 * objects are not checked.
 */
export const validateValue = <K extends Kind>(
  name: string,
  param: ParamOf<K>,
  value: unknown,
): string | null => checks[param.kind](param, value, name);
