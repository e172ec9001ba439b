/** The characters that mean something in JSON, by their codes. */
export const quote = 0x22;
export const comma = 0x2c;
export const minus = 0x2d;
export const zero = 0x30;
export const nine = 0x39;
export const colon = 0x3a;
export const bracket = 0x5b;
export const backslash = 0x5c;
export const bracketEnd = 0x5d;
export const brace = 0x7b;
export const braceEnd = 0x7d;

/** The first letters of `null`, `true` and `false`. */
export const firstOfNull = 0x6e;
export const firstOfTrue = 0x74;
export const firstOfFalse = 0x66;

/** A character that a JSON string escapes, or that is not ASCII. */
export const special = /[^ !#-[\]-\x7f]/;
