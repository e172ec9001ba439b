import { UsageError } from '../../bin/commands.ts';
import { cellsOf, csvRecordsIn, type Separator, separatorOf, separators } from './csv-records.ts';
import type { Naming, NamingWords } from './naming.ts';
import { checkMapped, namingBy, takes, unknownFault } from './naming.ts';
import type { GivenIdentifiers, Identifier, International, Person } from './person.ts';
import { internationalFrom, isIdentifier, personIn } from './person.ts';
import { broken, longestRecord, type RecordAtLine, textLinesIn } from './text-lines.ts';

/** The columns of a file in their order; null for one that is left out. */
type Columns = readonly (Identifier | null)[];

/** A record of the file: the person in it, if there is one, and what is wrong with it. */
type Entry = RecordAtLine<ReturnType<typeof personIn>>;

/** A file of people, whose form is known. */
export interface PeopleFile {
  readonly path: string;
  /** The columns of CSV; null for NDJSON. */
  readonly columns: Columns | null;
  readonly separator: Separator;
  /** True if the first record names the columns. */
  readonly hasHeader: boolean;
  readonly naming: Naming;
  readonly international: International;
}

/** The options about a file, as a user writes them. */
export interface PeopleWords extends NamingWords {
  readonly country?: string;
}

/** The columns of `--columns`. Throws UsageError for a name that is none. */
const columnsIn = (text: string): Columns => {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => name !== '' && !isIdentifier(name));
  if (wrong !== undefined) throw new UsageError(`--columns has no ${wrong}; ${takes}`);
  const columns = names.map((name) => (isIdentifier(name) ? name : null));
  if (!hasAny(columns)) throw new UsageError(`--columns names no identifier; ${takes}`);
  return columns;
};

const hasAny = (columns: readonly (Identifier | null | undefined)[]): boolean =>
  columns.some((column) => column !== null && column !== undefined);

/**
 * Opens a file of CSV or, where it begins with a brace, of NDJSON. Throws UsageError if its columns
 * are not known.
 */
export const openPeople = async (path: string, words: PeopleWords): Promise<PeopleFile> => {
  const given = words.columns === undefined ? null : columnsIn(words.columns);
  const naming = namingBy(words);
  const international = await internationalFrom(words.country);
  const { named, start } = await startOf(path);
  const json = {
    path,
    columns: null,
    separator: ',',
    hasHeader: false,
    naming,
    international,
  } as const;
  if (start.trimStart().startsWith('{')) return json;
  if (start.trimStart().startsWith('['))
    throw new UsageError('--file is a JSON array; it must have one object per line');
  const separator = named ?? separatorIn(start, { columns: given, naming });
  if (given !== null) return { ...json, columns: given, separator };
  const columns = columnsOf(await headerOf(path, separator), naming);
  return { ...json, columns, separator, hasHeader: true };
};

/** The columns of a header. Throws UsageError if one is not known. */
const columnsOf = (names: readonly string[], naming: Naming): Columns => {
  const columns = names.map(naming.of);
  // Without a header these are people, whom no message may show.
  if (!hasAny(columns))
    throw new UsageError(
      `--file has no header with an identifier; name its --columns, or --map its names; ${takes}`,
    );
  checkMapped(naming, names);
  const unknown = names.filter((_, index) => columns[index] === undefined);
  const fault = unknownFault(unknown);
  if (fault !== null) throw new UsageError(`--file ${fault}`);
  return columns.map((column) => column ?? null);
};

/** The first line with a record, and the separator that a line before it names. */
const startOf = async (path: string) => {
  let named: Separator | undefined;
  for await (const { line, value } of textLinesIn(path)) {
    if (line === 1) named = separatorOf(value);
    if (value.trim() !== '' && !(line === 1 && named !== undefined)) return { named, start: value };
  }
  throw new UsageError('--file has no records');
};

/** The cells of the first record. */
const headerOf = async (path: string, separator: Separator): Promise<readonly string[]> => {
  for await (const { value } of csvRecordsIn(path, separator)) return value;
  return [];
};

/**
 * The separator with which a line names columns, or has as many cells as columns are given; else a
 * comma.
 */
const separatorIn = (
  line: string,
  { columns, naming }: Pick<PeopleFile, 'columns' | 'naming'>,
): Separator =>
  separators.find((separator) => {
    const { cells } = cellsOf(line, separator);
    return columns === null ? hasAny(cells.map(naming.of)) : cells.length === columns.length;
  }) ?? ',';

/** The records of a file. Throws UsageError for a member of NDJSON that is not known. */
export async function* entriesIn(file: PeopleFile): AsyncGenerator<Entry> {
  const { columns, international } = file;
  const read = columns === null ? jsonRecords(file) : csvRecords(file, columns);
  for await (const { line, value } of read) {
    const isRead = typeof value !== 'string';
    yield { line, value: isRead ? personIn(value, international) : wholly(value) };
  }
}

/** A record, or the sentence about all of it. */
type Read = AsyncGenerator<RecordAtLine<GivenIdentifiers | string>>;

async function* csvRecords({ path, separator, hasHeader }: PeopleFile, columns: Columns): Read {
  let isHeader = hasHeader;
  for await (const { line, value } of csvRecordsIn(path, separator)) {
    if (!isHeader) yield { line, value: valuesOf(columns, value) };
    isHeader = false;
  }
}

const wholly = (reason: string): Entry['value'] => ({
  person: null satisfies Person | null,
  faults: [{ column: null, reason }],
});

/** A column may be there more than once: a person may have two addresses. */
const valuesOf = (columns: Columns, cells: readonly string[]): GivenIdentifiers | string => {
  if (cells.length !== columns.length)
    return `The line has ${cells.length} cells for ${columns.length} columns.`;
  const values: Partial<Record<Identifier, readonly string[]>> = {};
  for (const [index, column] of columns.entries())
    if (column !== null) values[column] = [...(values[column] ?? []), cells[index] ?? ''];
  return values;
};

async function* jsonRecords({ path, naming }: PeopleFile): Read {
  for await (const { line, value } of textLinesIn(path)) {
    if (value.trim() === '') continue;
    const record = value.length > longestRecord ? null : objectIn(value);
    if (record === null) yield { line, value: 'This is not a JSON object.' };
    else yield { line, value: membersOf(record, { line, naming }) };
  }
}

const objectIn = (text: string): object | null => {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && !Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
};

const membersOf = (
  record: object,
  { line, naming }: { readonly line: number; readonly naming: Naming },
): GivenIdentifiers => {
  const values: Partial<Record<Identifier, readonly unknown[]>> = {};
  for (const [name, value] of Object.entries(record)) {
    const column = naming.of(name);
    const fault = column === undefined ? unknownFault([name]) : null;
    if (fault !== null) throw broken(line, fault);
    if (column) values[column] = [...(values[column] ?? []), ...[value].flat()];
  }
  return values;
};
