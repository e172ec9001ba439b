import { appendFile, writeFile } from 'node:fs/promises';
import { UsageError } from '../../bin/commands.ts';
import { writeWhole } from '../files.ts';
import { jsonLine, readJsonLines } from '../json-lines.ts';

/** What is known of a table of an account. */
export interface TableState {
  /** Of entities: the time from which rows may have changed since. */
  readonly mark?: string | null;
  /** Of results: the days that were asked for. */
  readonly days?: readonly string[];
  /** Of results: the last day of the last run. */
  readonly last?: string;
  /** The names of its columns; rows of others cannot be merged. */
  readonly columns: string;
}

/** What a state belongs to. */
export type Choice = Readonly<Record<string, unknown>>;

interface Kept {
  readonly choice: Choice;
  readonly tables: ReadonlyMap<string, TableState>;
}

/** What earlier runs have done. */
export interface State {
  readonly of: (unit: string) => TableState | undefined;
  readonly set: (unit: string, state: TableState) => Promise<void>;
}

/** A line of a state: what it belongs to, which is the first, or the state of a table. */
type Line = { readonly choice: Choice } | { readonly unit: string; readonly state: TableState };

const lineOf = (line: Line): string => jsonLine(line);

/** Reads a state: of each table the last line counts, and a line that was cut off does not. */
const readKept = async (path: string): Promise<Kept | null> => {
  try {
    const lines = (await readJsonLines(path)) as readonly Line[] | null;
    if (lines === null) return null;
    const [first, ...others] = lines;
    if (first !== undefined && 'choice' in first) {
      const states = others.flatMap((line) =>
        'unit' in line ? [[line.unit, line.state] as const] : [],
      );
      return { choice: first.choice, tables: new Map(states) };
    }
  } catch {
    // Told below.
  }
  throw new UsageError(`--state ${path} is no state of an export`);
};

/** Opens the state in a file, or a new one. Throws UsageError for that of another export. */
export const openState = async (path: string, choice: Choice): Promise<State> => {
  const kept = await readKept(path);
  const other = Object.keys(choice).find(
    (name) => kept !== null && JSON.stringify(kept.choice[name]) !== JSON.stringify(choice[name]),
  );
  if (other !== undefined)
    throw new UsageError(`--state ${path} belongs to an export with another ${other}`);
  const tables = new Map(kept?.tables);
  let isWritten = false;
  return {
    of: (unit) => tables.get(unit),
    set: async (unit, state) => {
      tables.set(unit, state);
      if (isWritten) return appendFile(path, lineOf({ unit, state }));
      // Once in a run, whole: without lines that later ones replaced.
      const states = Array.from(tables, ([name, own]) => lineOf({ unit: name, state: own }));
      await writeWhole(path, (draft) => writeFile(draft, [lineOf({ choice }), ...states].join('')));
      isWritten = true;
    },
  };
};
