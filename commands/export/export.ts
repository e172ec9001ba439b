import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../bin/commands.ts';
import type { Variables } from '../../src/index.ts';
import { connect } from '../connection.ts';
import { localPath, sizeOf, writeWhole } from '../files.ts';
import { DamagedFileError } from '../lines.ts';
import { createProgress, print } from '../output.ts';
import { describedIn } from './choice.ts';
import { checkReads } from './choose-way.ts';
import { isPartition } from './days.ts';
import { forecast, sumOf } from './forecast.ts';
import type { Format } from './formats.ts';
import { chosenBy, type ExportOptions } from './options.ts';
import { createPlans, type Plans } from './plans.ts';
import { type ExportFiles, lockFiles, type Run, runOf } from './run.ts';
import { schemaText, tableLines } from './schema-file.ts';
import { segmentationIn, tablesFor } from './segments.ts';
import type { ExportContext, OwnParts, TableOfAccount } from './units.ts';
import { exportingWith, unitsOf } from './units.ts';
import { writeDays } from './write-days.ts';
import { writeEntities } from './write-entities.ts';
import { nothing, type WrittenFiles } from './written.ts';

interface Words {
  readonly account?: string;
  readonly all?: boolean;
  readonly tables?: string;
  readonly days?: string;
  readonly last?: string;
  readonly lookback?: string;
  readonly metrics?: string;
  readonly segment?: string;
  readonly reads?: string;
  readonly format?: string;
  readonly partition?: string;
  readonly out?: string;
  readonly state?: string;
  readonly 'dry-run'?: boolean;
  readonly url?: string;
  readonly quiet?: boolean;
}

/**
 * Runs `ads-graph export`: writes the files of tables. Returns false if one failed, and has
 * reported it.
 */
export const exportFiles = async (
  words: Words,
  variables: Variables,
  parts: OwnParts = {},
): Promise<boolean> => {
  if (words.tables === '?') {
    const { segment } = words;
    const all = tablesFor(segment === undefined ? null : segmentationIn(segment));
    await print(tableLines(all));
    return true;
  }
  const chosen = chosenBy(optionsIn(words));
  const files = filesIn(words);
  const progress = createProgress(words.quiet === true);
  const pause = parts.clock?.pause;
  const connection = await connect({ url: words.url, variables, progress, pause });
  try {
    const exporting = exportingWith({ connection, progress, chosen }, parts);
    await checkReads(exporting);
    return await (words['dry-run'] === true ? plan : write)(exporting, files);
  } finally {
    progress.done();
    await connection.close();
  }
};

const listIn = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : text.split(',').filter((one) => one !== '');

const optionsIn = (words: Words): ExportOptions => {
  const { account, all, tables, days, last, metrics, segment, reads } = words;
  if (account !== undefined && all === true)
    throw new UsageError('--account and --all exclude each other');
  const [, first = '', final = ''] = /^(\S+)\.\.(\S+)$/.exec(days ?? '') ?? [];
  return {
    accounts: all === true ? 'all' : (listIn(account) ?? []),
    tables: listIn(tables),
    days: days === undefined ? undefined : { first, last: final },
    last: last === undefined ? undefined : Number(last),
    metrics: listIn(metrics),
    segment,
    reads,
  };
};

const isFormat = (text: string): text is Format => ['ndjson', 'csv', 'parquet'].includes(text);

const usualLookback = '14';

const filesIn = (words: Words): ExportFiles => {
  const { out, format = 'parquet', partition, state, lookback = usualLookback } = words;
  if (!isFormat(format)) throw new UsageError('--format must be ndjson, csv or parquet');
  if (partition !== undefined && !isPartition(partition))
    throw new UsageError('--partition must be day or month');
  if (!/^\d{1,3}$/.test(lookback)) throw new UsageError('--lookback must be a number of days');
  if (out === undefined && words['dry-run'] !== true) throw new UsageError('--out DIR is missing');
  return {
    out: localPath('--out', out ?? ''),
    format,
    partition,
    state: state === undefined ? undefined : localPath('--state', state),
    lookback: Number(lookback),
  };
};

const write = async (exporting: ExportContext, files: ExportFiles): Promise<boolean> => {
  const lock = await lockFiles(files);
  try {
    return await writeAll(await runOf(exporting, files, lock.check), files);
  } finally {
    await lock.release();
  }
};

const writeAll = async (run: Run, files: ExportFiles): Promise<boolean> => {
  const clean = async (): Promise<void> => {
    const isKept = files.state !== undefined && (await sizeOf(files.state)) !== null;
    // Without a state, nothing describes the contents of the folder.
    if (!isKept) await rm(run.work, { recursive: true, force: true });
  };
  await clean();
  const { units, missing } = await unitsOf(run.exporting);
  await run.state.begin();
  await writeSchema(run);
  const unseen = unseenIn(run, units);
  for (const id of missing) tell(`This user cannot see account ${id}`);
  for (const id of unseen)
    tell(`Account ${id} of --state is no longer visible; its files stay as they are`);
  let isWhole = missing.length === 0 && unseen.length === 0;
  const plans = createPlans(run, units);
  for (const unit of units) {
    await plans.ahead(unit);
    isWhole = (await writeUnit(run, unit, plans)) && isWhole;
  }
  await run.state.end();
  await clean();
  return isWhole;
};

/** The accounts of a state that an export of all accounts does not see any more. */
const unseenIn = (
  { exporting, state }: Run,
  units: readonly TableOfAccount[],
): readonly string[] => {
  if (exporting.chosen.accounts !== null) return [];
  const seen = new Set(units.map(({ account }) => account.id));
  return [...state.accounts()].filter((id) => !seen.has(id));
};

const writeSchema = async ({ target, exporting }: Run): Promise<void> => {
  const { folder, partition } = target;
  const text = schemaText(await describedIn(folder), exporting.chosen.tables, partition);
  await writeWhole(join(folder, 'schema.json'), (draft) => writeFile(draft, text));
};

const plan = async (exporting: ExportContext, files: ExportFiles): Promise<boolean> => {
  const lines = await forecast(await runOf(exporting, files));
  for (const line of lines) await exporting.print(`${JSON.stringify(line)}\n`);
  exporting.progress.say(sumOf(lines));
  return true;
};

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
