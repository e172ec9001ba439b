/** The bytes of JSON that mean something. */
export const quote = 0x22;
export const plus = 0x2b;
export const comma = 0x2c;
export const minus = 0x2d;
export const dot = 0x2e;
export const zero = 0x30;
export const nine = 0x39;
export const colon = 0x3a;
export const bracket = 0x5b;
export const backslash = 0x5c;
export const bracketEnd = 0x5d;
export const brace = 0x7b;
export const braceEnd = 0x7d;

/** The first bytes of `null`, `true` and `false`. */
export const firstOfNull = 0x6e;
export const firstOfTrue = 0x74;
export const firstOfFalse = 0x66;

/** A character that does not stand for itself in a JSON string, or is none of ASCII. */
export const special = /[^ !#-[\]-\x7f]/;
/** By byte: 1 for a character that is not special. */
export const isOrdinary = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(!special.test(String.fromCharCode(byte))),
);
