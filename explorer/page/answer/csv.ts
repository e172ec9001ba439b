import type { AnswerList } from './lists.ts';

/**
 * A list as CSV (RFC 4180). A text that a spreadsheet would take for a formula has an apostrophe
 * before it.
 */
export const csvOf = ({ columns, rows }: Pick<AnswerList, 'columns' | 'rows'>): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('');

const cellOf = (text: string): string => {
  const isFormula = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
