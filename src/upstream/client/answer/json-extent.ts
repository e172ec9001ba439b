import { backslash, brace, braceEnd, bracket, bracketEnd, colon, comma, quote } from './ascii.ts';

/** How much JSON may hold. */
export interface Extent {
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
 * What of an extent the JSON in these bytes exceeds; null where it is within. It is judged before it
 * is parsed, because that takes a hundred times as long for a byte. What is no JSON has any answer.
 */
export const exceeds = (bytes: Uint8Array, most: Extent): keyof Extent | null => {
  const membersAt = new Uint32Array(most.depth + 1);
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

/** So far a string is read byte by byte; from there on, the search of the runtime is faster. */
const shortString = 32;

/** The place of the quote that ends the string at `start`; the end of the bytes where none does. */
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

/** Whether an odd number of backslashes is before `end`; none of those before `start` counts. */
const isEscaped = (bytes: Uint8Array, start: number, end: number): boolean => {
  let first = end;
  while (first > start && bytes[first - 1] === backslash) first -= 1;
  return (end - first) % 2 === 1;
};
