import type { Entity } from '../src/upstream/catalogue/language/entity.ts';
import { identifierOf } from '../src/upstream/catalogue/language/identifiers.ts';
import type { Fields } from '../src/upstream/catalogue/language/params.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import { type GivenFields, withAllValuesUsed } from './all-values-used.ts';
import { emptyRow, storedValue } from './columns.ts';
import { refuseEmpty } from './empty.ts';
import {
  entityOf,
  homeOf,
  parentsOf,
  requireParents,
  requireRow,
  responseWith,
  rowAt,
} from './read.ts';
import type { Change, EntityRules, Handler, Scope } from './scope.ts';
import type { StoredRow } from './store.ts';

/** Creates a row of the endpoint's entity; a 201. */
export const create: Handler = (scope) => {
  requireParents(scope);
  const row = scope.store.atomically(() =>
    createRow(scope, { fields: scope.endpoint.params, given: scope.input }),
  );
  return responseWith(scope, 201, row);
};

/** Changes the row whose id ends the path. A null clears its column. */
export const update: Handler = (scope) => {
  const before = rowAt(scope);
  const row = scope.store.atomically(() =>
    updateRow(scope, before, { fields: scope.endpoint.params, given: scope.input }),
  );
  return responseWith(scope, 200, row);
};

/** Deletes the row whose id ends the path. The response shows its last state. */
export const remove: Handler = (scope) => {
  const before = rowAt(scope);
  return responseWith(
    scope,
    200,
    scope.store.atomically(() => removeRow(scope, before)),
  );
};

/** Adds a row: defaults, then the given values, then the columns that rules compute. */
export const createRow = (scope: Scope, written: GivenFields): StoredRow => {
  const entity = entityOf(scope);
  refuseEmpty(entity.name, written.fields, written.given);
  requireReferences(scope, written);
  const time = scope.time();
  const plain: Values = {
    ...emptyRow(entity),
    [entity.key ?? 'id']: scope.newId(entity.name),
    ...(Object.hasOwn(entity.columns, 'created_at') && { created_at: time }),
    ...(Object.hasOwn(entity.columns, 'updated_at') && { updated_at: time }),
    ...defaultsIn(entity, written.fields),
    ...Object.fromEntries(parentsOf(scope)),
  };
  const rules = rulesOf(scope);
  return withAllValuesUsed(
    scope,
    { ...written, isStored: isStoredBy(entity, written) },
    (given) => {
      const defaults = rules.defaults?.(given, scope) ?? {};
      const after = { ...plain, ...defaults, ...columnsOf(entity, written) };
      rules.creating?.({ after, given }, scope);
      const once = rules.deriveOnce?.({ after, given }, scope) ?? {};
      const row = store(scope, { before: null, after: { ...after, ...once }, given });
      rules.afterCreating?.({ after: row, given }, scope);
      return row;
    },
  );
};

/** Replaces a row by one with the given values. */
export const updateRow = (scope: Scope, before: StoredRow, written: GivenFields): StoredRow => {
  const entity = entityOf(scope);
  refuseEmpty(entity.name, written.fields, written.given);
  requireReferences(scope, written);
  return withAllValuesUsed(
    scope,
    { ...written, isStored: isStoredBy(entity, written) },
    (given) => {
      const after = { ...before, ...columnsOf(entity, written), updated_at: scope.time() };
      rulesOf(scope).changing?.({ before, after, given }, scope);
      return store(scope, { before, after, given });
    },
  );
};

/** Deletes a row: marks it as deleted, or removes it for entities with `goneWhenDeleted`. */
export const removeRow = (scope: Scope, before: StoredRow): StoredRow => {
  const entity = entityOf(scope);
  rulesOf(scope).deleting?.(before, scope);
  const after = { ...before, deleted: true, updated_at: scope.time() };
  const row = store(scope, { before, after, given: {} });
  if (entity.goneWhenDeleted) {
    scope.store.remove(entity.name, homeOf(entity, scope), String(row[entity.key ?? 'id']));
  }
  return row;
};

const rulesOf = (scope: Scope): EntityRules => scope.rules[entityOf(scope).name] ?? {};

const store = (scope: Scope, change: Change): StoredRow => {
  const entity = entityOf(scope);
  const rules = rulesOf(scope);
  const derived = { ...change.after, ...rules.derive?.(change, scope) };
  const columns = Object.entries(derived).filter(([, value]) => value !== undefined);
  const row = scope.store.insert(entity.name, homeOf(entity, scope), Object.fromEntries(columns));
  rules.afterwards?.({ ...change, after: row }, scope);
  return row;
};

const defaultsIn = (entity: Entity, fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'default' in field && Object.hasOwn(entity.columns, name) ? [[name, field.default]] : [],
    ),
  );

/** True if a column stores the parameter of this name. */
const isStoredBy =
  ({ columns }: Entity, { fields }: GivenFields) =>
  (name: string): boolean =>
    Object.hasOwn(columns, fields[name]?.shownAs ?? name);

/** The given values as columns store them. */
const columnsOf = (entity: Entity, { fields, given }: GivenFields): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, { shownAs = name }]) => [name, shownAs] as const)
      .filter(
        ([name, column]) => given[name] !== undefined && Object.hasOwn(entity.columns, column),
      )
      .map(([name, column]) => [column, storedValue(column, entity.columns[column], given[name])]),
  );

// A parameter that is an id must point to an existing row, except the id of the written row itself.
const requireReferences = (scope: Scope, { fields, given }: GivenFields): void => {
  const own = entityOf(scope).name;
  for (const [name, field] of Object.entries(fields)) {
    const pointer = field.kind === 'id' ? identifierOf(field.as ?? name) : undefined;
    const id = given[name];
    // Behaviours check their accounts. An id that can belong to several entities has no single
    // table.
    if (pointer?.of === undefined || pointer.orOf !== undefined || typeof id !== 'string') continue;
    const { of: target } = pointer;
    if (target === own || target === 'Account') continue;
    requireRow(scope, { entity: target, parameter: name }, id);
  }
};
