import { writeFile } from 'node:fs/promises';
import { UsageError } from '../../bin/commands.ts';
import { readIfThere, writeWhole } from './files.ts';

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
  readonly tables: Readonly<Record<string, TableState>>;
}

/** What earlier runs have done. */
export interface State {
  readonly of: (unit: string) => TableState | undefined;
  readonly set: (unit: string, state: TableState) => Promise<void>;
}

const readKept = async (path: string): Promise<Kept | null> => {
  const text = await readIfThere(path);
  try {
    return text === null ? null : (JSON.parse(text) as Kept);
  } catch {
    throw new UsageError(`--state ${path} is no state of an export`);
  }
};

/** Opens the state in a file, or a new one. Throws UsageError for that of another export. */
export const openState = async (path: string, choice: Choice): Promise<State> => {
  const kept = await readKept(path);
  const other = Object.keys(choice).find(
    (name) => kept !== null && JSON.stringify(kept.choice[name]) !== JSON.stringify(choice[name]),
  );
  if (other !== undefined)
    throw new UsageError(`--state ${path} belongs to an export with another ${other}`);
  let tables: Kept['tables'] = kept?.tables ?? {};
  const write = async (): Promise<void> => {
    const text = `${JSON.stringify({ choice, tables }, null, 1)}\n`;
    await writeWhole(path, (draft) => writeFile(draft, text));
  };
  return {
    of: (unit) => tables[unit],
    set: async (unit, state) => {
      tables = { ...tables, [unit]: state };
      await write();
    },
  };
};
