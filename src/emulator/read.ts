import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { identifierOf } from '../upstream/catalogue/language/identifiers.ts';
import { pathIdName, pathNames } from '../upstream/catalogue/language/paths.ts';
import type { Answer } from './envelope.ts';
import { notFound } from './refusal.ts';
import type { Handler, Scope } from './scope.ts';
import type { StoredRow } from './store.ts';

/** The entity an endpoint answers with. */
export const entityOf = ({ endpoint }: Pick<Scope, 'endpoint'>): Entity => {
  if (endpoint.returns.of === null) throw new TypeError(`${endpoint.name} answers with no entity`);
  return endpoint.returns.of;
};

/** The account whose tables hold the rows of an entity. */
export const homeOf = (entity: Entity, { accountId }: Scope): string | null =>
  entity.inAccount ? accountId : null;

/** Whether there is a row, and it is not deleted. */
export const isLive = (row: StoredRow | undefined): row is StoredRow =>
  row !== undefined && row['deleted'] !== true;

/** The rows of the account with a value in a column, without deleted ones. */
export const liveRows = (
  { store, accountId }: Pick<Scope, 'store' | 'accountId'>,
  where: { readonly entity: string; readonly column: string },
  value: unknown,
): readonly StoredRow[] => [...store.by({ ...where, accountId }, value)].filter(isLive);

/** The row of the account with this id; refuses an id of none, or of a deleted one, in the name of `parameter`. */
export const requireRow = (
  { store, accountId }: Pick<Scope, 'store' | 'accountId'>,
  where: { readonly entity: string; readonly parameter: string },
  id: unknown,
): StoredRow => {
  const row = store.find(where.entity, accountId, String(id));
  if (isLive(row)) return row;
  throw notFound(where.entity, where.parameter, String(id));
};

/** The name in the path that identifies the row itself; null for a path of a whole collection. */
export const ownName = (path: string): string | null =>
  path.endsWith('}') ? (pathNames(path).at(-1) ?? null) : null;

/** The identifiers in the path, beyond account and row, that say where in the account a row belongs. */
export const parentsOf = ({ endpoint, input }: Scope): readonly (readonly [string, string])[] => {
  const own = ownName(endpoint.path);
  return pathNames(endpoint.path)
    .filter((name) => name !== 'account_id' && name !== own)
    .map((name) => [name, String(input[name])] as const);
};

/** Refuses a path whose parent entities do not exist. */
export const requireParents = (scope: Scope): void => {
  for (const [name, id] of parentsOf(scope)) {
    const entity = identifierOf(pathIdName(scope.endpoint, name)).of;
    if (entity !== undefined && !scope.store.find(entity, scope.accountId, id)) {
      throw notFound(entity, name, id);
    }
  }
};

/** Whether a row belongs in an answer, by the flags that reveal rows and by its entity's own rules. */
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

/** The row a path names, seen with the request's flags. */
export const rowAt = (scope: Scope): StoredRow => {
  requireParents(scope);
  const entity = entityOf(scope);
  const name = ownName(scope.endpoint.path) ?? '';
  const id = String(scope.input[name]);
  const row = scope.store.find(entity.name, homeOf(entity, scope), id);
  const inPlace =
    row !== undefined && parentsOf(scope).every(([column, parent]) => same(row[column], parent));
  if (!inPlace || !visibility(scope)(row)) throw notFound(entity.name, name, id);
  return row;
};

/** Answers with the row a path names. */
export const readOne: Handler = (scope) => answerWith(scope, 200, rowAt(scope));

/** The same answer with the name of what it holds, which some endpoints still give. */
export const typed =
  (handler: Handler): Handler =>
  (scope) => {
    const { envelope, ...answer } = handler(scope);
    const data_type = entityOf(scope)
      .name.replace(/\B[A-Z]/g, '_$&')
      .toLowerCase();
    const isRefused = envelope.operation_errors !== undefined;
    return isRefused
      ? { ...answer, envelope }
      : { ...answer, envelope: { ...envelope, data_type } };
  };

/** A single row as the endpoint shows it. */
export const answerWith = (scope: Scope, status: number, row: StoredRow): Answer => ({
  status,
  envelope: { request: { params: scope.echo }, data: shown(scope, row) },
  omits: scope.endpoint.returns.omits,
});

/** A row as its entity's rules show it to this request. */
export const shown = (scope: Scope, row: StoredRow): StoredRow =>
  scope.rules[entityOf(scope).name]?.shows?.(row, scope) ?? row;

const same = (left: unknown, right: unknown): boolean =>
  String(left).toLowerCase() === String(right).toLowerCase();
