import { UsageError } from '../../bin/commands.ts';
import { cellsOf, csvRecordsIn, type Separator, separatorOf, separators } from './csv-records.ts';
import {
  type GivenIdentifiers,
  type Identifier,
  isIdentifier,
  type Person,
  personIn,
} from './person.ts';
import { longestRecord, type RecordAtLine, textLinesIn } from './text-lines.ts';

/** The columns of a file in their order; null for one that is left out. */
export type Columns = readonly (Identifier | null)[];

/** A record of the file: the person in it, if there is one, and what is wrong with it. */
export type Entry = RecordAtLine<ReturnType<typeof personIn>>;

/** A file of people, whose form is known. */
export interface PeopleFile {
  readonly path: string;
  /** The columns of CSV; null for NDJSON. */
  readonly columns: Columns | null;
  readonly separator: Separator;
  /** Whether the first record names the columns. */
  readonly hasHeader: boolean;
  /** The names in that header that are no identifiers. */
  readonly unused: readonly string[];
}

const takes = 'it takes email, phone_number, device_id, handle, twitter_id, partner_user_id';

/** A name of a column without what nobody sees of it. */
const nameOf = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toLowerCase();

/** The columns of `--columns`. Throws UsageError for a name that is none. */
const columnsIn = (text: string): Columns => {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => name !== '' && !isIdentifier(name));
  if (wrong !== undefined) throw new UsageError(`--columns has no ${wrong}; ${takes}`);
  return someOf(names, `--columns names none; ${takes}`);
};

const someOf = (names: readonly string[], otherwise: string): Columns => {
  const columns = names.map((name) => (isIdentifier(name) ? name : null));
  if (columns.every((column) => column === null)) throw new UsageError(otherwise);
  return columns;
};

/**
 * Opens a file of CSV or, where it begins with a brace, of NDJSON. Throws UsageError if its columns
 * are not known.
 */
export const openPeople = async (path: string, columns?: string): Promise<PeopleFile> => {
  const given = columns === undefined ? null : columnsIn(columns);
  const { named, start } = await startOf(path);
  const json: PeopleFile = { path, columns: null, separator: ',', hasHeader: false, unused: [] };
  if (start.trimStart().startsWith('{')) return json;
  if (start.trimStart().startsWith('['))
    throw new UsageError('--file is an array of JSON; it must have an object a line');
  const separator = named ?? separatorIn(start, given);
  if (given !== null) return { ...json, columns: given, separator };
  const names = (await headerOf(path, separator)).map(nameOf);
  // Without a header these are people, whom no message may show.
  const found = someOf(names, `--file has no header; name its --columns; ${takes}`);
  const unused = names.filter((one) => !isIdentifier(one));
  return { path, columns: found, separator, hasHeader: true, unused };
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

/** What stands between cells: that by which a line names columns, or has as many as are named. */
const separatorIn = (line: string, columns: Columns | null): Separator =>
  separators.find((separator) => {
    const { cells } = cellsOf(line, separator);
    if (columns !== null) return cells.length === columns.length;
    return cells.some((cell) => isIdentifier(nameOf(cell)));
  }) ?? ',';

/** The records of a file. */
export async function* entriesIn(file: PeopleFile): AsyncGenerator<Entry> {
  const { path, columns } = file;
  yield* columns === null ? jsonEntries(path) : csvEntries(file, columns);
}

async function* csvEntries({ path, separator, hasHeader }: PeopleFile, columns: Columns) {
  let isHeader = hasHeader;
  for await (const { line, value } of csvRecordsIn(path, separator)) {
    if (!isHeader) yield entryOf({ line, value }, columns);
    isHeader = false;
  }
}

const entryOf = ({ line, value }: RecordAtLine<readonly string[]>, columns: Columns): Entry =>
  value.length === columns.length
    ? { line, value: personIn(valuesOf(columns, value)) }
    : wholly(line, `There are ${value.length} cells for ${columns.length} columns.`);

const wholly = (line: number, reason: string): Entry => ({
  line,
  value: { person: null satisfies Person | null, faults: [{ column: null, reason }] },
});

/** A column may be there more than once: a person may have two addresses. */
const valuesOf = (columns: Columns, cells: readonly string[]): GivenIdentifiers => {
  const values: Partial<Record<Identifier, readonly string[]>> = {};
  for (const [index, column] of columns.entries())
    if (column !== null) values[column] = [...(values[column] ?? []), cells[index] ?? ''];
  return values;
};

async function* jsonEntries(path: string): AsyncGenerator<Entry> {
  for await (const { line, value } of textLinesIn(path)) {
    if (value.trim() === '') continue;
    const record = value.length > longestRecord ? null : objectIn(value);
    yield record === null
      ? wholly(line, 'This is no object of JSON.')
      : { line, value: personIn(record) };
  }
}

const objectIn = (text: string): GivenIdentifiers | null => {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
    const values: Record<string, readonly unknown[]> = {};
    for (const [name, value] of Object.entries(read))
      values[nameOf(name)] = [...(values[nameOf(name)] ?? []), ...[value].flat()];
    return values;
  } catch {
    return null;
  }
};
