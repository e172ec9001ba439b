import { createHash } from 'node:crypto';
import { InputError } from '../upstream/errors.ts';
import type { Row } from '../upstream/row.ts';
import { idOf, ORIGIN } from '../upstream/row.ts';
import type { PageAsk } from './index.ts';

/** Where a list goes on. */
export interface Position {
  /** The page of the upstream list, as its own cursor; null for the first. */
  readonly cursor: string | null;
  /** The `count` that page was asked with; null where it was never asked alone. */
  readonly count: number | null;
  /** The rows of that page that lie before. */
  readonly offset: number;
  /** The ids of the last rows before, oldest first. They find the place again where rows came or went. */
  readonly ids: readonly string[];
  /** When the last of them was made, in the words of the API, where the list is in that order. */
  readonly at: string | null;
}

export const BEGINNING: Position = Object.freeze({
  cursor: null,
  count: null,
  offset: 0,
  ids: [],
  at: null,
});

const MAX_LENGTH = 2048;
const ANCHORS = 3;

/** What two lists have in common that differ in nothing but their parent: endpoint, account, filters and order. */
export const kindKey = ({ endpoint, path, parent, filters, sort }: PageAsk): string => {
  let key = `${endpoint.name} ${parent?.param ?? ''} ${sort ?? ''}`;
  for (const name in path) key += ` ${path[name]?.toLowerCase()}`;
  const names = Object.keys(filters);
  if (names.length === 0) return key;
  return key + JSON.stringify(names.sort().map((name) => [name, filters[name]]));
};

/** What makes two lists the same. */
export const listKey = (ask: PageAsk): string =>
  `${ask.parent?.id.toLowerCase() ?? ''} ${kindKey(ask)}`;

/** Tells the lists apart that a cursor may come from. Short: it protects from mistakes, not from forgers. */
export const fingerprintOf = (ask: PageAsk): string =>
  createHash('sha256').update(listKey(ask)).digest('base64url').slice(0, 12);

/** The text of a cursor, opaque to whoever gets it. */
export const sealCursor = (fingerprint: string, position: Position): string => {
  const { cursor, count, offset, ids, at } = position;
  return Buffer.from(JSON.stringify([fingerprint, cursor, count, offset, ids, at])).toString(
    'base64url',
  );
};

/** The failure of a cursor that cannot be followed. */
export const invalidCursor = (): InputError =>
  new InputError(
    'this cursor does not continue this list; ask again without `after` to start over',
    ['after'],
    'INVALID_CURSOR',
  );

/** The position in an ask's cursor. Throws INVALID_CURSOR for one that is damaged or of another list. */
export const openCursor = (ask: PageAsk, after: string): Position => {
  const position = after.length <= MAX_LENGTH ? parsed(after, fingerprintOf(ask)) : null;
  if (position === null || !fits(ask, position)) throw invalidCursor();
  return position;
};

const parsed = (after: string, fingerprint: string): Position | null => {
  const bytes = Buffer.from(after, 'base64url');
  // Node skips what is not base64url, so only a text that reads back as written is a cursor.
  if (bytes.length === 0 || bytes.toString('base64url') !== after) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (!Array.isArray(value) || value.length !== 6 || value[0] !== fingerprint) return null;
    return positionIn(value);
  } catch {
    return null;
  }
};

const positionIn = ([, cursor, count, offset, ids, at]: readonly unknown[]): Position | null =>
  isText(cursor) && isCount(count) && isOffset(offset) && isIds(ids) && isText(at)
    ? { cursor, count, offset, ids, at }
    : null;

const isText = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value !== '');
const isOffset = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isCount = (value: unknown): value is number | null =>
  value === null || (isOffset(value) && value > 0);
const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= ANCHORS && value.every((id) => typeof id === 'string');

// A forger can know the fingerprint; what the endpoint would refuse is refused here, before a call.
const fits = ({ endpoint }: PageAsk, { cursor, count }: Position): boolean => {
  const { count: counted } = endpoint.params;
  const max = counted?.kind === 'int' ? (counted.max ?? Number.POSITIVE_INFINITY) : 0;
  const follows = cursor === null || ('cursor' in endpoint.params && /^[!-~]+$/.test(cursor));
  return follows && (count === null || count <= max);
};

const columnOf = (sort: string): string => sort.replace(/-(asc|desc)$/, '');

/** The ids of the last rows before a place, and when the last was made: what a cursor finds its place with. */
export const anchorsAt = (
  ask: PageAsk,
  {
    rows,
    end,
    before,
  }: { readonly rows: readonly Row[]; readonly end: number; readonly before: Position },
): Pick<Position, 'ids' | 'at'> => {
  const last = rows[end - 1];
  if (last === undefined) return { ids: before.ids, at: before.at };
  const near = rows.slice(Math.max(0, end - ANCHORS), end);
  const ids = near.flatMap((row) => (row[ORIGIN].entity.key === null ? [] : [idOf(row)]));
  const at = ask.sort === null ? null : last[columnOf(ask.sort)];
  return {
    ids: [...before.ids, ...ids].slice(-ANCHORS),
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : null,
  };
};

/**
 * The index at which a list goes on among rows read again: after the newest anchor that still stands, else at the first
 * row that is not older, so that a deleted border row loses nothing. Null where only more rows can tell; with `last` there
 * are no more for now, with `ended` there are none at all.
 */
export const placeOf = (
  { ids, at, offset }: Position,
  sort: string | null,
  {
    rows,
    last,
    ended,
  }: { readonly rows: readonly Row[]; readonly last: boolean; readonly ended: boolean },
): number | null => {
  const anchor = lastOf(rows, ids);
  if (anchor?.isNewest) return anchor.index + 1;
  const isTimed = at !== null && sort !== null && ids.length > 0;
  const ahead = isTimed ? aheadOf(sort, at) : null;
  const [first] = rows;
  const final = rows.at(-1);
  const passed =
    ahead === null
      ? rows.length > offset
      : (final !== undefined && ahead(final) > 0) ||
        // A cursor at a border of upstream pages: nothing of the page lies before, whatever its times.
        (offset === 0 && first !== undefined && ahead(first) >= 0);
  if (!last && !passed) return null;
  if (anchor !== null) return anchor.index + 1;
  // Pages can come back shorter than they were: then the place is still ahead.
  if (!ended && !passed && rows.length < offset) return rows.length;
  // Without a time the rows that are gone tell how far the others have moved up, at the least.
  if (ahead === null) return Math.min(Math.max(0, offset - ids.length), rows.length);
  const index = rows.findIndex((row) => !(ahead(row) < 0));
  return index === -1 ? rows.length : index;
};

/** How far a row lies behind a time in the order of its list: negative before it, NaN where it has no time. */
const aheadOf = (sort: string, at: string): ((row: Row) => number) => {
  const column = columnOf(sort);
  const direction = sort.endsWith('-desc') ? -1 : 1;
  const time = Date.parse(at);
  return (row) => direction * (Date.parse(String(row[column])) - time);
};

const lastOf = (
  rows: readonly Row[],
  ids: readonly string[],
): { readonly index: number; readonly isNewest: boolean } | null => {
  for (let near = ids.length - 1; near >= 0; near -= 1) {
    const index = rows.findIndex((row) => idOf(row) === ids[near]);
    if (index !== -1) return { index, isNewest: near === ids.length - 1 };
  }
  return null;
};
