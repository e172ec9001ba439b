import { countParam } from '../src/upstream/catalogue/language/endpoint.ts';
import { type ListPosition, readCursor, writeCursor } from './cursor.ts';
import { comparing, type Order, orderOf, sorted } from './order.ts';
import { requireParents, shown, visibility, withEnvelope } from './read.ts';
import type { Handler, Scope } from './scope.ts';
import type { StoredRow } from './store.ts';

/** Answers with a filtered and sorted list: one page, or all rows if the endpoint has no pages. */
export const readList: Handler = (scope) => {
  requireParents(scope);
  const rows = sorted(scope);
  const seen = visibility(scope);
  const { endpoint, input } = scope;
  const total = input['with_total_count'] === true ? rows.filter(seen).length : undefined;
  const page =
    endpoint.returns.as === 'page'
      ? pageOf(scope, rows, seen)
      : { rows: rows.filter(seen).slice(0, sizeOf(scope) ?? undefined), cursor: null };
  return {
    status: 200,
    envelope: {
      request: { params: scope.echo },
      next_cursor: page.cursor,
      ...(total !== undefined && { total_count: total }),
      data: page.rows.map((row) => shown(scope, row)),
    },
    omits: endpoint.returns.omits,
  };
};

/** Removes `next_cursor` from the response of a handler: some endpoints do not have that member. */
export const withoutCursor = (handler: Handler): Handler =>
  withEnvelope(handler, ({ next_cursor: _none, ...envelope }) => envelope);

/** Adds `total_count` to the response of a handler, whether or not the request asks for it. */
export const counted =
  (handler: Handler): Handler =>
  (scope) =>
    handler({ ...scope, input: { ...scope.input, with_total_count: true } });

/** The maximum number of rows of a response; null if the endpoint has no `count`. */
const sizeOf = ({ endpoint, input }: Scope): number | null => {
  const count = countParam(endpoint);
  return count === null ? null : Number(input['count'] ?? count.default ?? 200);
};

const pageOf = (
  scope: Scope,
  rows: readonly StoredRow[],
  seen: (row: StoredRow) => boolean,
): { readonly rows: readonly StoredRow[]; readonly cursor: string | null } => {
  const { input, paging } = scope;
  const order = orderOf(scope);
  const { column, key } = order;
  const given = input['cursor'];
  const from = typeof given === 'string' ? readCursor(scope, given) : { after: null, page: 0 };
  const size = Math.min(sizeOf(scope) ?? 200, paging.rows ?? Infinity);
  const { after } = from;
  const start = after === null ? 0 : startAfter(rows, after, order);
  const page: StoredRow[] = [];
  let at = start;
  for (; at < rows.length && page.length < size; at += 1) {
    const row = rows[at];
    if (row !== undefined && seen(row)) page.push(row);
  }
  const hasNext = paging.rows !== null || paging.loops || rows.slice(at).some(seen);
  if (!hasNext) return { rows: page, cursor: null };
  const last = page.at(-1);
  const position =
    last === undefined ? after : { value: last[column] ?? null, id: String(last[key]) };
  const next = writeCursor(scope, { after: position, page: from.page + 1 });
  return { rows: page, cursor: paging.loops && typeof given === 'string' ? given : next };
};

const startAfter = (
  rows: readonly StoredRow[],
  after: NonNullable<ListPosition['after']>,
  order: Order,
): number => {
  const { column, descending, key } = order;
  const compare = comparing(order);
  const values = { [column]: after.value, [key]: after.id };
  return firstAfter(rows, (row) =>
    descending ? compare(row, values) < 0 : compare(row, values) > 0,
  );
};

// Binary search: the rows are sorted.
const firstAfter = (rows: readonly StoredRow[], isAfter: (row: StoredRow) => boolean): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && isAfter(row)) high = middle;
    else low = middle + 1;
  }
  return low;
};
