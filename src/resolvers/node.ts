import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import type { Row } from '../upstream/row.ts';
import { ORIGIN, reference } from '../upstream/row.ts';
import type { Needs, Places } from './selection.ts';
import { inConnection, needsOf, objectType, startLists } from './selection.ts';

type MaybePromise<T> = T | Promise<T>;

/** What a field needs to find an entity: the request, and what is selected below the field. */
export interface Asking {
  readonly context: Context;
  readonly info: GraphQLResolveInfo;
}

/**
 * The entity with this id: a reference where its ids are all that is selected, else its row, with the entity's own lists
 * started beside it. Null where the API has none.
 */
export const entityBy = (
  entity: Entity,
  { accountId, id }: { readonly accountId: string | null; readonly id: string },
  asking: Asking,
): MaybePromise<Row | null> => {
  const { context, info } = asking;
  const needs = needsOf(info, objectType(info, entity.name));
  if (!needs.row) return reference(entity, accountId, id);
  const row = context.loaders.row(entity, accountId, id);
  if (!(row instanceof Promise)) return row === null ? null : whole(row, needs, context);
  startLists(needs, reference(entity, accountId, id), asking);
  return row.then((found) => (found === null ? null : whole(found, needs, context)));
};

/** The rows with every selected column that their answer left out and another form of the endpoint has. */
export const completed = (
  rows: readonly Row[],
  { context, info }: Asking,
  places: Places = inConnection,
): MaybePromise<readonly Row[]> => {
  const [first] = rows;
  const omits = first?.[ORIGIN].endpoint?.returns.omits ?? [];
  if (first === undefined || omits.length === 0) return rows;
  const needs = needsOf(info, objectType(info, first[ORIGIN].entity.name), places);
  return omits.some((column) => needs.columns.has(column))
    ? Promise.all(rows.map((row) => whole(row, needs, context)))
    : rows;
};

/** A row with every selected column that its own answer is known to leave out. */
export const whole = (row: Row, needs: Needs, context: Context): MaybePromise<Row> => {
  const omits = row[ORIGIN].endpoint?.returns.omits ?? [];
  const missing = omits.filter((column) => needs.columns.has(column) && !(column in row));
  return missing.length === 0 ? row : context.loaders.complete(row, missing);
};

/** A field that leads to the entity whose id stands in a column, in the account of the row where it lives in one. */
export const link =
  (entity: Entity, column: string) =>
  (
    row: Row,
    _args: unknown,
    context: Context,
    info: GraphQLResolveInfo,
  ): MaybePromise<Row | null> => {
    const id = row[column];
    return typeof id === 'string' && id !== ''
      ? entityBy(
          entity,
          { accountId: entity.inAccount ? row[ORIGIN].accountId : null, id },
          { context, info },
        )
      : null;
  };

/** A field that leads from a row to its account. */
export const accountLink =
  (account: Entity) =>
  (
    row: Row,
    _args: unknown,
    context: Context,
    info: GraphQLResolveInfo,
  ): MaybePromise<Row | null> => {
    const id = row[ORIGIN].accountId;
    return id === null ? null : entityBy(account, { accountId: null, id }, { context, info });
  };
