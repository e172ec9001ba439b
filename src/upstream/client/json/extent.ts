import {
  backslash,
  brace,
  braceEnd,
  bracket,
  bracketEnd,
  colon,
  comma,
  quote,
} from './characters.ts';

/** The most that JSON may hold. */
export interface JsonExtent {
  /** Levels of lists and objects. */
  readonly depth: number;
  /** Values of all kinds. A list counts twice, because it can be empty; so does an object. */
  readonly values: number;
  /** Members of all objects. */
  readonly members: number;
  /** Members of one object. */
  readonly membersEach: number;
}

/**
 * The limit that the JSON in these bytes exceeds; null if none. Checked before JSON is parsed,
 * because parsing takes a hundred times as long per byte. For bytes that are no JSON, any result is
 * correct.
 */
export const exceeds = (bytes: Uint8Array, most: JsonExtent): keyof JsonExtent | null => {
  const membersAt = [0];
  let depth = 0;
  let values = 1;
  let members = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) values += 1;
    else if (byte === colon) {
      members += 1;
      const each = (membersAt[depth] as number) + 1;
      membersAt[depth] = each;
      if (each > most.membersEach) return 'membersEach';
      if (members > most.members) return 'members';
    } else if (byte === brace || byte === bracket) {
      depth += 1;
      values += 1;
      if (depth > most.depth) return 'depth';
      membersAt[depth] = 0;
    } else if (byte === braceEnd || byte === bracketEnd) depth = Math.max(0, depth - 1);
    if (values > most.values) return 'values';
  }
  return null;
};

/** A longer string is searched faster by the runtime than byte by byte. */
const shortString = 32;

/**
 * The index of the quote that ends the string at `start`; the end of the bytes if there is none.
 */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let at = start + 1;
  for (;;) {
    const stop = Math.min(at + shortString, bytes.length);
    for (; at < stop && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
    if (at >= bytes.length || bytes[at] === quote) return at;
    const end = bytes.indexOf(quote, at);
    if (end < 0) return bytes.length;
    if (!isEscaped(bytes, at, end)) return end;
    at = end + 1;
  }
};

/** True if an odd number of backslashes precedes `end`; those before `start` do not count. */
const isEscaped = (bytes: Uint8Array, start: number, end: number): boolean => {
  let first = end;
  while (first > start && bytes[first - 1] === backslash) first -= 1;
  return (end - first) % 2 === 1;
};
