import { randomUUID } from 'node:crypto';
import { appendFile, writeFile } from 'node:fs/promises';
import { UsageError } from '../../bin/commands.ts';
import { writeWhole } from '../files.ts';
import { jsonLine, valuesIn } from '../lines.ts';
import type { Partition } from './days.ts';
import type { Format } from './formats.ts';
import type { Segmentation } from './segments.ts';
import type { Group } from './tables.ts';
import type { WrittenFiles } from './written.ts';

/** The state of a table of an account. */
interface TableState {
  /** The run that wrote it, and the account's current day at that time. */
  readonly run: string;
  readonly today: string;
  /** The totals of the files that the run wrote. */
  readonly written: WrittenFiles;
  /** Of entities: the time since which rows may have changed. */
  readonly mark?: string | null;
  /** Of results: the size in bytes of the file of each day that was read. */
  readonly days?: Readonly<Record<string, number>>;
  /** Of results: the last day of the last run. */
  readonly last?: string;
  /** The names of its columns; rows of others cannot be merged. */
  readonly columns: string;
}

/**
 * The options that a state belongs to. Later runs may add accounts, tables and groups of figures.
 */
export interface Choice {
  readonly segment?: Segmentation | undefined;
  readonly format: Format;
  readonly partition: Partition;
  readonly metrics: readonly Group[];
}

/** The work of earlier runs. */
export interface State {
  readonly choice: Choice;
  /** The current run: the one that was killed, or a new one. */
  readonly run: string;
  readonly of: (unit: string) => TableState | undefined;
  /** The accounts of its tables. */
  readonly accounts: () => ReadonlySet<string>;
  /** Begins or resumes the run. */
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

/** The lines of a state; none if there is no file. Throws UsageError for a file of another kind. */
const linesOf = async (path: string): Promise<readonly StateLine[]> => {
  const lines = (await valuesIn(path)) as readonly StateLine[] | null;
  if (lines === null) return [];
  const [first] = lines;
  if (typeof first === 'object' && first !== null && 'choice' in first) return lines;
  throw new UsageError(`--state ${path} is not a state file of an export`);
};

/** A state without a file, for one run. */
export const passingState = (choice: Choice): State => {
  const tables = new Map<string, TableState>();
  return {
    choice,
    run: randomUUID(),
    of: (unit) => tables.get(unit),
    accounts: () => new Set(),
    begin: async () => undefined,
    set: async (unit, state) => void tables.set(unit, state),
    end: async () => undefined,
  };
};

/**
 * Reads a state: the last line of each table counts. `killed` is a run that did not end, else null.
 */
const keptIn = async (path: string) => {
  const lines = await linesOf(path);
  const choices = lines.flatMap((line) => ('choice' in line ? [line.choice] : []));
  return {
    // A choice without a partition means days.
    choice:
      choices.map((choice) => ({ ...choice, partition: choice.partition ?? 'day' }))[0] ?? null,
    tables: new Map(
      lines.flatMap((line) => ('unit' in line ? [[line.unit, line.state] as const] : [])),
    ),
    killed: lines.flatMap((line) => ('run' in line ? [line.run] : [])).at(-1) ?? null,
  };
};

/**
 * Opens the state in a file, or a new one. `choose` returns its choice, given the kept one, which
 * is null for a new state. Throws DamagedFileError if a line cannot be read.
 */
export const openState = async (
  path: string,
  choose: (kept: Choice | null) => Choice,
): Promise<State> => {
  const { tables, killed, choice: kept } = await keptIn(path);
  const choice = choose(kept);
  const run = killed ?? randomUUID();
  const add = (line: StateLine): Promise<void> => appendFile(path, lineOf(line));
  return {
    choice,
    run,
    of: (unit) => tables.get(unit),
    accounts: () => new Set(Array.from(tables.keys(), (unit) => unit.split('/')[1] ?? '')),
    begin: async () => {
      // The whole state, without lines that later ones replaced, or one that was cut off.
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
