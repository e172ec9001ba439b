// Bidirectional controls, characters without width, and the tags that nothing shows.
const invisible =
  /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text of others in one line: controls are blanks, and what hides or turns text is left out. */
export const cleaned = (text: string): string =>
  text.replace(invisible, '').replace(controls, ' ').trim();

/** The same with its lines and blanks, such as a document. */
export const cleanedLines = (text: string): string =>
  text.replace(invisible, '').replace(/[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}]/gu, ' ');

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}]|[\u{1e800}-\u{1efff}]/u;

/**
 * The same within a sentence: a text that is written from right to left is isolated (U+2068,
 * U+2069), so that it does not turn the amounts behind it.
 */
export const isolated = (text: string): string => {
  const line = cleaned(text);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
};
