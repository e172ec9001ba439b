import { dayMs, hourMs, iso, numberOf, type Piece, piecesOf, runsOf } from './days.ts';
import { activeDocument, type Placement, placements } from './documents.ts';
import type { Way } from './options.ts';
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

/** The entities whose results changed since a day, by their ids. */
export type Activities = ReadonlyMap<string, Activity>;

/** The times to ask for what changed since the first of the days. */
const spansOf = ({ end }: Account, days: readonly string[]) => {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const now = Math.ceil(Date.parse(end) / hourMs) * hourMs;
  const until = Math.min(now, numberOf(last) * dayMs + laterMs);
  const begin = numberOf(first) * dayMs - dayMs;
  return Array.from({ length: Math.max(0, Math.ceil((until - begin) / longestMs)) }, (_, at) => ({
    start: iso(begin + at * longestMs),
    end: iso(Math.min(until, begin + (at + 1) * longestMs)),
  }));
};

/** The entities whose results of these days, in order, may be anything; null for the account. */
export const readActivities = async (
  { ask, table, account }: ResultsSource,
  days: readonly string[],
): Promise<Activities | null> => {
  if (table.active === null) return null;
  const found = new Map<string, Activity>();
  for (const span of spansOf(account, days)) {
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

/** The calls to the API that `readActivities` makes. */
export const activityCalls = (
  { table, account }: Pick<ResultsSource, 'table' | 'account'>,
  days: readonly string[],
): number => (table.active === null ? 0 : spansOf(account, days).length);

const idsPerBatch = 20;
// How many segments there are is not known before; of these types there may be hundreds.
const manySegments: readonly (string | null)[] = ['METROS', 'CONVERSION_TAGS'];

const inBatches = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / idsPerBatch) }, (_, at) =>
    ids.slice(at * idsPerBatch, (at + 1) * idsPerBatch),
  );

const isIn = ({ from, to }: Activity, { first, last }: Piece): boolean =>
  from < (numberOf(last) + 2) * dayMs && to >= (numberOf(first) - 1) * dayMs;

// A job has at most 90 days, or 45 with segments. Twelve weeks are fewer in any time zone.
const daysOfJob = 84;
const daysOfDividedJob = 28;
const daysOfManySegments = 7;

/** The days that one request asks for, or one job. */
const daysTogether = ({ by }: DayTable, days: readonly string[], way: Way): readonly Piece[] => {
  if (way === 'sync') return piecesOf(days, 4);
  if (by === null) return runsOf(days, daysOfJob);
  return runsOf(days, manySegments.includes(by) ? daysOfManySegments : daysOfDividedJob);
};

/** What requests or jobs are made for. */
export interface BatchesOf {
  readonly table: DayTable;
  readonly days: readonly string[];
  readonly activities: Activities | null;
}

/** The requests or jobs for these days: only for what was active, and where. */
export const batchesFor = ({ table, days, activities }: BatchesOf, way: Way): readonly Batch[] => {
  const pieces = daysTogether(table, days, way);
  if (activities === null)
    return pieces.map((piece) => ({ ...piece, placement: 'ALL_ON_TWITTER', ids: [] }));
  return pieces.flatMap((piece) =>
    placements.flatMap((placement) => {
      const ids = [...activities]
        .filter(([, one]) => one.placements.has(placement) && isIn(one, piece))
        .map(([id]) => id)
        .sort();
      return inBatches(ids).map((some) => ({ ...piece, placement, ids: some }));
    }),
  );
};
