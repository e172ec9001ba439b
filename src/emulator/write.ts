import type { Entity } from '../upstream/catalogue/language/entity.ts';
import { canonicalId, identifierOf } from '../upstream/catalogue/language/identifiers.ts';
import type { Fields, Param } from '../upstream/catalogue/language/params.ts';
import { refuseEmpty } from './empty.ts';
import { integer } from './json.ts';
import {
  answerWith,
  entityOf,
  homeOf,
  parentsOf,
  requireParents,
  requireRow,
  rowAt,
} from './read.ts';
import type { Change, Handler, Scope, Values } from './scope.ts';
import type { StoredRow } from './store.ts';

/** Creates a row of the endpoint's entity; a 201. */
export const create: Handler = (scope) => {
  requireParents(scope);
  const row = scope.store.atomically(() =>
    createRow(scope, { fields: scope.endpoint.params, given: scope.input }),
  );
  return answerWith(scope, 201, row);
};

/** Changes the row whose id ends the path. A null clears its column. */
export const update: Handler = (scope) => {
  const before = rowAt(scope);
  const row = scope.store.atomically(() =>
    updateRow(scope, before, { fields: scope.endpoint.params, given: scope.input }),
  );
  return answerWith(scope, 200, row);
};

/** Deletes the row whose id ends the path. The answer shows its last state. */
export const remove: Handler = (scope) => {
  const before = rowAt(scope);
  return answerWith(
    scope,
    200,
    scope.store.atomically(() => removeRow(scope, before)),
  );
};

/** The parameters of a write and the values given for them. */
interface Written {
  readonly fields: Fields;
  readonly given: Values;
}

/** Adds a row: defaults, then the given values, then what the rules compute from them. */
export const createRow = (scope: Scope, written: Written): StoredRow => {
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
  const defaults = scope.rules[entity.name]?.defaults?.(written.given, scope) ?? {};
  const after = { ...plain, ...defaults, ...columnsOf(entity, written) };
  return applyChange(scope, { before: null, after, given: written.given });
};

/** Replaces a row by one with the given values. */
export const updateRow = (scope: Scope, before: StoredRow, written: Written): StoredRow => {
  const entity = entityOf(scope);
  refuseEmpty(entity.name, written.fields, written.given);
  requireReferences(scope, written);
  const after = { ...before, ...columnsOf(entity, written), updated_at: scope.time() };
  return applyChange(scope, { before, after, given: written.given });
};

/** Deletes a row: it stays, marked as deleted, unless its entity says that it is gone. */
export const removeRow = (scope: Scope, before: StoredRow): StoredRow => {
  const entity = entityOf(scope);
  const after = { ...before, deleted: true, updated_at: scope.time() };
  const row = applyChange(scope, { before, after, given: {} });
  if (entity.goneWhenDeleted) {
    scope.store.remove(entity.name, homeOf(entity, scope), String(row[entity.key ?? 'id']));
  }
  return row;
};

const applyChange = (scope: Scope, change: Change): StoredRow => {
  const entity = entityOf(scope);
  const rules = scope.rules[entity.name] ?? {};
  rules.check?.(change, scope);
  const derived = { ...change.after, ...rules.derive?.(change, scope) };
  const columns = Object.entries(derived).filter(([, value]) => value !== undefined);
  const row = scope.store.insert(entity.name, homeOf(entity, scope), Object.fromEntries(columns));
  rules.afterwards?.({ ...change, after: row }, scope);
  return row;
};

const emptyRow = (entity: Entity): Values =>
  Object.fromEntries(
    Object.entries(entity.columns).map(([name, { kind }]) => [
      name,
      name === 'deleted' ? false : kind === 'list' ? [] : null,
    ]),
  );

const defaultsIn = (entity: Entity, fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      'default' in field && Object.hasOwn(entity.columns, name) ? [[name, field.default]] : [],
    ),
  );

/** The given values as columns store them: longs as integers, ids in lower case, a cleared list as an empty one. */
const columnsOf = (entity: Entity, { fields, given }: Written): Values =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, { shownAs = name }]) => [name, shownAs] as const)
      .filter(
        ([name, column]) => given[name] !== undefined && Object.hasOwn(entity.columns, column),
      )
      .map(([name, column]) => [column, stored(column, entity.columns[column], given[name])]),
  );

const stored = (name: string, column: Param | undefined, value: unknown): unknown => {
  if (value === null) return column?.kind === 'list' ? [] : null;
  if (typeof value !== 'string') return value;
  if (column?.kind === 'long') return integer(value);
  return column?.kind === 'id' ? canonicalId(column.as ?? name, value) : value;
};

// A parameter that is an id must point to an existing row, except the id of the written row itself.
const requireReferences = (scope: Scope, { fields, given }: Written): void => {
  const own = entityOf(scope).name;
  for (const [name, field] of Object.entries(fields)) {
    const pointer = field.kind === 'id' ? identifierOf(field.as ?? name) : undefined;
    const id = given[name];
    // Behaviours check the accounts they use; an id that can be of several entities has no single table to look in.
    if (pointer?.of === undefined || pointer.orOf !== undefined || typeof id !== 'string') continue;
    const { of: target } = pointer;
    if (target === own || target === 'Account') continue;
    requireRow(scope, { entity: target, parameter: name }, id);
  }
};
