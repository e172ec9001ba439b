/** The mark at the start of CSV that makes spreadsheets read it as UTF-8. */
export const utf8Mark = '\uFEFF';

/** A line of CSV (RFC 4180) for programs. An empty text is quoted, and so differs from null. */
export const csvLine = (values: readonly (string | null)[]): string =>
  lineOf(values.map((value) => (value === null ? '' : value === '' ? '""' : quoted(value))));

/**
 * A line of CSV for spreadsheets. A text that they would treat as a formula gets an apostrophe, and
 * null becomes an empty text.
 */
export const sheetLine = (values: readonly (string | number | boolean | null)[]): string =>
  lineOf(
    values.map((value) => quoted(typeof value === 'string' ? guarded(value) : `${value ?? ''}`)),
  );

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const guarded = (text: string): string =>
  /^[=+@＝＋－＠\t\r\n]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
