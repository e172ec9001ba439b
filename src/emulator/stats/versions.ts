import type { RowStore, StoredChange, StoredRow } from '../store.ts';

/** A row as it was until some time, in milliseconds since 1970. */
interface RowVersion {
  readonly row: StoredRow;
  readonly until: number;
}

/** A span of time in milliseconds since 1970; the end does not belong to it. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A span in which a row ran, and the row as it was then. */
export interface Running extends TimeSpan {
  readonly row: StoredRow;
}

// Kept under this name, as rows of their own.
const hidden = 'RowVersions';
/** The entities whose earlier versions decide what was delivered. */
const kept = new Set(['Campaign', 'LineItem', 'PromotedTweet', 'PromotedAccount']);

/** Where a row is. */
export interface StoredHome {
  readonly store: RowStore;
  readonly accountId: string | null;
}

const keyOf = (entity: string, row: StoredRow): string => `${entity} ${row['id']}`;

const versionsOf = ({ store, accountId }: StoredHome, key: string): readonly RowVersion[] =>
  (store.find(hidden, accountId, key)?.['versions'] ?? []) as readonly RowVersion[];

/**
 * Keeps a row as it was before a change, so that the change makes no difference to figures of the
 * past.
 */
export const keepVersion = (
  { store, now }: { readonly store: RowStore; readonly now: () => number },
  { entity, accountId, before }: StoredChange,
): void => {
  if (before === undefined || !kept.has(entity)) return;
  const id = keyOf(entity, before);
  const versions = [...versionsOf({ store, accountId }, id), { row: before, until: now() }];
  store.insert(hidden, accountId, { id, versions });
};

const timeIn = (row: StoredRow, column: string): number => Date.parse(String(row[column]));

const isOn = (row: StoredRow): boolean =>
  row['entity_status'] === 'ACTIVE' && row['deleted'] !== true;

const wasEverOn = (row: StoredRow): boolean => row['entity_status'] !== 'DRAFT';

/**
 * The spans in which a row ran. One that was made stopped, as seeded rows are, stopped when it last
 * changed.
 */
export const runningOf = (home: StoredHome, entity: string, row: StoredRow): readonly Running[] => {
  const earlier = versionsOf(home, keyOf(entity, row));
  const all = [...earlier, { row, until: Number.POSITIVE_INFINITY }];
  let from = timeIn(row, 'created_at');
  return all.flatMap(({ row: version, until }, index) => {
    const begin = from;
    from = until;
    const stopped = index === 0 && wasEverOn(version) ? timeIn(version, 'updated_at') : begin;
    const to = isOn(version) ? until : Math.min(until, stopped);
    return to > begin ? [{ from: begin, to, row: version }] : [];
  });
};
