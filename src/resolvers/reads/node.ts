import { Flawed, flawed } from '../../loaders/page-query.ts';
import { endsRow } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { isWritable } from '../../upstream/client/bytes/column.ts';
import { ValueError } from '../../upstream/client/errors.ts';
import { type Row, reference, SOURCE } from '../../upstream/client/row.ts';
import type { Args, Load, LoadContext, Loaded } from '../field.ts';
import { andThen, grouped } from './grouped.ts';
import type { EntityPaths, Needs } from './needs.ts';
import { inConnection, isReadFor, needsOf, prefetch } from './needs.ts';

/** An entity to read: its type, its account (null outside accounts) and its id. */
export interface Address {
  readonly entity: Entity;
  readonly accountId: string | null;
  readonly id: string;
  /** Filters besides the ids, if the list does not find every row by id alone. */
  readonly filters?: Args;
}

/**
 * The entities at these addresses: rows if they are read (`isReadFor`), else references. Loads that
 * only need ids start at the same time as the read. Null if the address is null or the API has no
 * such entity; an Error is returned unchanged.
 */
export const entitiesAt = (
  addresses: readonly (Address | Error | null)[],
  asking: LoadContext,
): Loaded<Row | null | Flawed<Row>> => {
  const given = addresses.filter(isAddress);
  const unread: (readonly [Needs, readonly Row[]])[] = [];
  const found = grouped(given, entityIn, (ofKind) =>
    grouped(ofKind, callIn, (group) => {
      const needs = needsOf(asking.field, ofKind[0]?.entity.name ?? '');
      if (isReadFor(needs, asking.field)) return rowsOf(group, needs, asking);
      const references = group.map(referenceTo);
      unread.push([needs, references]);
      return references;
    }),
  );
  // References must not wait for the rows of others before their own fields are loaded.
  if (found instanceof Promise) for (const one of unread) prefetch(...one, asking);
  if (given.length === addresses.length) return found;
  return andThen(found, (rows) => {
    const left = rows.values();
    return addresses.map((address) =>
      isAddress(address) ? (left.next().value as Row | Error | null | Flawed<Row>) : address,
    );
  });
};

/** The rows of entities, read by their ids, with one read for each account. */
export const rowsAt = (
  entity: Entity,
  addresses: readonly Pick<Address, 'accountId' | 'id'>[],
  { context, field }: LoadContext,
): Loaded<Row | null> =>
  grouped(
    addresses,
    ({ accountId }) => accountId,
    (group) =>
      context.loaders.rows(
        { entity, accountId: group[0]?.accountId ?? null },
        group.map(({ id }) => id),
        field.trace,
      ),
  );

/** The row of one entity, read by its id; null if the API has none. Throws if the read fails. */
export const rowAt = async (
  { entity, accountId, id }: Address,
  { context, field }: LoadContext,
): Promise<Row | null> => {
  const [row = null] = await context.loaders.rows({ entity, accountId }, [id], field.trace);
  if (row instanceof Error) throw row;
  return row;
};

/** The entities at these addresses as one list, for a root field. */
export const listAt = (
  addresses: readonly (Address | Error)[],
  asking: LoadContext,
): Loaded<readonly (Row | Error | null)[] | Flawed<readonly (Row | Error | null)[]>> =>
  andThen(entitiesAt(addresses, asking), (rows) => {
    const flaws = rows.flatMap((row) => (row instanceof Flawed ? row.errors : []));
    return [
      flawed(
        rows.map((row) => (row instanceof Flawed ? row.value : row)),
        flaws,
      ),
    ];
  });

const isAddress = (address: Address | Error | null): address is Address =>
  address !== null && !(address instanceof Error);

const entityIn = ({ entity }: Address): Entity => entity;
/** The key of addresses that share calls. */
const callIn = ({ accountId, filters }: Address): string | null =>
  filters === undefined ? accountId : JSON.stringify([accountId, filters]);

const referenceTo = ({ entity, accountId, id }: Address): Row => reference(entity, accountId, id);

const rowsOf = (
  addresses: readonly Address[],
  needs: Needs,
  asking: LoadContext,
): Loaded<Row | null | Flawed<Row>> => {
  const [first] = addresses;
  if (first === undefined) return [];
  const { context, field } = asking;
  const { entity, accountId, filters } = first;
  const all = addresses.map(({ id }) => id);
  // Many parents often lead to few entities.
  const distinct = new Set(all);
  const ids = distinct.size === all.length ? all : [...distinct];
  const rows = context.loaders.rows({ entity, accountId, filters }, ids, field.trace);
  if (rows instanceof Promise && needs.prefetchable.length > 0) {
    prefetch(
      needs,
      ids.map((id) => reference(entity, accountId, id)),
      asking,
    );
  }
  const whole = andThen(rows, (found) => completed(found, needs, asking));
  return andThen(whole, (found) => withFlaws(ids === all ? found : spread(found, ids, all)));
};

/** The results for distinct ids, repeated for each occurrence of an id in `all`. */
const spread = <T>(found: readonly T[], ids: readonly string[], all: readonly string[]): T[] => {
  const indexes = new Map(ids.map((id, index) => [id, index]));
  return all.map((id) => found[indexes.get(id) as number] as T);
};

/** Rows with the errors of their responses. The errors of each response are reported once. */
const withFlaws = (
  rows: readonly (Row | Error | null)[],
): readonly (Row | Error | null | Flawed<Row>)[] => {
  if (!rows.some((row) => isRow(row) && row[SOURCE].flaws !== undefined)) return rows;
  const seen = new Set<readonly Error[]>();
  return rows.map((row) => {
    const flaws = row === null || row instanceof Error ? undefined : row[SOURCE].flaws;
    if (flaws === undefined || seen.has(flaws) || row === null) return row;
    seen.add(flaws);
    return flawed(row as Row, flaws);
  });
};

/** The rows of a list. Selected columns that its response omits are added from another endpoint. */
export const completedList = (
  rows: readonly Row[],
  asking: LoadContext,
  paths: EntityPaths = inConnection,
): Loaded<Row> => {
  const origin = rows[0]?.[SOURCE];
  if (origin === undefined || (origin.endpoint?.returns.omits ?? []).length === 0) return rows;
  return completed(rows, needsOf(asking.field, origin.entity.name, paths), asking);
};

/** The rows with selected columns that their responses omit; an unreadable one is an Error. */
export const completed = <R extends Row | Error | null>(
  rows: readonly R[],
  needs: Needs,
  { context, field }: LoadContext,
): Loaded<R> => {
  const short = rows.filter((row): row is R & Row => isRow(row) && isShort(row, needs));
  const [first] = short;
  if (first === undefined) return rows;
  const open = new Set<Row | Error | null>(short);
  const keyOf = (row: Row): string => row[SOURCE].endpoint?.name ?? '';
  const filled = grouped(short, keyOf, (group) =>
    context.loaders.complete(group, missing(first, needs), field.trace),
  );
  return andThen(filled, (results) => {
    const left = results.values();
    return rows.map((row) => (open.has(row) ? (left.next().value as R) : row));
  });
};

const isRow = (row: Row | Error | null): row is Row => row !== null && !(row instanceof Error);

const missing = (row: Row, { columns }: Needs): readonly string[] =>
  omitsIn(row).filter((column) => columns.has(column) && row[column] === undefined);

/** The columns that this response omits and another endpoint has; none for a deleted row. */
const omitsIn = (row: Row): readonly string[] => {
  const { endpoint } = row[SOURCE];
  return endpoint === null || endsRow(endpoint) ? [] : endpoint.returns.omits;
};

/** True if a column is missing; most responses omit none. */
const isShort = (row: Row, needs: Needs): boolean =>
  omitsIn(row).length > 0 && missing(row, needs).length > 0;

/** Loads a link to the entity whose id is in a column. */
export const link = (entity: Entity, column: string): Load<Row, Row | null> =>
  linkFrom((row) => addressIn(entity, row, row[column]));

/** Loads the link from a row to its account. */
export const accountLink = (account: Entity): Load<Row, Row | null> =>
  linkFrom((row) => addressIn(account, row, row[SOURCE].accountId));

/** Loads the entity at the address of each row. */
export const linkFrom =
  (addressOf: (row: Row) => Address | Error | null): Load<Row, Row | null> =>
  (rows, _args, context, field) =>
    entitiesAt(rows.map(addressOf), { context, field });

/** The address of the entity with this id, null without one, an Error if it is unreadable. */
export const addressIn = (entity: Entity, row: Row, id: unknown): Address | Error | null => {
  if (id instanceof Error) return id;
  if (id === null || id === undefined || id === '') return null;
  if (!isWritable(id)) return new ValueError('an id');
  return { entity, accountId: entity.inAccount ? row[SOURCE].accountId : null, id: String(id) };
};

/** An entity that implements Node, and the name of its id in paths. */
export interface NodeEntity {
  readonly entity: Entity;
  readonly idName: string;
}

/** The facts that find the entity of a row. */
interface KindOf {
  /** The entity for each kind, by the API's name of the kind. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly kindOf: (row: Row) => unknown;
}

/** Loads the entity whose id each row has in `entity_id`; null for an unknown kind of entity. */
export const anyEntityOf = (
  entities: ReadonlyMap<string, NodeEntity>,
  { kinds, kindOf }: KindOf,
): Load<Row, Row | null> => {
  const addressOf = (row: Row): Address | null => {
    const nodeEntity = entities.get(kinds[String(kindOf(row))] ?? '');
    const id = row['entity_id'];
    if (nodeEntity === undefined || typeof id !== 'string' || id === '') return null;
    return { entity: nodeEntity.entity, accountId: row[SOURCE].accountId, id };
  };
  return (rows, _args, context, field) => entitiesAt(rows.map(addressOf), { context, field });
};
