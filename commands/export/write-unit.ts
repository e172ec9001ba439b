import { rm } from 'node:fs/promises';
import { DamagedFileError } from '../json-lines.ts';
import { print } from '../output.ts';
import type { Run } from './run.ts';
import type { TableOfAccount } from './units.ts';
import { writeDays } from './write-days.ts';
import { writeEntities } from './write-entities.ts';
import { nothing, type WrittenFiles } from './written.ts';

/** Says what is wrong. */
export const tell = (text: string): void => void process.stderr.write(`ads-graph: ${text}\n`);

/** Takes a damaged file away. Returns the sentence about it. */
const faultOf = async (error: unknown): Promise<string> => {
  if (!(error instanceof DamagedFileError))
    return error instanceof Error ? error.message : String(error);
  await rm(error.path, { force: true });
  return `${error.message}. It was removed; the next run reads the table anew`;
};

/** Writes a table of an account, and its line. False if it failed. */
export const writeUnit = async (run: Run, unit: TableOfAccount): Promise<boolean> => {
  const { connection, progress } = run.exporting;
  const before = connection.calls();
  const { table, account } = unit;
  let written: WrittenFiles = nothing;
  let isComplete = true;
  try {
    written = await writeTable(run, unit);
  } catch (error) {
    isComplete = false;
    progress.done();
    tell(`${unit.name}: ${await faultOf(error)}`);
  }
  const line = {
    table: table.name,
    account: account.id,
    rows: written.rows,
    calls: connection.calls() - before,
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

const writeTable = (run: Run, { table, account, name }: TableOfAccount): Promise<WrittenFiles> =>
  table.kind === 'entity'
    ? writeEntities(run, { table, account, name })
    : writeDays(run, { table, account, name });
