import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../../bin/commands.ts';
import type { Variables } from '../../src/index.ts';
import { connect } from '../connection.ts';
import { writeWhole } from '../files.ts';
import { print } from '../output.ts';
import { createProgress } from '../progress.ts';
import { forecast } from './forecast.ts';
import type { Format } from './formats.ts';
import { type Chosen, chosenBy, type ExportOptions } from './options.ts';
import type { Run } from './run.ts';
import { schemaOf, tableLines } from './schema-file.ts';
import { segmentationIn, tablesFor } from './segments.ts';
import { openState, type State } from './state.ts';
import { type Exporting, exportingWith, type Unit, unitsOf } from './units.ts';
import { writeDays } from './write-days.ts';
import { writeEntities } from './write-entities.ts';
import { nothing, type Written } from './written.ts';

interface Words {
  readonly account?: string;
  readonly all?: boolean;
  readonly tables?: string;
  readonly days?: string;
  readonly last?: string;
  readonly lookback?: string;
  readonly metrics?: string;
  readonly segment?: string;
  readonly format?: string;
  readonly out?: string;
  readonly state?: string;
  readonly 'dry-run'?: boolean;
  readonly url?: string;
  readonly quiet?: boolean;
}

/** Where a run writes, and what it knows of earlier ones. */
interface Files {
  readonly out: string;
  readonly format: Format;
  readonly state: string | undefined;
  readonly lookback: number;
}

/** `ads-graph export`: writes the files of tables. False if one of them failed, which it names. */
export const exportFiles = async (words: Words, variables: Variables): Promise<boolean> => {
  if (words.tables === '?') {
    const { segment } = words;
    const all = tablesFor(segment === undefined ? null : segmentationIn(segment));
    await print(tableLines(all));
    return true;
  }
  const chosen = chosenBy(optionsIn(words));
  const files = filesIn(words);
  const progress = createProgress(words.quiet === true);
  const connection = await connect({ url: words.url, variables, progress });
  try {
    const exporting = exportingWith(connection, progress, chosen);
    return await (words['dry-run'] === true ? plan : write)(exporting, files);
  } finally {
    progress.done();
    await connection.close();
  }
};

const listIn = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : text.split(',').filter((one) => one !== '');

const optionsIn = (words: Words): ExportOptions => {
  const { account, all, tables, days, last, metrics, segment } = words;
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
  };
};

const isFormat = (text: string): text is Format => ['ndjson', 'csv', 'parquet'].includes(text);

const usualLookback = '14';

const filesIn = (words: Words): Files => {
  const { out, format = 'parquet', state, lookback = usualLookback } = words;
  if (!isFormat(format)) throw new UsageError('--format must be ndjson, csv or parquet');
  if (!/^\d{1,3}$/.test(lookback)) throw new UsageError('--lookback must be a number of days');
  if (out === undefined && words['dry-run'] !== true) throw new UsageError('--out DIR is missing');
  return { out: out ?? '', format, state, lookback: Number(lookback) };
};

/** A run, of which nothing is written yet. */
const runOf = async (
  exporting: Exporting,
  files: Files,
  done: ReadonlySet<string>,
): Promise<Run> => {
  const folder = resolve(files.out);
  return {
    exporting,
    target: { folder, format: files.format },
    state: await stateOf(exporting.chosen, { ...files, out: folder }),
    work: files.state === undefined ? join(folder, '.ads-graph') : `${files.state}.d`,
    lookback: files.lookback,
    columnsOf: ({ columns }) => columns.map(({ name }) => name).join(),
    isDone: (unit) => done.has(unit),
  };
};

const write = async (exporting: Exporting, files: Files): Promise<boolean> => {
  const done = new Set<string>();
  const run = await runOf(exporting, files, done);
  const clean = async (): Promise<void> => {
    if (files.state === undefined) await rm(run.work, { recursive: true, force: true });
  };
  await mkdir(run.target.folder, { recursive: true });
  await clean();
  const { units, missing } = await unitsOf(exporting);
  await writeSchema(run.target.folder, exporting.chosen);
  let isWhole = missing.length === 0;
  for (const id of missing) tell(`There is no account ${id} that this caller sees`);
  for (const unit of units) {
    const isComplete = await writeUnit(run, unit);
    if (isComplete) done.add(unit.name);
    isWhole &&= isComplete;
  }
  await clean();
  return isWhole;
};

const tell = (text: string): void => void process.stderr.write(`ads-graph: ${text}\n`);

const stateOf = async (chosen: Chosen, { state, out, format }: Files): Promise<State> => {
  if (state !== undefined)
    return openState(state, {
      folder: out,
      accounts: chosen.accounts ?? 'all',
      tables: chosen.tables.map(({ name }) => name),
      metrics: chosen.groups,
      segment: chosen.segmentation ?? undefined,
      format,
    });
  return { of: () => undefined, set: async () => undefined };
};

const writeSchema = async (folder: string, { tables: some }: Chosen): Promise<void> => {
  const text = `${JSON.stringify(schemaOf(some), null, 2)}\n`;
  await writeWhole(join(folder, 'schema.json'), (draft) => writeFile(draft, text));
};

/** Writes a table of an account, and its line. False if it failed. */
const writeUnit = async (run: Run, unit: Unit): Promise<boolean> => {
  const { connection, progress } = run.exporting;
  const before = connection.calls();
  const { table, account } = unit;
  let written: Written = nothing;
  let isComplete = true;
  try {
    written = await writeTable(run, unit);
  } catch (error) {
    isComplete = false;
    progress.done();
    tell(`${unit.name}: ${error instanceof Error ? error.message : String(error)}`);
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

const writeTable = (run: Run, { table, account, name }: Unit): Promise<Written> =>
  table.kind === 'entity'
    ? writeEntities(run, { table, account, name })
    : writeDays(run, { table, account, name });

const plan = async (exporting: Exporting, files: Files): Promise<boolean> => {
  const run = await runOf(exporting, files, new Set());
  for (const line of await forecast(run)) await print(`${JSON.stringify(line)}\n`);
  return true;
};
