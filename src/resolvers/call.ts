import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import { isUnknown } from '../loaders/refusals.ts';
import type { Endpoint } from '../upstream/catalogue/endpoint.ts';
import { pathNames, revealed } from '../upstream/catalogue/endpoint.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import { InputError } from '../upstream/errors.ts';
import type { Row } from '../upstream/row.ts';
import { idOf } from '../upstream/row.ts';
import { parseGlobalId, restIdOf } from './ids.ts';
import { upstreamValues } from './input.ts';
import { entityBy, whole } from './node.ts';
import { needsOf, objectType } from './selection.ts';

type Args = Readonly<Record<string, unknown>>;
type MaybePromise<T> = T | Promise<T>;

/** The name of the id that an item endpoint's path ends with. */
export const itemIdName = (endpoint: Endpoint): string => pathNames(endpoint.path).at(-1) ?? '';

/**
 * One entity by id, of an account or of nothing. Deleted rows are hidden unless `withDeleted`. An argument that changes the
 * answer itself, such as `lang`, asks the item endpoint; anything else goes through the by-id loader.
 */
export const one = (endpoint: Endpoint, entity: Entity) => {
  const idName = itemIdName(endpoint);
  return (
    parent: Row | undefined,
    args: Args,
    context: Context,
    info: GraphQLResolveInfo,
  ): MaybePromise<Row | null> => {
    const accountId = entity.inAccount && parent !== undefined ? idOf(parent) : null;
    const id = restIdOf(args['id'] as string, endpoint.pathIds[idName] ?? idName, {
      accountId,
      path: ['id'],
    });
    const { with_deleted: withDeleted, ...own } = upstreamValues(endpoint.params, args, {
      accountId,
      path: [],
    });
    const asked = Object.values(own).some((value) => value !== null);
    const found = asked
      ? itemBy(endpoint, { ...own, [idName]: id, account_id: accountId ?? id }, { context, info })
      : entityBy(entity, { accountId, id }, { context, info });
    const shown = (row: Row | null): Row | null =>
      row?.['deleted'] === true && withDeleted !== true ? null : row;
    return found instanceof Promise ? found.then(shown) : shown(found);
  };
};

const itemBy = async (
  endpoint: Endpoint,
  input: Args,
  { context, info }: { readonly context: Context; readonly info: GraphQLResolveInfo },
): Promise<Row | null> => {
  try {
    const { rows } = await context.loaders.read(endpoint, { ...input, ...revealed(endpoint) });
    const [row] = rows;
    const entity = endpoint.returns.of;
    if (row === undefined || entity === null) return null;
    return await whole(row, needsOf(info, objectType(info, entity.name)), context);
  } catch (error) {
    // An id that the API does not know is an absence, not a failure.
    if (isUnknown(error)) return null;
    throw error;
  }
};

/** An entity that can be found by its global id, and the name that its id has in paths. */
export interface NodeEntity {
  readonly entity: Entity;
  readonly idName: string;
}

/** What a global id points to. */
export interface Located {
  readonly entity: Entity;
  readonly accountId: string | null;
  readonly id: string;
}

/** Reads global ids of these entities; refuses what is malformed or of a type without `node`. Asks for nothing. */
export const locator =
  (entities: ReadonlyMap<string, NodeEntity>) =>
  (value: string, path: readonly (string | number)[]): Located => {
    const global = parseGlobalId(value);
    const { entity, idName } = entities.get(global?.type ?? '') ?? {};
    if (
      global === null ||
      entity === undefined ||
      idName === undefined ||
      entity.inAccount === (global.accountId === null)
    ) {
      throw new InputError('this is not an id that the field `id` of an entity gives', path);
    }
    const accountId =
      global.accountId === null
        ? null
        : restIdOf(global.accountId, 'account_id', { accountId: null, path });
    return { entity, accountId, id: restIdOf(global.restId, idName, { accountId, path }) };
  };
