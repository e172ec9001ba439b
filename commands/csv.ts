/** A cell of CSV: quoted where RFC 4180 asks for it, empty for null. */
const cell = (value: string | null): string =>
  value === null ? '' : value === '' || /[",\r\n]/.test(value) ? quoted(value) : value;

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** A line of CSV. An empty text is quoted, and so differs from null. */
export const csvLine = (values: readonly (string | null)[]): string =>
  `${values.map(cell).join(',')}\r\n`;
