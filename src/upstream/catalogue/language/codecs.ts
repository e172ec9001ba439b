import type { Choice, Kind, Param, ParamOf, Shape, Variant } from './params.ts';
import { timeOf, utc } from './times.ts';
import type { Values } from './values.ts';

type Items = readonly unknown[];

/** Writes values of a kind to text and JSON, and reads them. Null is handled before. */
interface Codec<P> {
  readonly encode: (param: P, value: unknown) => string;
  readonly decode: (param: P, written: string) => unknown;
  readonly toJson: (param: P, value: unknown) => unknown;
  readonly fromJson: (param: P, value: unknown) => unknown;
}

const plain: Codec<unknown> = {
  encode: (_param, value) => String(value),
  decode: (_param, written) => written,
  toJson: (_param, value) => value,
  fromJson: (_param, value) => value,
};
// Kinds that only a JSON body can hold: `decode` has no value for them.
const nested: Codec<unknown> = {
  ...plain,
  encode: (_param, value) => JSON.stringify(value),
  decode: () => undefined,
};
// The lossless parser gives integers as numbers, or as strings of digits beyond 2^53.
const digits = (_param: unknown, value: unknown): unknown =>
  typeof value === 'number' ? String(value) : value;

const written = (choice: Choice, value: unknown): string =>
  choice.written === 'lowerCase' ? String(value).toLowerCase() : String(value);
const read = (choice: Choice, value: unknown): unknown =>
  choice.written === 'lowerCase' ? String(value).toUpperCase() : value;

const codecs: { readonly [K in Kind]: Codec<ParamOf<K>> } = {
  text: {
    ...plain,
    toJson: ({ unquoted }, value) => (unquoted === true ? rawJson(value as string) : value),
    fromJson: ({ unquoted }, value) => (unquoted === true ? digits(null, value) : value),
  },
  choice: { encode: written, decode: read, toJson: written, fromJson: read },
  bytes: plain,
  id: { ...plain, fromJson: digits },
  int: {
    ...plain,
    decode: (_param, written) => (/^-?\d+$/.test(written) ? Number(written) : undefined),
  },
  long: { ...plain, toJson: (_param, value) => rawJson(value as string), fromJson: digits },
  flag: {
    ...plain,
    // The vendor's Python client writes True and False.
    decode: (_param, written) => ({ true: true, false: false })[written.toLowerCase()],
  },
  time: {
    ...plain,
    encode: (param, value) => timeOf(param, value as string) ?? '',
    decode: (param, written) => timeOf(param, written) ?? undefined,
    toJson: (param, value) => timeOf(param, value as string),
  },
  list: {
    encode: ({ of, matches }, value) => {
      const items = (value as Items).map((item) => encode(of, item));
      // A repeated id in a filter is sent once; lists that are content are sent as they are.
      const isFilter = of.kind === 'id' && matches !== undefined;
      const distinct = isFilter ? new Set(items) : null;
      return (distinct === null || distinct.size === items.length ? items : [...distinct]).join(
        ',',
      );
    },
    // An item that is empty or cannot be read stays text, so that a check finds it wrong.
    decode: ({ of }, written) =>
      written.split(',').map((item) => codecOf(of).decode(of, item) ?? item),
    toJson: (param, value) =>
      param.joined === true
        ? encode(param, value)
        : (value as Items).map((item) => toJson(param.of, item)),
    fromJson: ({ of }, value) =>
      Array.isArray(value) ? value.map((item) => fromJson(of, item)) : value,
  },
  shape: {
    ...nested,
    toJson: (param, value) => membersToJson(param, value as Values),
    fromJson: (param, value) =>
      typeof value === 'object' ? membersFromJson(param, value as Values) : value,
  },
  variant: {
    ...nested,
    toJson: (param, value) => {
      const { [param.tag]: tag, ...members } = value as Values;
      const shape = shapeOf(param, value);
      return { [param.tag]: tag, ...(shape !== undefined && membersToJson(shape, members)) };
    },
    fromJson: (param, value) => {
      const shape = shapeOf(param, value);
      return shape === undefined ? value : membersFromJson(shape, value as Values);
    },
  },
  json: nested,
};

const codecOf = <K extends Kind>(param: ParamOf<K>): Codec<ParamOf<K>> => codecs[param.kind];

/** Writes a value for a query or form; `null` clears and is written empty. */
export const encode = (param: Param, value: unknown): string =>
  value === null ? '' : codecOf(param).encode(param, value);

/** Reads what `encode` writes; undefined for text that is not valid. Empty text is null. */
export const decode = (param: Param, written: string): unknown =>
  written === '' ? null : codecOf(param).decode(param, written);

/** Writes a value for a JSON body. Longs become JSON integers with every digit kept. */
export const toJson = (param: Param, value: unknown): unknown =>
  value === null ? null : codecOf(param).toJson(param, value);

/**
 * Reads what `toJson` writes, and also what public clients send instead: flags and counts as text,
 * and lists joined by commas if they are in no nested object. Longs and ids become strings of
 * digits.
 */
export const fromJson = (param: Param, value: unknown): unknown => {
  if (value === null || value === undefined) return value;
  return typeof value === 'string'
    ? fromJsonText(param, value)
    : codecOf(param).fromJson(param, value);
};

const fromJsonText = (param: Param, written: string): unknown => {
  if (param.kind === 'time') return utc(written) ?? written;
  if (param.kind === 'choice') return codecOf(param).fromJson(param, written);
  const isOther = param.kind === 'flag' || param.kind === 'int' || param.kind === 'list';
  return isOther && written !== '' ? (decode(param, written) ?? written) : written;
};

/** The shape of an object by its tag; undefined for an unknown tag. */
export const shapeOf = ({ tag, of }: Variant, value: unknown): Shape | undefined => {
  const name = String((value as Values)[tag]);
  return Object.hasOwn(of, name) ? of[name] : undefined;
};

const membersToJson = ({ fields }: Shape, members: Values): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const fallback = field.kind === 'list' ? field.default : undefined;
      const value = members[name] ?? fallback ?? members[name];
      return value === undefined ? [] : [[name, toJson(field, value)]];
    }),
  );

const membersFromJson = ({ fields }: Shape, members: Values): Values =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      // Only parameters can be written as text: the lists of an object are arrays.
      const isText = field?.kind === 'list' && typeof member === 'string';
      return [name, field === undefined || isText ? member : fromJson(field, member)];
    }),
  );

// JSON.rawJSON is in every Node we support and not yet in TypeScript's library.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (digits: string) => unknown };
/** An integer of any length, which `JSON.stringify` writes with these digits. */
export const rawJson = (digits: string): unknown => rawJSON(digits);
