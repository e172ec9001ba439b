import { randomUUID } from 'node:crypto';
import { appendFile, writeFile } from 'node:fs/promises';
import { UsageError } from '../../bin/commands.ts';
import { writeWhole } from '../files.ts';
import { jsonLine, valuesIn } from '../json-lines.ts';
import type { WrittenFiles } from './written.ts';

/** What is known of a table of an account. */
export interface TableState {
  /** The run that wrote it, and the day that it was there. */
  readonly run: string;
  readonly today: string;
  /** What that run wrote. */
  readonly written: WrittenFiles;
  /** Of entities: the time from which rows may have changed since. */
  readonly mark?: string | null;
  /** Of results: the size of the file of each day that was asked for. */
  readonly days?: Readonly<Record<string, number>>;
  /** Of results: the last day of the last run. */
  readonly last?: string;
  /** The names of its columns; rows of others cannot be merged. */
  readonly columns: string;
}

/** What a state belongs to. */
export type Choice = Readonly<Record<string, unknown>>;

/** What earlier runs have done. */
export interface State {
  /** The run that is under way: the one that was killed, or a new one. */
  readonly run: string;
  readonly of: (unit: string) => TableState | undefined;
  /** The accounts that it has tables of. */
  readonly accounts: () => ReadonlySet<string>;
  /** Begins the run, or goes on with it. */
  readonly begin: () => Promise<void>;
  readonly set: (unit: string, state: TableState) => Promise<void>;
  /** Ends the run. */
  readonly end: () => Promise<void>;
}

/** A line: what a state belongs to, the run that begins or ends with null, or a table's state. */
type StateLine =
  | { readonly choice: Choice }
  | { readonly run: string | null }
  | { readonly unit: string; readonly state: TableState };

const lineOf = (line: StateLine): string => jsonLine(line);

/** The lines of a state; none if there is no file. Throws UsageError where it is another file. */
const linesOf = async (path: string): Promise<readonly StateLine[]> => {
  const lines = (await valuesIn(path)) as readonly StateLine[] | null;
  if (lines === null) return [];
  const [first] = lines;
  if (typeof first === 'object' && first !== null && 'choice' in first) return lines;
  throw new UsageError(`--state ${path} is no state of an export`);
};

/** A state without a file, for one run. */
export const passingState = (): State => {
  const tables = new Map<string, TableState>();
  return {
    run: randomUUID(),
    of: (unit) => tables.get(unit),
    accounts: () => new Set(),
    begin: async () => undefined,
    set: async (unit, state) => void tables.set(unit, state),
    end: async () => undefined,
  };
};

/** Throws UsageError if a state belongs to something else. */
const checkChoice = (path: string, kept: Choice, choice: Choice): void => {
  const other = Object.keys(choice).find(
    (name) => JSON.stringify(kept[name]) !== JSON.stringify(choice[name]),
  );
  if (other !== undefined)
    throw new UsageError(`--state ${path} belongs to an export with another ${other}`);
};

/** What a state has: of each table the last line counts. `killed` is a run that did not end. */
const keptIn = async (path: string, choice: Choice) => {
  const lines = await linesOf(path);
  for (const line of lines) if ('choice' in line) checkChoice(path, line.choice, choice);
  return {
    tables: new Map(
      lines.flatMap((line) => ('unit' in line ? [[line.unit, line.state] as const] : [])),
    ),
    killed: lines.flatMap((line) => ('run' in line ? [line.run] : [])).at(-1) ?? null,
  };
};

/**
 * Opens the state in a file, or a new one. Throws UsageError for that of another export, and
 * DamagedFileError for one of which a line cannot be read.
 */
export const openState = async (path: string, choice: Choice): Promise<State> => {
  const { tables, killed } = await keptIn(path, choice);
  const run = killed ?? randomUUID();
  const add = (line: StateLine): Promise<void> => appendFile(path, lineOf(line));
  return {
    run,
    of: (unit) => tables.get(unit),
    accounts: () => new Set(Array.from(tables.keys(), (unit) => unit.split('/')[1] ?? '')),
    begin: async () => {
      // Whole: without lines that later ones replaced, or one that was cut off.
      const states = Array.from(tables, ([unit, state]) => lineOf({ unit, state }));
      const text = [lineOf({ choice }), lineOf({ run }), ...states].join('');
      await writeWhole(path, (draft) => writeFile(draft, text));
    },
    set: async (unit, state) => {
      await add({ unit, state });
      tables.set(unit, state);
    },
    end: () => add({ run: null }),
  };
};
