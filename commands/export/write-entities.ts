import { join } from 'node:path';
import { isThere, writeWhole } from '../files.ts';
import { hourMs, iso } from './days.ts';
import { openLines } from './formats.ts';
import { openJournal, rowsIn } from './journal.ts';
import { entitySteps, merged, readLineItemIds, withoutRepeated } from './read-entities.ts';
import type { Row } from './rows.ts';
import type { Run } from './run.ts';
import type { EntityTable } from './tables.ts';
import type { Unit } from './units.ts';
import { type Written, writeRows } from './written.ts';

/** More changed rows than this are not merged: the list is read whole. */
const mostChanges = 10_000;

/** The file with the rows of a table as they were last read. */
const keptRows = (run: Run, name: string): string =>
  join(run.work, 'rows', `${name.replace('/', '-')}.rows`);

const fileOf = ({ target: { folder, format } }: Run, { table, account }: Unit): string =>
  join(folder, table.name, `${account.id}.${format}`);

/** Reads a table of entities of an account, and writes its file. */
export const writeEntities = async (run: Run, unit: Unit<EntityTable>): Promise<Written> => {
  const before = run.state.of(unit.name);
  const isKept =
    before?.columns === run.columnsOf(unit.table) &&
    (await isThere(fileOf(run, unit))) &&
    (await isThere(keptRows(run, unit.name)));
  const since = isKept ? (before?.mark ?? null) : null;
  const newest = await readInto(run, unit, since);
  if (newest !== 'too many') return finish(run, unit, { since, newest });
  const mark = await readInto(run, unit, null);
  return finish(run, unit, { since: null, newest: mark });
};

const journalOf = ({ work }: Run, { name }: Unit) =>
  openJournal(join(work, 'open', `${name.replace('/', '-')}.journal`));

/** Reads on from where a journal ends. Returns the newest time of a change. */
const readInto = async (
  run: Run,
  unit: Unit<EntityTable>,
  since: string | null,
): Promise<string | null> => {
  const { ask, progress } = run.exporting;
  const { table, account } = unit;
  const journal = await journalOf(run, unit);
  const plan = JSON.stringify({ today: account.today, since, columns: run.columnsOf(table) });
  const isResumed = journal.plan === plan;
  if (!isResumed) await journal.begin(plan);
  const from = isResumed ? journal.at : null;
  const lineItemIds = () => idsOfLineItems(run, unit);
  let newest = (from as { readonly newest: string | null } | null)?.newest ?? null;
  let count = 0;
  for await (const step of entitySteps({ ask, table, account, since, from, lineItemIds })) {
    await journal.add(step);
    newest = step.at.newest;
    count += step.rows.length;
    progress.doing(`${unit.name}: ${count} rows`);
    if (since !== null && count > mostChanges) return 'too many';
  }
  return newest;
};

/** The line items of an account: from their table if it is exported, else from the graph. */
async function* idsOfLineItems(run: Run, { account }: Unit): AsyncGenerator<string> {
  const path = keptRows(run, `line_items/${account.id}`);
  if (!run.isDone(`line_items/${account.id}`)) yield* readLineItemIds(run.exporting.ask, account);
  else for await (const [id] of rowsIn(path)) yield String(id);
}

interface Reading {
  readonly since: string | null;
  readonly newest: string | null;
}

const finish = async (
  run: Run,
  unit: Unit<EntityTable>,
  { since, newest }: Reading,
): Promise<Written> => {
  const journal = await journalOf(run, unit);
  const path = keptRows(run, unit.name);
  const rows =
    since === null ? withoutRepeated(journal.rows()) : await merging(path, journal.rows());
  await writeWhole(path, (draft) => writeLines(draft, rows));
  const written = await writeRows(fileOf(run, unit), unit.table, {
    rows: rowsIn(path),
    format: run.target.format,
  });
  const mark = markOf(newest ?? since, unit.account.start);
  await run.state.set(unit.name, { mark, columns: run.columnsOf(unit.table) });
  await journal.remove();
  return written;
};

const merging = async (path: string, changed: AsyncIterable<Row>): Promise<AsyncIterable<Row>> => {
  const changes = new Map<unknown, Row>();
  for await (const row of changed) if (!changes.has(row[0])) changes.set(row[0], row);
  return merged(rowsIn(path), changes);
};

const writeLines = async (path: string, rows: AsyncIterable<Row>): Promise<void> => {
  const file = await openLines(path, (row) => `${JSON.stringify(row)}\n`);
  for await (const row of rows) await file.write(row);
  await file.close();
};

/**
 * The time from which rows may change after they were read: the newest change that was seen, but
 * not later than the run began. Its day began earlier, by the clock of the gateway.
 */
const markOf = (newest: string | null, dayStart: string): string | null => {
  if (newest === null) return null;
  const bound = iso(Date.parse(dayStart) - hourMs);
  return newest < bound ? newest : bound;
};
