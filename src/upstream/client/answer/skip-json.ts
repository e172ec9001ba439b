import {
  backslash,
  brace,
  braceEnd,
  bracket,
  bracketEnd,
  colon,
  comma,
  dot,
  firstOfFalse,
  firstOfNull,
  firstOfTrue,
  minus,
  nine,
  plus,
  quote,
  zero,
} from './ascii.ts';

/** The result of these functions where there is no such thing at that place. */
export const NOWHERE = -1;

/** A character that does not stand for itself in a JSON string, or is none of ASCII. */
export const special = /[^ !#-[\]-\x7f]/;
/** By byte: 1 for a character that is not special. */
export const isOrdinary = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(!special.test(String.fromCharCode(byte))),
);

/** The first byte from `at` on that is no ordinary character of a string. */
export const skipOrdinary = (bytes: Uint8Array, at: number): number => {
  let end = at;
  while (isOrdinary[bytes[end] as number] === 1) end += 1;
  return end;
};

/** The end of the string of which the first quote is before `at`. */
export const skipString = (bytes: Uint8Array, at: number): number => {
  let end = skipOrdinary(bytes, at);
  for (;;) {
    const byte = bytes[end];
    if (byte === quote) return end + 1;
    if (byte === backslash) {
      end = skipEscape(bytes, end + 1);
      if (end === NOWHERE) return NOWHERE;
    } else if (byte !== undefined && byte >= 0x80) end += 1;
    else return NOWHERE;
    end = skipOrdinary(bytes, end);
  }
};

const escapes = new Set(Buffer.from('"\\/bfnrt'));
const unicodeEscape = 0x75;

const skipEscape = (bytes: Uint8Array, at: number): number => {
  const byte = bytes[at] as number;
  if (escapes.has(byte)) return at + 1;
  if (byte !== unicodeEscape) return NOWHERE;
  for (let index = at + 1; index < at + 5; index += 1) {
    if (!isHexDigit(bytes[index] as number)) return NOWHERE;
  }
  return at + 5;
};

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= zero && byte <= nine;

const isHexDigit = (byte: number): boolean => {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
};

/** The end of the digits at `at`; -1 where there is none. */
export const skipDigits = (bytes: Uint8Array, at: number): number => {
  let end = at;
  while (isDigit(bytes[end])) end += 1;
  return end === at ? NOWHERE : end;
};

const skipNumber = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at] === minus ? at + 1 : at;
  let end = bytes[first] === zero ? first + 1 : skipDigits(bytes, first);
  if (end !== NOWHERE && bytes[end] === dot) end = skipDigits(bytes, end + 1);
  if (end === NOWHERE || ((bytes[end] as number) | 0x20) !== 0x65) return end;
  const sign = bytes[end + 1];
  return skipDigits(bytes, sign === minus || sign === plus ? end + 2 : end + 1);
};

const skipLetters = (bytes: Uint8Array, at: number, letters: string): number => {
  for (let index = 0; index < letters.length; index += 1) {
    if (bytes[at + index] !== letters.charCodeAt(index)) return NOWHERE;
  }
  return at + letters.length;
};

/**
 * The end of the JSON value at `at`: -1 where none is that JSON allows, that has no white space between its parts, and of which
 * arrays and objects are at most `levels` deep. Nothing is parsed.
 */
export const skipValue = (bytes: Uint8Array, at: number, levels: number): number => {
  switch (bytes[at]) {
    case quote:
      return skipString(bytes, at + 1);
    case firstOfNull:
      return skipLetters(bytes, at, 'null');
    case firstOfTrue:
      return skipLetters(bytes, at, 'true');
    case firstOfFalse:
      return skipLetters(bytes, at, 'false');
    case bracket:
      return skipItems(bytes, at + 1, levels - 1);
    case brace:
      return skipMembers(bytes, at + 1, levels - 1);
    default:
      return skipNumber(bytes, at);
  }
};

const skipItems = (bytes: Uint8Array, at: number, levels: number): number => {
  if (levels < 0) return NOWHERE;
  if (bytes[at] === bracketEnd) return at + 1;
  for (let start = at; ; ) {
    const end = skipValue(bytes, start, levels);
    if (end === NOWHERE || bytes[end] !== comma) {
      return end !== NOWHERE && bytes[end] === bracketEnd ? end + 1 : NOWHERE;
    }
    start = end + 1;
  }
};

const skipMembers = (bytes: Uint8Array, at: number, levels: number): number => {
  if (levels < 0) return NOWHERE;
  if (bytes[at] === braceEnd) return at + 1;
  for (let start = at; ; ) {
    const name = bytes[start] === quote ? skipString(bytes, start + 1) : NOWHERE;
    if (name === NOWHERE || bytes[name] !== colon) return NOWHERE;
    const end = skipValue(bytes, name + 1, levels);
    if (end === NOWHERE || bytes[end] !== comma) {
      return end !== NOWHERE && bytes[end] === braceEnd ? end + 1 : NOWHERE;
    }
    start = end + 1;
  }
};
