import { join } from 'node:path';
import { sizeOf } from '../files.ts';
import { hourMs, iso } from './days.ts';
import { keepRows, keptRowsIn } from './formats.ts';
import { type Journal, openJournal } from './journal.ts';
import { entitySteps, merged, readLineItemIds, withoutRepeated } from './read-entities.ts';
import type { Row } from './rows.ts';
import { openPath, type Run } from './run.ts';
import type { EntityTable } from './tables.ts';
import type { TableOfAccount } from './units.ts';
import { type WrittenFiles, writeRows } from './written.ts';

/** The most changed rows that are merged; with more, the whole list is read. */
const mostChanges = 10_000;

/** The file with the rows of a table as they were last read. */
const keptRows = (run: Run, name: string): string =>
  join(run.work, 'rows', `${name.replace('/', '-')}.rows`);

const fileOf = ({ target: { folder, format } }: Run, { table, account }: TableOfAccount): string =>
  join(folder, table.name, `${account.id}.${format}`);

/** Reads a table of entities of an account, and writes its file. */
export const writeEntities = async (
  run: Run,
  unit: TableOfAccount<EntityTable>,
): Promise<WrittenFiles> => {
  const before = run.state.of(unit.name);
  const isWhole =
    before?.columns === run.columnsOf(unit.table) &&
    (await sizeOf(fileOf(run, unit))) === before.written.bytes;
  if (isWhole && run.isDone(unit)) return before.written;
  const journal = await journalOf(run, unit);
  const since = await sinceOf(run, unit, { journal, isWhole });
  const newest = await readInto(run, unit, { journal, since });
  if (newest !== 'too many') return finish(run, unit, { journal, since, newest });
  const mark = await readInto(run, unit, { journal, since: null });
  return finish(run, unit, { journal, since: null, newest: mark });
};

const journalOf = (run: Run, unit: TableOfAccount) => openJournal(`${openPath(run, unit)}.journal`);

/** The plan that a journal is begun with. */
interface EntitiesPlan {
  readonly run: string;
  readonly today: string;
  readonly since: string | null;
  readonly columns: string;
}

const planOf = (
  { state, columnsOf }: Run,
  { table, account: { today } }: TableOfAccount<EntityTable>,
  since: string | null,
): EntitiesPlan => ({ run: state.run, today, since, columns: columnsOf(table) });

const isSame = (one: unknown, other: EntitiesPlan): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

interface JournalStart {
  readonly journal: Journal;
  /** True if the file has the columns and the size that the last run wrote. */
  readonly isWhole: boolean;
}

/** The time from which changes are read; null for the whole list. */
const sinceOf = async (
  run: Run,
  unit: TableOfAccount<EntityTable>,
  { journal, isWhole }: JournalStart,
): Promise<string | null> => {
  const { mark = null } = run.state.of(unit.name) ?? {};
  const isKept = (await sizeOf(keptRows(run, unit.name))) !== null;
  const plan = journal.plan as EntitiesPlan | null;
  const isResumed = isSame(plan, planOf(run, unit, plan?.since ?? null));
  if (plan !== null && isResumed && (isKept || plan.since === null)) return plan.since;
  return isKept && isWhole ? mark : null;
};

interface EntityReading {
  readonly journal: Journal;
  readonly since: string | null;
}

/**
 * Resumes a journal of the same plan, or begins it. Returns the newest time of a change, or `too
 * many` if the changes are not worth merging.
 */
const readInto = async (
  run: Run,
  unit: TableOfAccount<EntityTable>,
  { journal, since }: EntityReading,
): Promise<string | null> => {
  const { ask, progress } = run.exporting;
  const { table, account } = unit;
  const plan = planOf(run, unit, since);
  const isResumed = isSame(journal.plan, plan);
  if (!isResumed) await journal.begin(plan);
  const from = isResumed ? journal.at : null;
  const lineItemIds = () => idsOfLineItems(run, unit);
  let newest = (from as { readonly newest: string | null } | null)?.newest ?? null;
  for await (const step of entitySteps({ ask, table, account, since, from, lineItemIds })) {
    await journal.add(step);
    newest = step.at.newest;
    progress.doing(`${unit.name}: ${journal.count()} rows`);
    if (since !== null && journal.count() > mostChanges) return 'too many';
  }
  return newest;
};

/** The line items of an account: from their table if it is exported, else from the graph. */
async function* idsOfLineItems(run: Run, { account }: TableOfAccount): AsyncGenerator<string> {
  const name = `line_items/${account.id}`;
  if (!run.isDone({ name, account })) yield* readLineItemIds(run.exporting.ask, account);
  else for await (const [id] of keptRowsIn(keptRows(run, name))) yield String(id);
}

const finish = async (
  run: Run,
  unit: TableOfAccount<EntityTable>,
  { journal, since, newest }: EntityReading & { readonly newest: string | null },
): Promise<WrittenFiles> => {
  const path = keptRows(run, unit.name);
  const rows =
    since === null ? withoutRepeated(journal.rows()) : await merging(path, journal.rows());
  await keepRows(path, rows);
  const written = await writeRows(fileOf(run, unit), unit.table, {
    rows: keptRowsIn(path),
    target: run.target,
  });
  const { today, start } = unit.account;
  const columns = run.columnsOf(unit.table);
  const mark = markOf(newest ?? since, start);
  await run.state.set(unit.name, { run: run.state.run, today, written, mark, columns });
  await journal.remove();
  return written;
};

const merging = async (path: string, changed: AsyncIterable<Row>): Promise<AsyncIterable<Row>> => {
  const changes = new Map<unknown, Row>();
  for await (const row of changed) if (!changes.has(row[0])) changes.set(row[0], row);
  return merged(keptRowsIn(path), changes);
};

/**
 * The time since which the next run reads changes: the newest change that was read, but at most an
 * hour before the account's day began by the gateway's clock. Null if nothing ever changed.
 */
const markOf = (newest: string | null, dayStart: string): string | null => {
  if (newest === null) return null;
  const bound = iso(Date.parse(dayStart) - hourMs);
  return newest < bound ? newest : bound;
};
