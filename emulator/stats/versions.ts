import type { RowStore, StoredChange, StoredRow } from '../store.ts';

/** An earlier version of a row, and the end of its validity in milliseconds since 1970. */
interface RowVersion {
  readonly row: StoredRow;
  readonly until: number;
}

/** A span of time in milliseconds since 1970; the end is exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A span in which a row was active, and its version of that time. */
export interface ActiveSpan extends TimeSpan {
  readonly row: StoredRow;
}

// Versions are stored as rows under this name.
const hidden = 'RowVersions';
/** The entities whose earlier versions decide the delivery. */
const versioned = new Set(['Campaign', 'LineItem', 'PromotedTweet', 'PromotedAccount']);

/** The place of a row. */
export interface StoredHome {
  readonly store: RowStore;
  readonly accountId: string | null;
}

const keyOf = (entity: string, row: StoredRow): string => `${entity} ${row['id']}`;

const versionsOf = ({ store, accountId }: StoredHome, key: string): readonly RowVersion[] =>
  (store.find(hidden, accountId, key)?.['versions'] ?? []) as readonly RowVersion[];

/** Stores the version of a row before a change, so that the change does not affect past figures. */
export const addVersion = (
  { store, now }: { readonly store: RowStore; readonly now: () => number },
  { entity, accountId, before }: StoredChange,
): void => {
  if (before === undefined || !versioned.has(entity)) return;
  const id = keyOf(entity, before);
  const versions = [...versionsOf({ store, accountId }, id), { row: before, until: now() }];
  store.insert(hidden, accountId, { id, versions });
};

const timeIn = (row: StoredRow, column: string): number => Date.parse(String(row[column]));

const isOn = (row: StoredRow): boolean =>
  row['entity_status'] === 'ACTIVE' && row['deleted'] !== true;

const wasEverActive = (row: StoredRow): boolean => row['entity_status'] !== 'DRAFT';

/**
 * The spans in which a row was active. A row that was created paused, such as a seeded one, stopped
 * at its last change.
 */
export const runningOf = (
  home: StoredHome,
  entity: string,
  row: StoredRow,
): readonly ActiveSpan[] => {
  const earlier = versionsOf(home, keyOf(entity, row));
  const all = [...earlier, { row, until: Number.POSITIVE_INFINITY }];
  let from = timeIn(row, 'created_at');
  return all.flatMap(({ row: version, until }, index) => {
    const begin = from;
    from = until;
    const stopped = index === 0 && wasEverActive(version) ? timeIn(version, 'updated_at') : begin;
    const to = isOn(version) ? until : Math.min(until, stopped);
    return to > begin ? [{ from: begin, to, row: version }] : [];
  });
};
