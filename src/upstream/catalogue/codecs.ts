import type { Param, Shape, Variant } from './params.ts';
import { timeOf, utc } from './times.ts';

/** Writes a value for a query or form; `null` clears and is written empty. */
export const encode = (param: Param, value: unknown): string => {
  if (value === null) return '';
  switch (param.kind) {
    case 'list': {
      const items = (value as readonly unknown[]).map((item) => encode(param.of, item));
      if (param.of.kind !== 'id') return items.join(',');
      // An id that is named twice is one id.
      const different = new Set(items);
      return (different.size === items.length ? items : [...different]).join(',');
    }
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
      const shape = shapeOf(param, value);
      return { [param.tag]: tag, ...(shape !== undefined && membersToJson(shape, members)) };
    }
    default:
      return value;
  }
};

/**
 * Reads what `toJson` writes, and what public clients write in its place: flags and counts as text, lists joined by commas.
 * Integers come from the lossless parser as numbers or digits; both become digits.
 */
export const fromJson = (param: Param, value: unknown): unknown => {
  if (value === null || value === undefined) return value;
  if (typeof value === 'string') return fromJsonText(param, value);
  switch (param.kind) {
    case 'long':
    case 'id':
      return typeof value === 'number' ? String(value) : value;
    case 'list':
      return Array.isArray(value) ? value.map((item) => fromJson(param.of, item)) : value;
    case 'shape':
      return typeof value === 'object' ? membersFromJson(param, value as Members) : value;
    case 'variant': {
      const shape = shapeOf(param, value);
      return shape === undefined ? value : membersFromJson(shape, value as Members);
    }
    default:
      return value;
  }
};

const fromJsonText = (param: Param, written: string): unknown => {
  if (param.kind === 'time') return utc(written) ?? written;
  const isOther = param.kind === 'flag' || param.kind === 'int' || param.kind === 'list';
  return isOther && written !== '' ? (decode(param, written) ?? written) : written;
};

type Members = Readonly<Record<string, unknown>>;

/** The shape that the tag of an object names; undefined where it names none. */
export const shapeOf = ({ tag, of }: Variant, value: unknown): Shape | undefined => {
  const name = String((value as Members)[tag]);
  return Object.hasOwn(of, name) ? of[name] : undefined;
};

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
