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

// \d{15} written out, which matches faster.
const long = `-?[1-9]${'\\d'.repeat(15)}\\d*`;
const longAsValue = new RegExp(`(?<=^|[:,[\\s])${long}(?=\\s*(?:[,\\]}]|$))`, 'g');
const longPattern = new RegExp(`(?<![\\d.eE+-])${long}(?![\\d.eE])`, 'g');

const quoted = (digits: string): string =>
  Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`;

/**
 * Parses JSON and keeps every digit: integers beyond ±(2^53 - 1) become strings, so
 * `9007199254740993` is `'9007199254740993'`. Throws SyntaxError as `JSON.parse` does.
 */
export const parseLossless = (text: string): unknown => {
  const marked = text.replace(longAsValue, quoted);
  try {
    // Quotes that are wrongly inserted inside a string always make the JSON invalid, so a wrong
    // guess throws.
    return JSON.parse(marked);
  } catch (error) {
    if (marked === text) throw error;
    return JSON.parse(outsideStrings(text, (outside) => outside.replace(longPattern, quoted)));
  }
};

// A pattern for strings would exceed the stack at a string of some megabytes.
const outsideStrings = (text: string, change: (outside: string) => string): string => {
  let changed = '';
  let from = 0;
  while (from < text.length) {
    const start = text.indexOf('"', from);
    if (start === -1) return changed + change(text.slice(from));
    const end = afterString(text, start + 1);
    changed += change(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return changed;
};

const afterString = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (first > from && text[first - 1] === '\\') first -= 1;
    if ((at - first) % 2 === 0) return at + 1;
  }
  return text.length;
};

/** The most levels of arrays and objects. */
export const maxDepth = 100;

/**
 * Parses JSON from another machine: keeps every digit, ignores a byte order mark and omits members
 * named `__proto__`. Throws SyntaxError for invalid JSON, and RangeError for more than 100 levels.
 * `hasLongs` only saves time: set it if integers beyond 2^53 are likely.
 */
export const parseUntrusted = (text: string, hasLongs = false): unknown => {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!hasLongs) {
    const value: unknown = JSON.parse(json);
    // A number beyond 2^53 stays beyond it when JSON.parse rounds, so every lost digit is noticed.
    if (!isRounded(value, maxDepth)) return value;
  }
  const value = parseLossless(json);
  isRounded(value, maxDepth);
  return value;
};

const isRounded = (value: unknown, left: number): boolean =>
  typeof value === 'number'
    ? Math.abs(value) > Number.MAX_SAFE_INTEGER
    : typeof value === 'object' && value !== null && clean(value, left);

/** Removes `__proto__`. True if a number may have lost digits. RangeError beyond `left` levels. */
const clean = (value: object, left: number): boolean => {
  if (left === 0) throw new RangeError(`nested deeper than ${maxDepth}`);
  let rounded = false;
  // These loops see every value of a page, so they allocate nothing.
  if (Array.isArray(value)) {
    for (const item of value) if (isRounded(item, left - 1)) rounded = true;
    return rounded;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    if (isRounded(members[name], left - 1)) rounded = true;
    if (name === '__proto__') Reflect.deleteProperty(members, name);
  }
  return rounded;
};

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

/** The index of the quote that ends the string at `start`; the end of the bytes without one. */
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
