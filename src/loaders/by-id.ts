import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { lowerId, pathIdName } from '../upstream/catalogue/language/identifiers.ts';
import { idFault } from '../upstream/catalogue/language/validate-value.ts';
import { getOrMake } from '../upstream/catalogue/memoize.ts';
import { fillIn, idOf, lowerIdOf, type Row, SOURCE, sentOf } from '../upstream/client/row.ts';
import type { Trace } from '../upstream/client/trace.ts';
import type { Chunk, EntityScope, KeyValues, LoadKeys, RowsById } from './by-key.ts';
import { createLoader, joined, readOneByOne, readTogether } from './by-key.ts';
import { inChunks } from './page-query.ts';
import type { ItemEndpoint, ListEndpoint, ReadEndpoints } from './read-endpoints.ts';
import { readEndpointsOf } from './read-endpoints.ts';
import type { Input, Reading, Reads } from './reads.ts';

type RowResult = Row | Error | null;

/** Loads rows by their ids. */
export interface RowLoaders {
  /**
   * A row for each id, in the order of the ids; null if the API has none. Deleted and draft rows
   * are included. Lists that need more than ids to find a row also get `filters`.
   */
  readonly rows: (
    scope: {
      readonly entity: Entity;
      readonly accountId: string | null;
      readonly filters?: Input | undefined;
    },
    ids: readonly string[],
    trace: Trace,
  ) => KeyValues<Row | null>;
  /**
   * The same rows with all of these columns. A column that a row lacks is read from the other
   * endpoint: the item endpoint for a row of a list, and the reverse. A column that cannot be read
   * holds the Error.
   */
  readonly complete: (
    rows: readonly Row[],
    columns: readonly string[],
    trace: Trace,
  ) => KeyValues<Row>;
}

/**
 * Creates the loaders of rows. Ids of one entity and account share calls: a single id uses the item
 * endpoint, several use the list.
 */
export const createRows = (reads: Reads): RowLoaders => {
  const byId = new Map<string, LoadKeys<string, Row | null>>();
  const completions = new Map<string, LoadKeys<Row, Row | null>>();
  return {
    rows: ({ entity, accountId, filters = {} }, ids, trace) => {
      const rowCache = reads.rowCache(entity, accountId);
      const known = ids.map(rowCache.find);
      if (!known.includes(undefined)) return known as readonly Row[];
      const key = `${entity.name}:${lowerId(accountId ?? '')}:${JSON.stringify(filters)}`;
      const load = getOrMake(byId, key, () =>
        createLoader(lowerId, (some: readonly string[], by) =>
          readRows({ ...scopeOf({ reads, trace: by }, entity, accountId), filters }, some),
        ),
      );
      return load(ids, trace);
    },
    complete: (rows, columns, trace) => {
      const [row] = rows;
      if (row === undefined) return [];
      const { entity, accountId } = row[SOURCE];
      const other = otherEndpoint(readEndpointsOf(entity), row);
      const key = `${entity.name}:${lowerId(accountId ?? '')}:${other?.endpoint.name}`;
      const load = getOrMake(completions, key, () =>
        createLoader(lowerIdOf, (some: readonly Row[], by) =>
          readByOther(scopeOf({ reads, trace: by }, entity, accountId), some, other),
        ),
      );
      const fill = (results: readonly (Row | Error | null)[]) =>
        rows.map((one, index) => fillColumns(one, results[index] ?? null, columns));
      return load(rows, trace).then(fill);
    },
  };
};

const scopeOf = (reading: Reading, entity: Entity, accountId: string | null): EntityScope => ({
  ...reading,
  readEndpoints: readEndpointsOf(entity),
  entity,
  accountId,
  path: accountId === null ? {} : { account_id: accountId },
  filters: {},
});

const readRows = async (scope: EntityScope, ids: readonly string[]): Promise<RowResult[]> => {
  const rowCache = scope.reads.rowCache(scope.entity, scope.accountId);
  // A list may have read some of the rows in the meantime.
  const known = ids.map(rowCache.find);
  const missing = ids.filter((_, index) => known[index] === undefined);
  const list = listFor(scope);
  const chunks =
    list === null || (missing.length === 1 && takes(scope.readEndpoints.item, missing[0]))
      ? [await readOneByOne(scope, missing)]
      : await Promise.all(
          inChunks(missing, list.size).map((chunk) =>
            readChunk(scope, list, { ids: chunk, filters: scope.filters }),
          ),
        );
  const results = chunks.flatMap((found) => [...found.values()]);
  rowCache.add(results.filter((row): row is Row => row !== null && !(row instanceof Error)));
  if (missing.length === ids.length) return results;
  const left = results.values();
  return known.map((row) => row ?? left.next().value ?? null);
};

/** The list that finds rows by id, if `filters` has all that it requires; else null. */
const listFor = ({ readEndpoints: { list }, filters }: EntityScope): ListEndpoint | null =>
  list?.requiredFilters.every(({ param }) => filters[param] !== undefined) === true ? list : null;

/** True if an item endpoint accepts the id. Rows with other ids are read by the list. */
const takes = (item: ItemEndpoint | null, id = ''): boolean =>
  item !== null && idFault(pathIdName(item.endpoint, item.id), id) === null;

// Ids that the usual filters do not find get a second call with other filters, if the catalogue has
// some.
const readChunk = async (
  scope: EntityScope,
  list: ListEndpoint,
  chunk: Chunk,
): Promise<RowsById> => {
  const found = await readTogether(scope, list, chunk);
  const { fallback } = list;
  if (fallback === null) return found;
  const absent = chunk.ids.filter((id) => found.get(lowerId(id)) === null);
  if (absent.length === 0) return found;
  const filters = { ...chunk.filters, ...fallback };
  return joined([found, await readTogether(scope, list, { ids: absent, filters })]);
};

/** The endpoint that a row was not read from. List and item endpoints omit different columns. */
const otherEndpoint = (
  { list, item }: ReadEndpoints,
  row: Row,
): ListEndpoint | ItemEndpoint | null => {
  const as = row[SOURCE].endpoint?.returns.as;
  const fromList = as === 'page' || as === 'rows';
  return fromList ? item : (list ?? (row[SOURCE].endpoint === item?.endpoint ? null : item));
};

const readByOther = async (
  scope: EntityScope,
  rows: readonly Row[],
  other: ListEndpoint | ItemEndpoint | null,
): Promise<RowResult[]> => {
  const found = await readEach(scope, rows, other);
  return rows.map((row) => found.get(lowerIdOf(row)) ?? null);
};

const readEach = async (
  scope: EntityScope,
  rows: readonly Row[],
  endpoint: ListEndpoint | ItemEndpoint | null,
): Promise<RowsById> => {
  if (endpoint === null) return new Map();
  if (!('ids' in endpoint)) return readOneByOne(scope, rows.map(idOf));
  const chunks = inChunks(rows, endpoint.size);
  return joined(await Promise.all(chunks.map((chunk) => readAgain(scope, endpoint, chunk))));
};

const readAgain = async (
  scope: EntityScope,
  list: ListEndpoint,
  rows: readonly Row[],
): Promise<RowsById> => {
  const whole = rows.filter((row) =>
    list.requiredFilters.every(({ column }) => row[column] != null),
  );
  if (whole.length === 0) return new Map();
  const filters = Object.fromEntries(
    list.requiredFilters.map(({ param, column }) => [
      param,
      [...new Set(whole.map((row) => String(row[column])))],
    ]),
  );
  return readChunk(scope, list, { ids: whole.map(idOf), filters });
};

// Columns that the row has stay unchanged, because they are newer after a write. A column that
// neither endpoint has becomes null, so that it is not read again. A column that could not be read
// holds the Error.
const fillColumns = (row: Row, other: Row | Error | null, columns: readonly string[]): Row => {
  // Two fields may wait for the same response. The first one fills in the columns.
  const open = columns.filter((name) => row[name] === undefined);
  if (open.length === 0) return row;
  const reason = other instanceof Error ? other : null;
  const absent: Record<string, unknown> = Object.fromEntries(open.map((name) => [name, reason]));
  const others = other === null || other instanceof Error ? {} : sentOf(other);
  for (const [name, value] of Object.entries(others)) {
    if (row[name] === undefined) absent[name] = value;
  }
  return fillIn(row, absent);
};
