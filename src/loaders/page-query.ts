import { lowerId } from '../upstream/catalogue/language/identifiers.ts';
import type { Values } from '../upstream/catalogue/language/values.ts';
import { columnName } from '../upstream/catalogue/names.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import { reportAnomaly } from '../upstream/client/anomalies.ts';
import type { Sink } from '../upstream/client/bytes/sink.ts';
import { badResponse } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import { hashOf, type OrderedList } from './list-order.ts';

/** A remark about a correct value. It is shown in `extensions.notes`, not among the errors. */
export class Note extends Error {
  override readonly name = 'Note';
}

/** A value that could only be read in part, with errors about the rest, and notes. */
export class Flawed<T> {
  readonly value: T;
  readonly errors: readonly Error[];

  constructor(value: T, errors: readonly Error[]) {
    this.value = value;
    this.errors = errors;
  }
}

/** A value with its errors; the value alone if there are none. */
export const flawed = <T>(value: T, errors: readonly Error[] = []): T | Flawed<T> =>
  errors.length === 0 ? value : new Flawed(value, errors);

/** The query for a page of a list, made by `pageQuery`. Equal queries of a request are one load. */
export interface PageQuery extends OrderedList {
  /** A key that is equal for lists that differ only in their parents, and its hash. */
  readonly kind: { readonly key: string; readonly hash: number };
  /** The ids in the endpoint's path, by name. */
  readonly path: Readonly<Record<string, string>>;
  /**
   * The parent of the rows: the parameter that filters by parent, the column of a row that holds
   * the parent's id, and that id.
   */
  readonly parent: { readonly param: string; readonly column: string; readonly id: string } | null;
  /** The endpoint's other parameters, by upstream name, without those for paging and order. */
  readonly filters: Values;
  /** The gateway's own filter, with the names of the endpoint's `where`; null for no filter. */
  readonly where: Values | null;
  /** The largest number of rows of the page. */
  readonly first: number;
  /** The cursor after which the page starts; null for the start of the list. */
  readonly after: string | null;
}

/** The facts of a query. */
export type PageFacts = Without<PageQuery, 'kind'>;

/**
 * A query with its kind. The queries of one load are copies of one query with other parents. A copy
 * may also change `first` and `after`, but nothing else, because it keeps the kind.
 */
export const pageQuery = (query: PageFacts): PageQuery => {
  const key = kindKey(query);
  return { ...query, kind: { key, hash: hashOf(key) } };
};

const kindKey = ({ endpoint, path, parent, filters, where, sort }: PageFacts): string => {
  let key = `${endpoint.name} ${parent?.param ?? ''} ${sort ?? ''}`;
  for (const name in path) key += ` ${lowerId(path[name])}`;
  key += sortedText(filters);
  return where === null ? key : `${key} where${sortedText(where)}`;
};

const sortedText = (values: Values): string => {
  const names = Object.keys(values);
  return names.length === 0 ? '' : JSON.stringify(names.sort().map((name) => [name, values[name]]));
};

/** The part of a list's key that its kind does not have. */
export const ownKey = ({ parent }: PageQuery): string => ` ${lowerId(parent?.id ?? '')}`;

/** A key that is equal for equal lists: of one endpoint, path, parent, order and filters. */
export const listKey = (query: PageQuery): string => `${query.kind.key}${ownKey(query)}`;

/**
 * The cursor that continues after the row at an index of a page. The cursor at -1 continues before
 * the first row: a page after a cursor can be empty before the end of the list.
 */
export interface PageCursors {
  readonly at: (index: number) => string;
  /** Writes that cursor as a JSON string. */
  readonly write: (out: Sink, index: number) => void;
}

/** A page of a list, `query.first` rows or fewer. */
export interface Page {
  readonly query: PageQuery;
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly cursors: PageCursors;
  /** The number of rows of the whole list; null if the page does not have it. */
  readonly knownTotal: number | null;
  /** Notes, and errors about unreadable parts of the list, so that rows may be missing. */
  readonly flaws?: readonly Error[];
}

/** The error about this number of rows that belong to none of the requested parents; none for 0. */
export const strayRows = ({ endpoint, parent }: PageQuery, count: number): readonly Error[] => {
  if (count === 0) return [];
  for (let reported = 0; reported < count; reported += 1) reportAnomaly('row_not_asked_for');
  const rows = count === 1 ? '1 row of the response has' : `${count} rows of the response have`;
  const { name = '', renamed = {} } = endpoint.returns.of ?? {};
  const column = parent?.column ?? '';
  const reason = `${rows} no ${columnName(name, renamed[column] ?? column)} that was asked for`;
  return [badResponse(endpoint.name, reason)];
};

/** Cuts a list into chunks of this size; the last may be smaller. */
export const inChunks = <T>(items: readonly T[], size: number): T[][] => {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
};

/**
 * The largest number of chunks of `size` items in several accounts, if no chunk has items of two
 * accounts: 450 ids in 3 accounts make at most 3 + 2 chunks of 200.
 */
export const maxChunks = (items: number, accounts: number, size: number): number =>
  Math.min(items, accounts + Math.floor(items / size));

/** Divides a list into this many groups, whose sizes differ by at most one. */
export const inGroups = <T>(items: readonly T[], groups: number): T[][] =>
  Array.from({ length: groups }, (_, group) =>
    items.slice(
      Math.ceil((group * items.length) / groups),
      Math.ceil(((group + 1) * items.length) / groups),
    ),
  );

/** Calls `work` for every item, at most `maxConcurrent` at a time. Rejects with the first error. */
export const forEachConcurrently = <T>(
  items: readonly T[],
  maxConcurrent: number,
  work: (item: T) => Promise<void>,
): Promise<unknown> => {
  const [only] = items;
  if (only !== undefined && items.length === 1) return work(only);
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  return Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, worker));
};
