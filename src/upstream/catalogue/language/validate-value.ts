import { isIP } from 'node:net';
import { enumName } from '../names.ts';
import type { Format, IdFormat, TextFormat } from './formats.ts';
import { format, formats, idFormats } from './formats.ts';
import { identifierOf } from './identifiers.ts';
import type { Kind, List, ParamOf, Sorting, Text, Time, Variant } from './params.ts';
import { fault, type ValueFault } from './problem.ts';
import { hourMs, isDay, iso, timeOf } from './times.ts';
import { isObject, type Values, writtenOf } from './values.ts';
import { isZone } from './zones.ts';

/** The documented alphabet of each format of identifier. */
const idPatterns: Readonly<Record<IdFormat, RegExp>> = {
  base36: /^[0-9a-z]{1,64}$/i,
  digits: /^[0-9]{1,19}$/,
  webhook: /^[0-9]{1,19}$/,
  package: /^[\w.]{1,255}$/,
  mediaKey: /^[0-9]{1,4}_[0-9]{1,19}$/,
  iab: /^[0-9a-z-]{1,64}$/i,
};

const maxLong = 9223372036854775807n;

/** True if a text is an identifier of this format. */
export const isIdOf = (format: IdFormat, text: string): boolean =>
  idPatterns[format].test(text) &&
  (format !== 'digits' || text.length < 19 || BigInt(text) <= maxLong);

const isoTime = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)`;

const zoneName = /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+){0,2}$/;

/** A test for each format of texts; most are patterns. */
const textTests: Readonly<Record<TextFormat, Pick<RegExp, 'test'>>> = {
  cardUri: /^card:\/\/[0-9a-z]{1,64}$/i,
  clock: /^([01]\d|2[0-3]):[0-5]\d$/,
  constant: /^[A-Z][A-Z0-9_]*$/,
  country: /^[A-Z]{2}$/,
  currency: /^[A-Z]{3}$/,
  cursor: /^[!-~]+$/,
  decimal: /^(0|[1-9]\d{0,14})(\.\d{1,9})?$/,
  digits: /^\d{1,19}$/,
  domain: /^(?!\w+:\/\/)\S+$/,
  email: /^[^\s@]+@[^\s@]+$/,
  ipAddress: { test: (value) => isIP(value) !== 0 && !value.includes('%') },
  https: /^https:\/\/\S+$/i,
  item: /^[^,]*[^,\s][^,]*$/,
  language: /^[a-z]{2}$/,
  percent: /^(([1-9]|[1-8]\d|9[0-8])(\.\d{1,2})?|99(\.0{1,2})?)$/,
  locale: /^[a-z]{2}-[A-Z]{2}$/,
  place: /^[0-9a-z]{1,64}$/i,
  price: /^\d{1,15}(\.\d{1,6})? [A-Z]{3}$/,
  printable: /^[\x20-\x7e]*$/,
  sha256: /^[0-9a-f]{64}$/,
  timeRange: new RegExp(`^${isoTime}/${isoTime}$`),
  timeZone: { test: (value) => zoneName.test(value) && isZone(value) },
  trimmed: /^\S(.*\S)?$/s,
  url: /^https?:\/\/\S+$/i,
  urls: /^https?:\/\/[^\s,]+(,https?:\/\/[^\s,]+)*$/i,
  webEvent: /^(tw-[0-9a-z]{1,64}-)?[0-9a-z]{1,64}$/i,
};

/** The length of a text in code points, as the documents count it. */
const lengthOf = (value: string): number => {
  let length = 0;
  for (const _ of value) length += 1;
  return length;
};

type MinMax = { readonly min?: number; readonly max?: number };

const isBlank = (text: string): boolean => text.trim() === '';

/** The fault of a value that does not have this format. */
export const formatFault = ({ words, example }: Format): ValueFault =>
  fault('malformed', { value: words, ...(example !== undefined && { example }) });

const textFault = (
  { min = 0, max, maxItems, format, oneOf, lead, sorts }: Text,
  value: unknown,
) => {
  if (typeof value !== 'string') return fault('notText');
  if (!value.isWellFormed()) return fault('broken');
  const length = lengthOf(lead !== undefined && value.startsWith(lead) ? value.slice(1) : value);
  if (length === 0 && min > 0) return fault('blank');
  if (length < min) return fault('tooShort', { min: `${min}` });
  if (max !== undefined && length > max) return fault('tooLong', { max: `${max}` });
  if (format !== undefined && !textTests[format].test(value)) {
    return isBlank(value) ? fault('blank') : formatFault(formats[format]);
  }
  if (maxItems !== undefined && value.split(',').length > maxItems) {
    return fault('tooMany', { max: `${maxItems}` });
  }
  if (oneOf !== undefined && !oneOf.includes(value)) return fault('notListed', { allowed: oneOf });
  return sorts === undefined || isOrder(sorts, value) ? null : formatFault(order);
};

const order = format('a column, a dash, and asc or desc', 'created_at-asc');
const isOrder = ({ by }: Sorting, value: string): boolean => {
  const [column = '', direction = '', ...rest] = value.split('-');
  return Object.hasOwn(by, column) && ['asc', 'desc'].includes(direction) && rest.length === 0;
};

/** The fault of a number outside its bounds. */
export const outside = (min: string | undefined, max: string | undefined): ValueFault => {
  if (min !== undefined && max !== undefined) return fault('outside', { min, max });
  if (max !== undefined) return fault('above', { max });
  return min === '0' ? fault('negative', { min }) : fault('below', { min: min ?? '' });
};

const largestInt = 2_147_483_647;

const intFault = (
  { min, max, oneOf }: MinMax & { readonly oneOf?: readonly number[] },
  given: unknown,
): ValueFault | null => {
  const value = writtenOf(given);
  if (typeof value !== 'number' || !Number.isInteger(value)) return fault('notNumber');
  if (oneOf !== undefined) {
    return oneOf.includes(value) ? null : fault('notListed', { allowed: oneOf.map(String) });
  }
  const isFine = value >= (min ?? -largestInt - 1) && value <= (max ?? largestInt);
  if (isFine) return null;
  const isLarge = max === undefined && value > largestInt;
  return outside(min?.toString(), (isLarge ? largestInt : max)?.toString());
};

const longFault = (min: string | undefined, given: unknown): ValueFault | null => {
  const value = writtenOf(given);
  if (typeof value !== 'string' || !/^-?\d{1,40}$/.test(value)) return fault('notNumber');
  const number = BigInt(value);
  if (number > maxLong) return fault('above', { max: `${maxLong}` });
  const least = min === undefined ? -maxLong - 1n : BigInt(min);
  return number < least ? outside(`${least}`, undefined) : null;
};

const timeFault = (param: Time, value: unknown, _name: string, now: number): ValueFault | null => {
  const { whole, orDay, future, withinHoursAgo, withinYears, withinMonths } = param;
  const read = typeof value === 'string' ? timeOf(param, value) : null;
  if (read === null) return fault(value === '' ? 'blank' : 'notTime');
  if (orDay === true && isDay(read)) return null;
  if (whole === 'hour' && !read.endsWith(':00:00Z')) return fault('notHour');
  const at = Date.parse(read);
  if (future === true && at <= now) return fault('over', { min: iso(now) });
  if (withinHoursAgo !== undefined && at < hoursBefore(now, withinHoursAgo)) {
    const min = iso(hoursBefore(now, withinHoursAgo));
    return fault('overTooLong', { min, value: `${withinHoursAgo} hours` });
  }
  if (withinYears !== undefined && at > monthsAfter(now, 12 * withinYears)) {
    const max = iso(monthsAfter(now, 12 * withinYears));
    return fault('tooFarAhead', { max, value: `${withinYears} years` });
  }
  return withinMonths !== undefined && at >= monthsAfter(now, withinMonths)
    ? fault('notWithin', {
        max: iso(monthsAfter(now, withinMonths)),
        value: `${withinMonths} months`,
      })
    : null;
};

const hoursBefore = (now: number, hours: number): number => now - hours * hourMs;

const monthsAfter = (now: number, months: number): number => {
  const date = new Date(now);
  return date.setUTCMonth(date.getUTCMonth() + months);
};

const listFault = ({ min = 0, max, of, oneEach = [] }: List, value: unknown): ValueFault | null => {
  if (!Array.isArray(value)) return fault('notList');
  if (value.length < min) return fault('tooFew', { min: `${min}` });
  if (max !== undefined && value.length > max) return fault('tooMany', { max: `${max}` });
  const tags = of.kind === 'variant' ? value.map((item) => tagOf(of, item)) : [];
  for (const values of oneEach) {
    const count = tags.filter((tag) => values.includes(tag)).length;
    if (count === 0) return fault('noneOf', { min: '1', values });
    if (count > 1) return fault('severalOf', { max: '1', values });
  }
  return null;
};

const tagOf = ({ tag }: Variant, value: unknown): string =>
  String((value as Values | null | undefined)?.[tag]);

/** The fault of an identifier of this name in `identifiers.ts`; null for a valid one. */
export const idFault = (name: string, value: unknown): ValueFault | null => {
  const { format } = identifierOf(name);
  if (typeof value === 'string' && isIdOf(format, value)) return null;
  return value === '' ? fault('blank') : formatFault(idFormats[format]);
};

type ValueCheck<P> = (param: P, value: unknown, name: string, now: number) => ValueFault | null;

const checks: { readonly [K in Kind]: ValueCheck<ParamOf<K>> } = {
  text: textFault,
  id: (param, value, name) => idFault(param.as ?? name, value),
  int: intFault,
  long: ({ min }, value) => longFault(min, value),
  flag: (_param, value) => (typeof value === 'boolean' ? null : fault('notFlag')),
  time: timeFault,
  choice: ({ values }, value) =>
    typeof value === 'string' && values.includes(value)
      ? null
      : fault('notListed', { allowed: values.map(enumName) }),
  list: listFault,
  shape: (_param, value) => (isObject(value) ? null : fault('notObject')),
  variant: ({ tag, of }, value) => {
    const found = (value as Values | null)?.[tag];
    return typeof found === 'string' && Object.hasOwn(of, found)
      ? null
      : fault('notListed', { allowed: Object.keys(of) });
  },
  json: () => null,
  bytes: ({ max }, value) => {
    if (!(value instanceof Uint8Array)) return fault('notFile');
    return value.length > max ? fault('tooManyBytes', { max: `${max}` }) : null;
  },
};

/**
 * The fault of a value of a parameter; null for a valid one. Items of lists and members of objects
 * are not checked. `now` is milliseconds since 1970.
 */
export const validateValue = <K extends Kind>(
  name: string,
  param: ParamOf<K>,
  value: unknown,
  now: number = Date.now(),
): ValueFault | null => checks[param.kind](param, value, name, now);

type MaybeFaults = readonly (ValueFault | false | undefined)[];
type FaultsOf<P> = (param: P) => MaybeFaults;

const ofText = ({ min = 0, max, oneOf, format }: Text): MaybeFaults => [
  min === 1 && max === undefined && fault('blank'),
  min > 1 && fault('tooShort', { min: `${min}` }),
  max !== undefined && fault('tooLong', { max: `${max}` }),
  oneOf !== undefined && fault('notListed', { allowed: oneOf }),
  format !== undefined && formatFault(formats[format]),
];

const limits: { readonly [K in Kind]?: FaultsOf<ParamOf<K>> } = {
  text: ofText,
  int: ({ min, max, oneOf }) => [
    oneOf !== undefined && fault('notListed', { allowed: oneOf.map(String) }),
    (min ?? max) !== undefined && outside(min?.toString(), max?.toString()),
  ],
  long: ({ min }) => [min !== undefined && outside(min, undefined)],
  list: ({ min = 0, max }) => [
    min > 1 && fault('tooFew', { min: `${min}` }),
    max !== undefined && fault('tooMany', { max: `${max}` }),
  ],
  choice: ({ values, all }) => [
    values.length < all.length && fault('notListed', { allowed: values.map(enumName) }),
  ],
  time: ({ whole, future, withinHoursAgo, withinYears, withinMonths }) => [
    whole !== undefined && fault('notHour'),
    future === true && fault('over'),
    withinHoursAgo !== undefined && fault('overTooLong', { value: `${withinHoursAgo} hours` }),
    withinYears !== undefined && fault('tooFarAhead', { value: `${withinYears} years` }),
    withinMonths !== undefined && fault('notWithin', { value: `${withinMonths} months` }),
  ],
};

/** Faults of values beyond the limits of a parameter, such as a name of 256 characters. */
export const limitFaults = <K extends Kind>(param: ParamOf<K>): readonly ValueFault[] =>
  (limits[param.kind]?.(param) ?? []).flatMap((found) => found || []);
