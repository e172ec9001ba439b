import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { readList } from '../list.ts';
import { notFound, refusal } from '../refusal.ts';
import type { Change, EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import { advertisers } from '../seed/accounts.ts';
import type { StoredRow } from '../store.ts';
import { analyst } from '../users.ts';
import { create, remove, update } from '../write.ts';

/** Throws a 403 if the user is not admitted: these endpoints are in early access. */
const requireAccess = ({ user }: Scope): void => {
  if (user?.userId !== analyst.userId) return;
  const message = 'Catalogs are in early access, and this user is not let in';
  throw refusal(403, 'ACTION_NOT_ALLOWED', message);
};

/** True if a user may act for another user, who must advertise in one of the user's accounts. */
const actsFor = ({ user, access }: Scope, userId: unknown): boolean =>
  user?.userId === userId ||
  advertisers.some((one) => one.userId === userId && access.mayUse(user?.userId ?? '', one.id));

const userOf = (scope: Scope, given: Values = scope.input): string => {
  const parameter = 'user_id';
  const value = String(given[parameter] ?? scope.user?.userId);
  if (actsFor(scope, value)) return value;
  const message = `This user may not act for the user ${value}`;
  throw refusal(403, 'ACTION_NOT_ALLOWED', message, { parameter, value });
};

/** Wraps a handler of a catalog's rows: refuses catalogs that the caller may not use. */
export const inCatalog =
  (handler: Handler): Handler =>
  (scope) => {
    requireAccess(scope);
    const parameter = 'product_catalog_id';
    const id = String(scope.input[parameter]);
    const catalog = scope.store.find('ProductCatalog', null, id);
    if (catalog === undefined || !actsFor(scope, catalog['user_id'])) {
      throw notFound('ProductCatalog', parameter, id);
    }
    return handler(scope);
  };

/** The rows of an entity that are in a catalog. */
export const rowsIn = (
  { store }: Pick<Scope, 'store'>,
  entity: string,
  catalogId: unknown,
): readonly StoredRow[] => [
  ...store.by({ entity, accountId: null, column: 'product_catalog_id' }, catalogId),
];

const creating = (_made: WrittenRow, scope: Scope): void => {
  const owned = scope.store.by(
    { entity: 'ProductCatalog', accountId: null, column: 'user_id' },
    userOf(scope),
  );
  if ([...owned].length === 0) return;
  throw refusal(400, 'INVALID', 'A user may have only one catalog', { parameter: 'user_id' });
};

const contents = [
  ['Product', 'product_key'],
  ['ProductSet', 'id'],
  ['ScheduledFeed', 'id'],
] as const;

const emptyDeleted = ({ after }: Change, { store }: Scope): void => {
  if (after['deleted'] !== true) return;
  for (const [entity, key] of contents) {
    for (const row of rowsIn({ store }, entity, after['id'])) {
      store.remove(entity, null, String(row[key]));
    }
  }
};

export const rules: Readonly<Record<string, EntityRules>> = {
  ProductCatalog: {
    admits: (row, scope) =>
      scope.endpoint.returns.as !== 'rows' || row['user_id'] === userOf(scope),
    defaults: (given, scope) => ({ user_id: userOf(scope, given) }),
    creating,
    afterwards: emptyDeleted,
    shows: ({ id, name }) => ({ id, name }),
  },
};

const requireAdmission =
  (handler: Handler): Handler =>
  (scope) => {
    requireAccess(scope);
    return handler(scope);
  };

export const handlers: Readonly<Record<string, Handler>> = {
  listProductCatalogs: requireAdmission((scope) => {
    userOf(scope);
    return readList(scope);
  }),
  createProductCatalog: requireAdmission(create),
  updateProductCatalog: inCatalog(update),
  deleteProductCatalog: inCatalog(remove),
};
