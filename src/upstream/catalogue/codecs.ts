import type { IdForm } from './identifiers.ts';
import { identifierOf } from './identifiers.ts';
import type { List, Param, Shape, Text, TextFormat, Time, Variant } from './params.ts';

/** The documented alphabet of each form of identifier. */
const idPatterns: Readonly<Record<IdForm, RegExp>> = {
  base36: /^[0-9a-z]{1,64}$/i,
  digits: /^[0-9]{1,19}$/,
  package: /^[\w.]{1,255}$/,
  mediaKey: /^[0-9]{1,4}_[0-9]{1,19}$/,
  iab: /^[0-9a-z-]{1,64}$/i,
};

const textPatterns: Readonly<Record<TextFormat, RegExp>> = {
  cardUri: /^card:\/\/[0-9a-z]{1,64}$/i,
  constant: /^[A-Z][A-Z0-9_]*$/,
  country: /^[A-Z]{2}$/,
  currency: /^[A-Z]{3}$/,
  cursor: /^[!-~]+$/,
  email: /^[^\s@]+@[^\s@]+$/,
  keyword: /^[^,]+$/,
  language: /^[a-z]{2}$/,
  place: /^[0-9a-z]{1,64}$/i,
  sha256: /^[0-9a-f]{64}$/,
  sort: /^[a-z_]+-(asc|desc)$/,
  url: /^https?:\/\/\S+$/i,
};

const maxLong = 9223372036854775807n;
const minuteMs = 60_000;

const instant =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?))?$/;

/**
 * Reads an ISO 8601 instant with any offset, or a bare date, and gives it as `YYYY-MM-DDThh:mm:ssZ`; fractions of a
 * second are dropped. Null for what is no instant: a 30 February, a 60th second, a time without a zone.
 */
export const utc = (value: string): string | null => {
  const match = instant.exec(value);
  if (match === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = match;
  const local = Date.UTC(+`${year}`, +`${month}` - 1, +`${day}`, +hour, +minute, +second);
  // Date.UTC rolls over what does not exist, so a valid time is one that reads back as written.
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  if (+`${year}` < 1 || iso(local) !== written) return null;
  const offset = zoneMinutes(zone);
  return offset === null ? null : iso(local - offset * 60_000);
};

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

const zoneMinutes = (zone: string): number | null => {
  if (zone === 'Z') return 0;
  const hours = +zone.slice(1, 3);
  const minutes = +(zone.slice(3).replace(':', '') || '0');
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const postDate = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (\d\d:\d\d:\d\d) ([+-]\d{4}) (\d{4})$/;

/** Reads the dates of posts, `Tue Aug 27 22:22:12 +0000 2019`, as `YYYY-MM-DDThh:mm:ssZ`; null for what is no date. */
export const postTime = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const [, name = '', day, time, zone, year] = postDate.exec(value) ?? [];
  const month = String(months.indexOf(name) + 1).padStart(2, '0');
  return year === undefined ? utc(value) : utc(`${year}-${month}-${day}T${time}${zone}`);
};

/** The length of a text as the documents count it: in code points. */
const lengthOf = (value: string): number => {
  let length = 0;
  for (const _ of value) length += 1;
  return length;
};

/** Why a value does not fit a parameter, in words that follow its name; null where it fits. Lists and shapes: their frame only. */
export const misfit = (name: string, param: Param, value: unknown): string | null => {
  switch (param.kind) {
    case 'text':
      return textMisfit(param, value);
    case 'id':
      return typeof value === 'string' &&
        idPatterns[identifierOf(param.as ?? name).form].test(value)
        ? null
        : 'is not an identifier';
    case 'int':
      return intMisfit(param, value);
    case 'long':
      return longMisfit(param.min, value);
    case 'flag':
      return typeof value === 'boolean' ? null : 'is not true or false';
    case 'time':
      return timeMisfit(param, value);
    case 'choice':
      return typeof value === 'string' && param.values.includes(value)
        ? null
        : `is not one of ${param.values.join(', ')}`;
    case 'list':
      return listMisfit(param, value);
    case 'shape':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? null
        : 'is not an object';
    case 'variant': {
      const tag = (value as Readonly<Record<string, unknown>> | null)?.[param.tag];
      return typeof tag === 'string' && Object.hasOwn(param.of, tag)
        ? null
        : `has a ${param.tag} that is not one of ${Object.keys(param.of).join(', ')}`;
    }
    case 'json':
      return null;
  }
};

type Bounds = { readonly min?: number; readonly max?: number };

const textMisfit = ({ min = 0, max, format, oneOf, lead }: Text, value: unknown): string | null => {
  if (typeof value !== 'string') return 'is not text';
  if (!value.isWellFormed()) return 'holds half of a surrogate pair';
  const length = lengthOf(lead !== undefined && value.startsWith(lead) ? value.slice(1) : value);
  if (length < min) return min === 1 ? 'is empty' : `is shorter than ${min}`;
  if (max !== undefined && length > max) return `is longer than ${max}`;
  if (format !== undefined && !textPatterns[format].test(value)) return `is not a ${format}`;
  if (oneOf !== undefined && !oneOf.includes(value)) return `is not one of ${oneOf.join(', ')}`;
  return null;
};

const intMisfit = (
  { min, max, oneOf }: Bounds & { readonly oneOf?: readonly number[] },
  value: unknown,
): string | null => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'is not a whole number';
  if (oneOf !== undefined && !oneOf.includes(value)) return `is not one of ${oneOf.join(', ')}`;
  if (min !== undefined && value < min) return `is less than ${min}`;
  if (max !== undefined && value > max) return `is more than ${max}`;
  return null;
};

const longMisfit = (min: string | undefined, value: unknown): string | null => {
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) {
    return 'is not a 64-bit whole number';
  }
  const number = BigInt(value);
  if (number > maxLong || number < -maxLong - 1n) return 'is not a 64-bit whole number';
  return min !== undefined && number < BigInt(min) ? `is less than ${min}` : null;
};

const timeMisfit = (param: Time, value: unknown): string | null => {
  const { whole, withinYears } = param;
  const read = typeof value === 'string' ? timeOf(param, value) : null;
  if (read === null) return 'is not an ISO 8601 time with a zone';
  if (whole === 'hour' && !read.endsWith(':00:00Z')) return 'is not a whole hour';
  if (withinYears === undefined) return null;
  const [now, last] = [new Date(), new Date()];
  last.setUTCFullYear(now.getUTCFullYear() + withinYears);
  if (Date.parse(read) < now.getTime() - minuteMs) return 'lies in the past';
  if (Date.parse(read) <= last.getTime()) return null;
  return `lies more than ${withinYears === 1 ? 'a year' : `${withinYears} years`} ahead`;
};

/** A time as a parameter takes it: in UTC, without what the parameter drops. */
const timeOf = ({ drops }: Time, value: string): string | null => {
  const read = utc(value);
  return read !== null && drops === 'seconds' ? read.replace(/\d\dZ$/, '00Z') : read;
};

const listMisfit = ({ min = 0, max, of, oneEach = [] }: List, value: unknown): string | null => {
  if (!Array.isArray(value)) return 'is not a list';
  if (value.length < min) return min === 1 ? 'is empty' : `has fewer than ${min} values`;
  if (max !== undefined && value.length > max) return `has more than ${max} values`;
  const tags = of.kind === 'variant' ? value.map((item) => tagOf(of, item)) : [];
  const wrong = oneEach.find((kinds) => tags.filter((tag) => kinds.includes(tag)).length !== 1);
  return wrong === undefined ? null : `does not have exactly one of ${wrong.join(', ')}`;
};

const tagOf = ({ tag }: Variant, value: unknown): string =>
  String((value as Members | null | undefined)?.[tag]);

/** Writes a value for a query or form; `null` clears and is written empty. */
export const encode = (param: Param, value: unknown): string => {
  if (value === null) return '';
  switch (param.kind) {
    case 'list':
      return (value as readonly unknown[]).map((item) => encode(param.of, item)).join(',');
    case 'time':
      return timeOf(param, value as string) ?? '';
    case 'shape':
    case 'variant':
    case 'json':
      return JSON.stringify(value);
    default:
      return String(value);
  }
};

/** Reads what `encode` writes; undefined where the text is no such value. Empty text is `null`. */
export const decode = (param: Param, written: string): unknown => {
  if (written === '') return null;
  switch (param.kind) {
    case 'int':
      return /^-?\d+$/.test(written) ? Number(written) : undefined;
    case 'flag':
      // The vendor's Python client writes True and False.
      return { true: true, false: false }[written.toLowerCase()];
    case 'time':
      return timeOf(param, written) ?? undefined;
    case 'list':
      return written.split(',').map((item) => decode(param.of, item));
    case 'shape':
    case 'variant':
    case 'json':
      return undefined;
    default:
      return written;
  }
};

/** Writes a value for a JSON body. Longs become JSON integers with every digit kept. */
export const toJson = (param: Param, value: unknown): unknown => {
  if (value === null) return null;
  switch (param.kind) {
    case 'long':
      return rawJson(value as string);
    case 'time':
      return timeOf(param, value as string);
    case 'list':
      return (value as readonly unknown[]).map((item) => toJson(param.of, item));
    case 'shape':
      return membersToJson(param, value as Members);
    case 'variant': {
      const { [param.tag]: tag, ...members } = value as Members;
      const shape = param.of[String(tag)];
      return { [param.tag]: tag, ...(shape !== undefined && membersToJson(shape, members)) };
    }
    default:
      return value;
  }
};

/** Reads what `toJson` writes. Integers come from the lossless parser as numbers or digits; both become digits. */
export const fromJson = (param: Param, value: unknown): unknown => {
  if (value === null || value === undefined) return value;
  switch (param.kind) {
    case 'long':
    case 'id':
      return typeof value === 'number' ? String(value) : value;
    case 'list':
      return Array.isArray(value) ? value.map((item) => fromJson(param.of, item)) : value;
    case 'shape':
      return typeof value === 'object' ? membersFromJson(param, value as Members) : value;
    case 'variant': {
      const shape = param.of[String((value as Members)[param.tag])];
      return shape === undefined ? value : membersFromJson(shape, value as Members);
    }
    default:
      return value;
  }
};

type Members = Readonly<Record<string, unknown>>;

const membersToJson = ({ fields }: Shape, members: Members): Members =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => members[name] !== undefined)
      .map(([name, field]) => [name, toJson(field, members[name])]),
  );

const membersFromJson = ({ fields }: Shape, members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? member : fromJson(field, member)];
    }),
  );

// JSON.rawJSON is in every Node we support and not yet in TypeScript's library.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (digits: string) => unknown };
const rawJson = (digits: string): unknown => rawJSON(digits);
