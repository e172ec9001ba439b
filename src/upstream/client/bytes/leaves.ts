import { isDay } from '../../catalogue/language/times.ts';
import { firstOfFalse, firstOfTrue, minus, nine, quote, zero } from '../json/characters.ts';
import type { ResponseBytes } from './json-row.ts';
import { isAt, type Literal, literalOf, type Sink } from './sink.ts';

/** Writes the values of a leaf type. Returns false and writes nothing if one needs a conversion. */
export interface LeafWriter {
  readonly write: (out: Sink, value: unknown) => boolean;
  /** The same for JSON in a response. It is valid, in UTF-8, and not `null`. */
  readonly copy: (out: Sink, response: ResponseBytes, from: number, to: number) => boolean;
}

const literals = { true: literalOf('true'), false: literalOf('false') };

const text: LeafWriter = {
  write: (out, value) => {
    if (typeof value !== 'string') return false;
    out.string(value);
    return true;
  },
  copy: (out, { bytes, view }, from, to) => {
    if (bytes[from] !== quote) return false;
    out.copy(view, from, to);
    return true;
  },
};

const flag: LeafWriter = {
  write: (out, value) => {
    if (typeof value !== 'boolean') return false;
    out.literal(value ? literals.true : literals.false);
    return true;
  },
  copy: (out, { bytes, view }, from, to) => {
    if (bytes[from] !== firstOfTrue && bytes[from] !== firstOfFalse) return false;
    out.copy(view, from, to);
    return true;
  },
};

const never = (): boolean => false;

/** For types whose values always need a conversion. */
const none: LeafWriter = { write: never, copy: never };

/** Integers of 32 bits, which are never copied. */
const int: LeafWriter = {
  write: (out, value) => {
    if (typeof value !== 'number' || (value | 0) !== value) return false;
    out.ascii(String(value | 0));
    return true;
  },
  copy: never,
};

const areDigits = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) {
    if ((bytes[at] as number) < zero || (bytes[at] as number) > nine) return false;
  }
  return true;
};

/** True if JSON is an integer other than 0 with so few digits that a number holds it exactly. */
export const isExactInteger = (bytes: Uint8Array, from: number, to: number): boolean => {
  const first = bytes[from] === minus ? from + 1 : from;
  const isInteger = (bytes[first] as number) > zero && (bytes[first] as number) <= nine;
  return isInteger && to - first <= 15 && areDigits(bytes, first, to);
};

const digits = /^(?:0|-?[1-9]\d{0,17})$/;

/** Integers of 64 bits, which are written as strings: 5 as `"5"`. */
const long: LeafWriter = {
  write: (out, value) => {
    const isExact = typeof value === 'number' && Number.isSafeInteger(value);
    if (!isExact && !(typeof value === 'string' && digits.test(value))) return false;
    out.string(String(value));
    return true;
  },
  copy: (out, { bytes, view }, from, to) => {
    if (!isExactInteger(bytes, from, to)) return false;
    out.character(quote);
    out.copy(view, from, to);
    out.character(quote);
    return true;
  },
};

/** Times in UTC without fractions of seconds, such as `"2024-02-29T23:59:59Z"`. */
const utcTime: LeafWriter = {
  write: (out, value) => {
    if (typeof value !== 'string' || value.length !== utcTimeLength) return false;
    const bytes = Buffer.from(value);
    if (!isUtcTime(bytes, 0, bytes.length)) return false;
    out.string(value);
    return true;
  },
  copy: (out, { bytes, view }, from, to) => {
    if (bytes[from] !== quote || !isUtcTime(bytes, from + 1, to - 1)) return false;
    out.copy(view, from, to);
    return true;
  },
};

/** Days of the calendar, such as `"2024-02-29"`. They are not copied. */
const day: LeafWriter = {
  write: (out, value) => {
    if (typeof value !== 'string' || !isDay(value)) return false;
    out.string(value);
    return true;
  },
  copy: never,
};

/** The writers of leaf types, by how an answer shows their values. */
export const leafWriters = { text, flag, int, long, utcTime, day, none } as const;

/** The writer of an enumeration, which shows each value as a name: `{ ACTIVE → "ACTIVE" }`. */
export const choiceWriter = (
  names: readonly (readonly [value: unknown, name: string])[],
): LeafWriter => {
  const literalsOf = new Map<unknown, Literal>(
    names.map(([value, name]) => [value, literalOf(JSON.stringify(name))]),
  );
  const byLength = Map.groupBy(
    [...literalsOf]
      .filter(([value]) => typeof value === 'string')
      .map(([value, name]) => ({ sent: literalOf(JSON.stringify(value)), name })),
    ({ sent }) => sent.length,
  );
  return {
    write: (out, value) => {
      const name = literalsOf.get(value);
      if (name === undefined) return false;
      out.literal(name);
      return true;
    },
    copy: (out, { view }, from, to) => {
      for (const { sent, name } of byLength.get(to - from) ?? []) {
        if (!isAt(view, from, sent)) continue;
        out.literal(name);
        return true;
      }
      return false;
    },
  };
};

/** The bytes of a time in UTC, 0 in place of each digit. */
const utcTimePattern = Uint8Array.from(Buffer.from('0000-00-00T00:00:00Z'), (byte) =>
  byte === zero ? 0 : byte,
);

/** The length of a time in UTC without fractions of seconds. */
const utcTimeLength = utcTimePattern.length;

/** True if these bytes are a time in UTC without fractions of seconds. */
const isUtcTime = (bytes: Uint8Array, from: number, to: number): boolean => {
  if (to - from !== utcTimeLength) return false;
  for (let index = 0; index < utcTimeLength; index += 1) {
    const byte = bytes[from + index] as number;
    const expected = utcTimePattern[index];
    if (expected === 0 ? byte < zero || byte > nine : byte !== expected) return false;
  }
  const figure = (at: number): number =>
    10 * ((bytes[from + at] as number) - zero) + (bytes[from + at + 1] as number) - zero;
  const [month, day] = [figure(5), figure(8)];
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDay && figure(11) < 24 && figure(14) < 60 && figure(17) < 60;
};
