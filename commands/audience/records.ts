import { open } from 'node:fs/promises';
import { UsageError } from '../../bin/commands.ts';

/** A record of a file, and the line on which it begins; 1 is the first of the file. */
export interface Lined<T> {
  readonly line: number;
  readonly value: T;
}

/** The most characters of a record. A quote that is not closed would take the rest of the file. */
export const longestRecord = 100_000;

const broken = (line: number, fault: string): UsageError =>
  new UsageError(`Line ${line} of --file ${fault}`);

/** The lines of a file. */
export async function* linesIn(path: string): AsyncGenerator<Lined<string>> {
  const file = await open(path);
  try {
    let line = 0;
    for await (const text of file.readLines({ encoding: 'utf8' })) {
      line += 1;
      yield { line, value: line === 1 ? text.replace(/^\uFEFF/, '') : text };
    }
  } finally {
    await file.close();
  }
}

/** The cells of a record of CSV. */
interface Cells {
  readonly cells: readonly string[];
  /** Whether its last quote is not closed yet. */
  readonly isOpen: boolean;
}

const cell = /"((?:[^"]|"")*)"(?=,|$)|("(?:[^"]|"")*$)|([^,]*)/y;

/** The cells of a record. Quotes within or beside other text are a part of it. */
const cellsOf = (record: string): Cells => {
  if (!record.includes('"')) return { cells: record.split(','), isOpen: false };
  const cells: string[] = [];
  for (let at = 0; at <= record.length; at += 1) {
    cell.lastIndex = at;
    const [whole = '', quoted, open, plain = ''] = cell.exec(record) ?? [];
    if (open !== undefined) return { cells, isOpen: true };
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
  }
  return { cells, isOpen: false };
};

/** The records of a file of CSV, as RFC 4180 writes it: the cells of each. */
export async function* csvRecordsIn(path: string): AsyncGenerator<Lined<readonly string[]>> {
  let begun: Lined<string> | null = null;
  for await (const { line, value } of linesIn(path)) {
    // Within quotes a line break belongs to the cell.
    const record: Lined<string> =
      begun === null ? { line, value } : { line: begun.line, value: `${begun.value}\n${value}` };
    if (record.value.length > longestRecord) throw broken(record.line, 'is too long');
    const { cells, isOpen } = cellsOf(record.value);
    begun = isOpen ? record : null;
    if (!isOpen && record.value.trim() !== '') yield { line: record.line, value: cells };
  }
  if (begun !== null) throw broken(begun.line, 'has a quote that is not closed');
}
