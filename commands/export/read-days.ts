import { dayMs, hourMs, iso, numberOf, type Piece, piecesOf } from './days.ts';
import {
  activeDocument,
  daysDocument,
  groupVariables,
  type Placement,
  placements,
} from './documents.ts';
import type { Step } from './journal.ts';
import { columnValue, type Row, type Value } from './rows.ts';
import type { Account, AskGraph } from './source.ts';
import type { DayTable } from './tables.ts';

/** The days of up to 20 entities in a placement, which one request asks for. */
export interface Batch extends Piece {
  readonly placement: Placement;
  /** Empty for the account itself. */
  readonly ids: readonly string[];
}

interface Asked {
  readonly ask: AskGraph;
  readonly table: DayTable;
  readonly account: Account;
}

/** When results of an entity changed, and where. */
interface Activity {
  readonly from: number;
  readonly to: number;
  readonly placements: ReadonlySet<string>;
}

interface ActiveAnswer {
  readonly account: {
    readonly active: readonly {
      readonly entityId: string;
      readonly placements: readonly string[] | null;
      readonly activityStartTime: string | null;
      readonly activityEndTime: string | null;
    }[];
  } | null;
}

// The API keeps changes of an interval of at most 90 days.
const longestMs = 90 * dayMs;
// Charges move for 14 days; days of accounts begin up to a day from those of UTC.
const laterMs = 20 * dayMs;

/** The entities whose results changed since the first of the days. */
const activeSince = async (
  { ask, table, account }: Asked,
  { first, last }: Piece,
): Promise<ReadonlyMap<string, Activity>> => {
  const found = new Map<string, Activity>();
  const now = Math.ceil(Date.parse(account.end) / hourMs) * hourMs;
  const end = Math.min(now, numberOf(last) * dayMs + laterMs);
  for (let start = numberOf(first) * dayMs - dayMs; start < end; start += longestMs) {
    const span = { start: iso(start), end: iso(Math.min(end, start + longestMs)) };
    const data = await ask<ActiveAnswer>(activeDocument(table), { account: account.id, ...span });
    for (const one of data.account?.active ?? []) {
      const known = found.get(one.entityId);
      found.set(one.entityId, {
        from: Math.min(known?.from ?? Infinity, Date.parse(one.activityStartTime ?? span.start)),
        to: Math.max(known?.to ?? 0, Date.parse(one.activityEndTime ?? span.end)),
        placements: new Set([...(known?.placements ?? []), ...(one.placements ?? [])]),
      });
    }
  }
  return found;
};

const idsPerBatch = 20;

const inBatches = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / idsPerBatch) }, (_, at) =>
    ids.slice(at * idsPerBatch, (at + 1) * idsPerBatch),
  );

const isIn = ({ from, to }: Activity, { first, last }: Piece): boolean =>
  from < (numberOf(last) + 2) * dayMs && to >= (numberOf(first) - 1) * dayMs;

/** The requests for these days: only for what was active, and where. */
export const batchesFor = async (
  asked: Asked,
  days: readonly string[],
): Promise<readonly Batch[]> => {
  const pieces = piecesOf(days);
  const [first] = pieces;
  if (first === undefined) return [];
  if (asked.table.active === null)
    return pieces.map((piece) => ({ ...piece, placement: 'ALL_ON_TWITTER', ids: [] }));
  const last = pieces.at(-1)?.last ?? first.last;
  const active = await activeSince(asked, { first: first.first, last });
  return pieces.flatMap((piece) =>
    placements.flatMap((placement) => {
      const ids = [...active]
        .filter(([, one]) => one.placements.has(placement) && isIn(one, piece))
        .map(([id]) => id)
        .sort();
      return inBatches(ids).map((some) => ({ ...piece, placement, ids: some }));
    }),
  );
};

interface StatsOf {
  readonly days: readonly { readonly date: string; readonly metrics: object }[];
}

interface DaysAnswer {
  readonly account: {
    readonly stats?: StatsOf;
    readonly list?: {
      readonly nodes: readonly ({ readonly restId: string; readonly stats: StatsOf } & object)[];
    };
  } | null;
}

/** The rows of an entity: those of days on which something happened. */
const rowsOf = (
  { table, account }: Asked,
  { placement }: Batch,
  entity: { readonly restId: string; readonly stats: StatsOf },
): readonly Row[] => {
  const currency = { field: table.currency ?? '', type: 'UTF8' as const };
  const known: Readonly<Record<string, Value>> = {
    account_id: account.id,
    placement,
    time_zone: account.timeZone,
    currency: currency.field === '' ? null : columnValue(entity, currency),
  };
  return entity.stats.days.flatMap(({ date, metrics }) => {
    let hasAny = false;
    const row = table.columns.map((column) => {
      if (column.group === undefined)
        return column.name === 'date' ? date : (known[column.name] ?? entity.restId);
      const value = columnValue(metrics, column) ?? '0';
      hasAny ||= value !== '0';
      return value;
    });
    return hasAny ? [row] : [];
  });
};

/** What is read of days, and where an earlier run stopped. */
export interface DaysAsk extends Asked {
  readonly groups: readonly string[];
  readonly batches: readonly Batch[];
  readonly from: unknown;
}

/** Reads results by day, a batch at a time. `at` is the number of batches that are done. */
export async function* daySteps(asked: DaysAsk): AsyncGenerator<Step> {
  const { ask, table, account, groups, batches, from } = asked;
  const done = Number(from ?? 0);
  for (const [index, batch] of batches.entries()) {
    if (index < done) continue;
    const { first, last, placement, ids } = batch;
    const { account: answer } = await ask<DaysAnswer>(daysDocument(table, placement), {
      account: account.id,
      first,
      last,
      ...(ids.length > 0 && { ids }),
      ...groupVariables(table, groups),
    });
    if (answer === null) throw new Error(`The account ${account.id} is gone`);
    const entities = answer.list?.nodes ?? [{ restId: account.id, stats: answer.stats as StatsOf }];
    const found = new Set(entities.map(({ restId }) => restId.toLowerCase()));
    const missing = ids.filter((id) => !found.has(id.toLowerCase()));
    if (missing.length > 0)
      throw new Error(`${table.list} of ${account.id} lacks ${missing.join(', ')}`);
    yield { rows: entities.flatMap((entity) => rowsOf(asked, batch, entity)), at: index + 1 };
  }
}

/** The calls to the API that batches cost: of results in weeks, and of rows. */
export const callsOf = (
  batches: readonly Batch[],
  table: DayTable,
  families: number,
): { readonly stats: number; readonly rows: number } => {
  const weeks = ({ first, last }: Piece): number => {
    const [from, to] = [numberOf(first), numberOf(last)];
    return to - from < 7 ? 1 : Math.floor((to + 3) / 7) - Math.floor((from + 3) / 7) + 1;
  };
  const stats = batches.reduce((sum, batch) => sum + weeks(batch) * families, 0);
  const each = table.active === null ? 0 : (table.currency ?? '').includes('.') ? 2 : 1;
  return { stats, rows: batches.length * each };
};
