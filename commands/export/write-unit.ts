import { rm } from 'node:fs/promises';
import { DamagedFileError } from '../json-lines.ts';
import type { Plans } from './plans.ts';
import type { Run } from './run.ts';
import type { TableOfAccount } from './units.ts';
import { writeDays } from './write-days.ts';
import { writeEntities } from './write-entities.ts';
import { nothing, type WrittenFiles } from './written.ts';

/** Writes an error message to standard error. */
export const tell = (text: string): void => void process.stderr.write(`ads-graph: ${text}\n`);

/** The sentence about an error. Removes the file if it is damaged. */
const faultOf = async (error: unknown): Promise<string> => {
  if (!(error instanceof DamagedFileError))
    return error instanceof Error ? error.message : String(error);
  await rm(error.path, { force: true });
  return `${error.message}. It was removed; the next run reads the table again`;
};

/** Writes a table of an account as planned, and prints its line. Returns false if it failed. */
export const writeUnit = async (run: Run, unit: TableOfAccount, plans: Plans): Promise<boolean> => {
  const { connection, print, progress } = run.exporting;
  const before = connection.calls();
  const { table, account } = unit;
  let written: WrittenFiles = nothing;
  let isComplete = true;
  try {
    written = await writeTable(run, unit, plans);
  } catch (error) {
    isComplete = false;
    progress.done();
    tell(`${unit.name}: ${await faultOf(error)}`);
  }
  const line = {
    table: table.name,
    account: account.id,
    rows: written.rows,
    calls: plans.calls(unit) + connection.calls() - before,
    bytes: written.bytes,
    from: written.from,
    to: written.to,
    files: written.files,
    complete: isComplete,
  };
  progress.done();
  await print(`${JSON.stringify(line)}\n`);
  return isComplete;
};

const writeTable = async (run: Run, unit: TableOfAccount, plans: Plans): Promise<WrittenFiles> => {
  const { table, account, name } = unit;
  if (table.kind === 'entity') return writeEntities(run, { table, account, name });
  const planned = plans.of(unit);
  if (planned === null) return run.state.of(name)?.written ?? nothing;
  return writeDays(run, planned, plans.chooser);
};
