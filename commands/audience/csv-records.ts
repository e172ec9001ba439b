import { broken, longestRecord, type RecordAtLine, textLinesIn } from './text-lines.ts';

/** The separators that cells may have between them. */
export const separators = [',', ';', '\t'] as const;

export type Separator = (typeof separators)[number];

/** The cells of a record of CSV. */
interface Cells {
  readonly cells: readonly string[];
  /** True if its last quote is not closed yet. */
  readonly isOpen: boolean;
}

const cellBefore = (separator: Separator): RegExp =>
  new RegExp(`"((?:[^"]|"")*)"(?=${separator}|$)|("(?:[^"]|"")*$)|([^${separator}]*)`, 'y');

const cells: Readonly<Record<Separator, RegExp>> = {
  ',': cellBefore(','),
  ';': cellBefore(';'),
  '\t': cellBefore('\t'),
};

/** The cells of a record. Quotes within or beside other text are a part of it. */
export const cellsOf = (record: string, separator: Separator): Cells => {
  if (!record.includes('"')) return { cells: record.split(separator), isOpen: false };
  const found: string[] = [];
  const cell = cells[separator];
  for (let at = 0; at <= record.length; at += 1) {
    cell.lastIndex = at;
    const [whole = '', quoted, open, plain = ''] = cell.exec(record) ?? [];
    if (open !== undefined) return { cells: found, isOpen: true };
    found.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
  }
  return { cells: found, isOpen: false };
};

/** The separator that spreadsheets name in a line before the header: `sep=;`. */
export const separatorOf = (line: string): Separator | undefined =>
  separators.find((separator) => line.replaceAll('"', '').toLowerCase() === `sep=${separator}`);

/** The records of a file of CSV, as RFC 4180 writes it: the cells of each. */
export async function* csvRecordsIn(
  path: string,
  separator: Separator,
): AsyncGenerator<RecordAtLine<readonly string[]>> {
  let begun: RecordAtLine<string> | null = null;
  for await (const { line, value } of textLinesIn(path)) {
    if (line === 1 && separatorOf(value) !== undefined) continue;
    // Within quotes a line break belongs to the cell.
    const record: RecordAtLine<string> =
      begun === null ? { line, value } : { line: begun.line, value: `${begun.value}\n${value}` };
    if (record.value.length > longestRecord) throw broken(record.line, 'is too long');
    const { cells: found, isOpen } = cellsOf(record.value, separator);
    begun = isOpen ? record : null;
    if (!isOpen && record.value.trim() !== '') yield { line: record.line, value: found };
  }
  if (begun !== null) throw broken(begun.line, 'has a quote that is not closed');
}
