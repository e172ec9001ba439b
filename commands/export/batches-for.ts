import { dayMs, hourMs, iso, numberOf, type Piece, piecesOf } from './days.ts';
import { activeDocument, type Placement, placements } from './documents.ts';
import type { Account, AskGraph } from './source.ts';
import type { DayTable } from './tables.ts';

/** The days of up to 20 entities in a placement, which one request or job is about. */
export interface Batch extends Piece {
  readonly placement: Placement;
  /** Empty for the account itself. */
  readonly ids: readonly string[];
}

/** The results of an account that are read. */
export interface ResultsSource {
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
  { ask, table, account }: ResultsSource,
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
// How many segments there are is not known before; of these types there may be hundreds.
const manySegments: readonly (string | null)[] = ['METROS', 'CONVERSION_TAGS'];

const inBatches = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / idsPerBatch) }, (_, at) =>
    ids.slice(at * idsPerBatch, (at + 1) * idsPerBatch),
  );

const isIn = ({ from, to }: Activity, { first, last }: Piece): boolean =>
  from < (numberOf(last) + 2) * dayMs && to >= (numberOf(first) - 1) * dayMs;

/** The requests for these days: only for what was active, and where. */
export const batchesFor = async (
  asked: ResultsSource,
  days: readonly string[],
): Promise<readonly Batch[]> => {
  const pieces = piecesOf(days, manySegments.includes(asked.table.by) ? 1 : 4);
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

// It is begun, looked after, listed with its results, and its file is read.
const callsOfJob = 5;

/** The calls to the API that batches cost: of results in weeks, and others. */
export const callsOf = (
  batches: readonly Batch[],
  table: DayTable,
  families: number,
): { readonly stats: number; readonly others: number } => {
  const weeks = ({ first, last }: Piece): number => {
    const [from, to] = [numberOf(first), numberOf(last)];
    return to - from < 7 ? 1 : Math.floor((to + 3) / 7) - Math.floor((from + 3) / 7) + 1;
  };
  const ofEntities = table.active === null ? 0 : (table.currency ?? '').includes('.') ? 2 : 1;
  if (table.by !== null)
    return { stats: 0, others: batches.length * families * (callsOfJob + ofEntities) };
  const stats = batches.reduce((sum, batch) => sum + weeks(batch) * families, 0);
  return { stats, others: batches.length * ofEntities };
};
