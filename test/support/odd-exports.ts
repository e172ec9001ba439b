import { once } from 'node:events';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand } from './command.ts';
import { exportFrom } from './exports.ts';
import type { Running } from './gateway.ts';
import type { Random } from './random.ts';
import { rowsOfTable, type Warehouse } from './warehouse.ts';

/** Characters that programs take for the end of a line or cell, or cannot write. */
const odd = ['\u2028', '\u2029', '\u0085', '\u000b', '\f', '\r', '\n', '\t', '"', "'", ',', ';'];
const strange = ['\ud800', '\udc00', '\u0001', '=1+1', '\\', '\u{1f3a1}', '[', '{"at":0}'];

const tables = { campaigns: 'Campaign', line_items: 'LineItem' } as const;

/** A folder of an account, exported repeatedly while its rows change. */
export interface OddExport {
  readonly running: Running;
  readonly warehouse: Warehouse;
  readonly random: Random;
  readonly account: string;
  readonly key: string;
  readonly folder: string;
  readonly format: string;
}

const oddName = ({ random }: OddExport): string =>
  Array.from({ length: 1 + random.upTo(8) }, () =>
    random.of([...odd, ...strange, 'Spring', ' sale', '0']),
  ).join('');

/** Renames rows, and adds one. */
const change = (exported: OddExport): void => {
  const { running, random, account } = exported;
  const updated_at = new Date().toISOString().replace(/\.\d+Z/, 'Z');
  for (const kind of Object.values(tables)) {
    const rows = running.emulator.store.rows(kind, account);
    for (const row of [random.of(rows), random.of(rows), { ...random.of(rows), id: random.id() }])
      running.emulator.store.insert(kind, account, { ...row, name: oddName(exported), updated_at });
  }
};

const wordsOf = ({ account, folder, format }: OddExport): readonly string[] => [
  ...['--account', account, '--tables', Object.keys(tables).join(), '--format', format],
  ...['--out', join(folder, 'out'), '--state', join(folder, 'state')],
];

/** Runs the export. Returns its exit code and its output. */
const run = ({ running, key, ...more }: OddExport) =>
  exportFrom(running.url, key, wordsOf({ running, key, ...more }));

/** Starts the export, and kills it at any moment. */
const kill = async (exported: OddExport): Promise<void> => {
  const { running, key, random } = exported;
  const words = ['export', '--url', running.url, ...wordsOf(exported)];
  const child = startCommand(words, { ADS_GRAPH_KEY: key });
  const ended = once(child, 'exit');
  await pause(random.upTo(600));
  child.kill('SIGKILL');
  await ended;
};

/** Damages a file as a disk or a person may: truncates it, or removes a line from its middle. */
const damage = ({ random, folder }: OddExport): string | null => {
  const files = globSync(['out/*/*', 'state.d/**/*.{rows,journal}'], { cwd: folder });
  if (files.length === 0) return null;
  const file = random.of(files.sort());
  const path = join(folder, file);
  const bytes = readFileSync(path);
  const lines = bytes.toString('latin1').split('\n');
  const at = random.upTo(lines.length - 1);
  const cut = [
    () => bytes.subarray(0, random.upTo(bytes.length - 1)),
    () => Buffer.from(lines.slice(0, at).join('\n') + (at > 0 ? '\n' : ''), 'latin1'),
    () => Buffer.from(lines.toSpliced(at, 1).join('\n'), 'latin1'),
  ];
  if (random.chance(0.2)) rmSync(path);
  else writeFileSync(path, random.of(cut)());
  return file;
};

const wellFormed = (rows: readonly (readonly [string, string | null])[]) =>
  rows.map(([id, name]) => `${id} ${JSON.stringify(name?.toWellFormed() ?? null)}`).sort();

/** The names of a table by id, as readers of the folder find them. */
const namesIn = async (
  { warehouse, folder, format, account }: OddExport,
  table: string,
): Promise<readonly (readonly [string, string | null])[]> => {
  const out = join(folder, 'out');
  if (format !== 'ndjson') {
    const rows = await rowsOfTable(warehouse, { folder: out, format, table });
    return rows.map(({ id, name }) => [String(id), name ?? null]);
  }
  const text = readFileSync(join(out, table, `${account}.ndjson`), 'utf8');
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line)).map(({ id, name }) => [id, name]);
};

/** The rows in the folder, and the rows in the API. */
export const bothIn = async (exported: OddExport) => {
  const found: Record<string, readonly string[]> = {};
  const expected: Record<string, readonly string[]> = {};
  for (const [table, kind] of Object.entries(tables)) {
    const rows = exported.running.emulator.store.rows(kind, exported.account);
    found[table] = wellFormed(await namesIn(exported, table));
    expected[table] = wellFormed(
      rows.map((row) => [String(row['id']), (row['name'] as string | null) ?? null]),
    );
  }
  return { found, expected };
};

/** The end of one step: the exit codes of its runs, and their output. */
export interface Step {
  readonly kind: string;
  readonly codes: readonly (number | null)[];
  readonly said: string;
}

/** A random step: one run, two at once, one that is killed, or one over a damaged file. */
export const stepOf = async (exported: OddExport): Promise<Step> => {
  const { random } = exported;
  const kind = random.of(['one', 'two', 'kill', 'damage'] as const);
  if (random.chance(0.8)) change(exported);
  if (kind === 'kill') await kill(exported);
  const damaged = kind === 'damage' ? damage(exported) : null;
  const later = async () => {
    await pause(random.upTo(300));
    return run(exported);
  };
  const runs = await Promise.all(kind === 'two' ? [run(exported), later()] : [run(exported)]);
  const said = [damaged, ...runs.map(({ err }) => err)].join('\n');
  return { kind, codes: runs.map(({ code }) => code).sort(), said };
};
