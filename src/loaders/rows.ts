import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { tellFault } from '../upstream/client/faults.ts';
import type { Row } from '../upstream/client/row.ts';
import { idOf } from '../upstream/client/row.ts';
import type { ItemEndpoint, ListEndpoint, ReadEndpoints } from './read-endpoints.ts';
import type { Input, Reading } from './reads.ts';
import { isNewer, pagesOf } from './reads.ts';
import { blamesAnId, isNotFound, toError } from './refusals.ts';
import { forEachConcurrently, inChunks } from './slices.ts';

/** How many calls for single rows run side by side. */
const WIDTH = 8;

/** What came of each id, in lower case; an id that the API does not know is not there. */
export type Found = Map<string, Row | Error>;
/** The ids of one entity in one account, which share calls. */
export interface Scope extends Reading {
  readonly readEndpoints: ReadEndpoints;
  readonly entity: Entity;
  readonly accountId: string | null;
  readonly path: Input;
}

/** Ids compare without case. */
export const lower = (id: string): string => id.toLowerCase();

/** Reads rows with a call for each. */
export const readSingly = async (
  scope: Scope,
  ids: readonly string[],
  found: Found,
): Promise<void> => {
  const { item } = scope.readEndpoints;
  if (item === null) throw new TypeError(`the API has no way to read ${scope.entity.name} by id`);
  await forEachConcurrently(ids, WIDTH, async (id) => {
    const row = await readItem(scope, item, id).catch(toError);
    if (row !== null) found.set(lower(id), row);
  });
};

const readItem = async (scope: Scope, item: ItemEndpoint, id: string): Promise<Row | null> => {
  try {
    const input = { ...scope.path, [item.id]: id, ...item.flags };
    const { rows } = await scope.reads.call(item.endpoint, input, scope.trace);
    return rows.find((row) => lower(idOf(row)) === lower(id)) ?? null;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
};

/** Ids that fit into one call. */
export interface Chunk {
  readonly ids: readonly string[];
  readonly found: Found;
  /** Filters beside the ids. */
  readonly filters?: Input;
}

/** Reads rows with one call; where some id spoils it, with more. */
export const readTogether = async (
  scope: Scope,
  list: ListEndpoint,
  chunk: Chunk,
): Promise<void> => {
  try {
    await readList(scope, list, chunk);
  } catch (error) {
    const { ids, found } = chunk;
    if (ids.length > 1 && blamesAnId(error, list.ids)) {
      const halves = inChunks(ids, Math.ceil(ids.length / 2));
      await Promise.all(halves.map((half) => readTogether(scope, list, { ...chunk, ids: half })));
    } else if (!isNotFound(error)) {
      for (const id of ids) found.set(lower(id), toError(error));
    }
  }
};

// Unknown ids are left out of the answer and its order is the API's own, so rows are matched by id, never by position.
const readList = async (scope: Scope, list: ListEndpoint, chunk: Chunk): Promise<void> => {
  const { endpoint } = list;
  const wanted = new Set(chunk.ids.map(lower));
  const { found } = chunk;
  const input = {
    ...scope.path,
    ...chunk.filters,
    [list.ids]: chunk.ids,
    ...list.flags,
    ...('count' in endpoint.params && { count: chunk.ids.length }),
  };
  let open = wanted.size;
  let flaw: Error | undefined;
  for await (const page of pagesOf(scope.reads, { endpoint, input, trace: scope.trace })) {
    flaw ??= page.flaws[0];
    for (const row of page.rows) {
      const id = lower(idOf(row));
      if (!wanted.has(id)) {
        tellFault('row_not_asked_for');
        continue;
      }
      const known = found.get(id);
      if (known === undefined) open -= 1;
      if (known === undefined || known instanceof Error || isNewer(row, known)) found.set(id, row);
    }
    if (open === 0) break;
  }
  if (flaw === undefined) return;
  // What could not be read may be what is missing.
  for (const id of wanted) if (!found.has(id)) found.set(id, flaw);
};
