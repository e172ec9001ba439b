import { UsageError } from '../../bin/commands.ts';
import { type Fault, type Given, type Identifier, isIdentifier, personIn } from './person.ts';
import { csvRecordsIn, type Lined, linesIn, longestRecord } from './records.ts';

/** The columns of a file in their order; null for one that is left out. */
export type Columns = readonly (Identifier | null)[];

/** A record of the file: the person in it, or what is wrong with it. */
export type Entry = Lined<ReturnType<typeof personIn>>;

/** A file of people, whose form is known. */
export interface PeopleFile {
  readonly path: string;
  /** The columns of CSV; null for NDJSON. */
  readonly columns: Columns | null;
  /** Whether the first record names the columns. */
  readonly hasHeader: boolean;
  /** The names in that header that are no identifiers. */
  readonly unused: readonly string[];
}

const takes = 'it takes email, phone_number, device_id, handle, twitter_id, partner_user_id';

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
  const json = { path, columns: null, hasHeader: false, unused: [] };
  const given = columns === undefined ? null : columnsIn(columns);
  if (await isJson(path)) return json;
  if (given !== null) return { ...json, columns: given };
  for await (const { value } of csvRecordsIn(path)) {
    const names = value.map((name) => name.trim().toLowerCase());
    // Without a header these are people, whom no message may show.
    const found = someOf(names, `--file has no header; name its --columns; ${takes}`);
    return {
      path,
      columns: found,
      hasHeader: true,
      unused: names.filter((one) => !isIdentifier(one)),
    };
  }
  throw new UsageError('--file has no records');
};

const isJson = async (path: string): Promise<boolean> => {
  for await (const { value } of linesIn(path))
    if (value.trim() !== '') return value.trimStart().startsWith('{');
  return false;
};

/** The records of a file. */
export async function* entriesIn(file: PeopleFile): AsyncGenerator<Entry> {
  const { path, columns } = file;
  yield* columns === null ? jsonEntries(path) : csvEntries(file, columns);
}

async function* csvEntries({ path, hasHeader }: PeopleFile, columns: Columns) {
  let isHeader = hasHeader;
  for await (const { line, value } of csvRecordsIn(path)) {
    if (!isHeader) yield entryOf({ line, value }, columns);
    isHeader = false;
  }
}

const entryOf = ({ line, value }: Lined<readonly string[]>, columns: Columns): Entry =>
  value.length === columns.length
    ? { line, value: personIn(valuesOf(columns, value)) }
    : wholly(line, `There are ${value.length} cells for ${columns.length} columns.`);

const wholly = (line: number, reason: string): Entry => ({
  line,
  value: { faults: [{ column: null, reason }] satisfies readonly Fault[] },
});

/** A column may be there more than once: a person may have two addresses. */
const valuesOf = (columns: Columns, cells: readonly string[]): Given => {
  const values: Partial<Record<Identifier, readonly string[]>> = {};
  for (const [index, column] of columns.entries())
    if (column !== null) values[column] = [...(values[column] ?? []), cells[index] ?? ''];
  return values;
};

async function* jsonEntries(path: string): AsyncGenerator<Entry> {
  for await (const { line, value } of linesIn(path)) {
    if (value.trim() === '') continue;
    const record = value.length > longestRecord ? null : objectIn(value);
    yield record === null
      ? wholly(line, 'This is no object of JSON.')
      : { line, value: personIn(record) };
  }
}

const objectIn = (text: string): Given | null => {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
    return Object.fromEntries(
      Object.entries(read).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
    );
  } catch {
    return null;
  }
};
