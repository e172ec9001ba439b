import type { Entity } from '../src/upstream/catalogue/language/entity.ts';
import {
  identifierOf,
  pathIdName,
  pathNames,
  sameId,
} from '../src/upstream/catalogue/language/identifiers.ts';
import { snakeCase } from '../src/upstream/catalogue/names.ts';
import type { EmulatorResponse, Envelope } from './envelope.ts';
import { notFound } from './refusal.ts';
import type { Handler, Scope } from './scope.ts';
import type { StoredRow } from './store.ts';

/** The entity that an endpoint answers with. Throws TypeError if it answers with none. */
export const entityOf = ({ endpoint }: Pick<Scope, 'endpoint'>): Entity => {
  if (endpoint.returns.of === null) throw new TypeError(`${endpoint.name} answers with no entity`);
  return endpoint.returns.of;
};

/** The account under which the store has the rows of an entity; null for rows outside accounts. */
export const homeOf = (entity: Entity, { accountId }: Scope): string | null =>
  entity.inAccount ? accountId : null;

/** True if a row exists and is not deleted. */
export const isLive = (row: StoredRow | undefined): row is StoredRow =>
  row !== undefined && row['deleted'] !== true;

/** The rows of the account with a value in a column, without deleted ones. */
export const liveRows = (
  { store, accountId }: Pick<Scope, 'store' | 'accountId'>,
  where: { readonly entity: string; readonly column: string },
  value: unknown,
): readonly StoredRow[] => [...store.by({ ...where, accountId }, value)].filter(isLive);

/**
 * The row of the account with this id. Throws a 404 that names `parameter` if there is none, or it
 * is deleted.
 */
export const requireRow = (
  { store, accountId }: Pick<Scope, 'store' | 'accountId'>,
  where: { readonly entity: string; readonly parameter: string },
  id: unknown,
): StoredRow => {
  const row = store.find(where.entity, accountId, String(id));
  if (isLive(row)) return row;
  throw notFound(where.entity, where.parameter, String(id));
};

/** The name of the id that ends a path; null for the path of a collection. */
export const ownName = (path: string): string | null =>
  path.endsWith('}') ? (pathNames(path).at(-1) ?? null) : null;

/**
 * The ids in the path between account and row, as pairs of column and id: the row must have them in
 * these columns.
 */
export const parentsOf = ({ endpoint, input }: Scope): readonly (readonly [string, string])[] => {
  const own = ownName(endpoint.path);
  return pathNames(endpoint.path)
    .filter((name) => name !== 'account_id' && name !== own)
    .map((name) => [name, String(input[name])] as const);
};

/**
 * Throws a 404 if an entity in the path does not exist, or is deleted and the request excludes
 * deleted rows.
 */
export const requireParents = (scope: Scope): void => {
  const showsAll = scope.input['with_deleted'] === true;
  for (const [name, id] of parentsOf(scope)) {
    const entity = identifierOf(pathIdName(scope.endpoint, name)).of;
    if (entity === undefined) continue;
    const row = scope.store.find(entity, scope.accountId, id);
    if (showsAll ? row === undefined : !isLive(row)) throw notFound(entity, name, id);
  }
};

/**
 * True if a row is part of a response, by flags such as `with_deleted` and by the rules of its
 * entity.
 */
export const visibility = (scope: Scope) => {
  const { endpoint, input } = scope;
  const { hides, admits } = scope.rules[entityOf(scope).name] ?? {};
  const hidden = Object.entries(endpoint.params).flatMap(([name, param]) =>
    param.kind === 'flag' && param.reveals !== undefined && input[name] !== true
      ? Object.entries(param.reveals)
      : [],
  );
  const showsAll = input['with_deleted'] === true;
  return (row: StoredRow): boolean =>
    (showsAll || row['deleted'] !== true) &&
    !hidden.some(([column, value]) => row[column] === value) &&
    (showsAll || hides === undefined || !hides(row, scope)) &&
    (admits === undefined || admits(row, scope));
};

/**
 * The row whose id ends the path. Throws a 404 if there is none, or the flags of the request hide
 * it.
 */
export const rowAt = (scope: Scope): StoredRow => {
  requireParents(scope);
  const entity = entityOf(scope);
  const name = ownName(scope.endpoint.path) ?? '';
  const id = String(scope.input[name]);
  const row = scope.store.find(entity.name, homeOf(entity, scope), id);
  const alongPath =
    row !== undefined && parentsOf(scope).every(([column, parent]) => sameId(row[column], parent));
  if (!alongPath || !visibility(scope)(row)) throw notFound(entity.name, name, id);
  return row;
};

/** Answers with the row whose id ends the path. */
export const readOne: Handler = (scope) => responseWith(scope, 200, rowAt(scope));

/** Changes the envelope of a handler's responses. */
export const withEnvelope =
  (handler: Handler, change: (envelope: Envelope, scope: Scope) => Envelope): Handler =>
  (scope) => {
    const response = handler(scope);
    return { ...response, envelope: change(response.envelope, scope) };
  };

/**
 * Adds `data_type` to the response of a handler, which some endpoints have: the name of the entity
 * in snake case.
 */
export const typed = (handler: Handler): Handler =>
  withEnvelope(handler, (envelope, scope) =>
    envelope.operation_errors === undefined
      ? { ...envelope, data_type: snakeCase(entityOf(scope).name) }
      : envelope,
  );

/** A response with one row. */
export const responseWith = (scope: Scope, status: number, row: StoredRow): EmulatorResponse => ({
  status,
  envelope: { request: { params: scope.echo }, data: shown(scope, row) },
  omits: scope.endpoint.returns.omits,
});

/** A row as this request sees it, by the rules of its entity. */
export const shown = (scope: Scope, row: StoredRow): StoredRow =>
  scope.rules[entityOf(scope).name]?.shows?.(row, scope) ?? row;
