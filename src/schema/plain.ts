import type { ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import { globalIdOf } from '../resolvers/ids.ts';
import { camelCase, isMicros, moneyName } from '../resolvers/names.ts';
import type { Entity } from '../upstream/catalogue/entity.ts';
import type { Param, Shape } from '../upstream/catalogue/params.ts';
import { postTime } from '../upstream/catalogue/times.ts';
import type { Row } from '../upstream/row.ts';
import { adopt, idOf, ORIGIN } from '../upstream/row.ts';
import type { SchemaTypes } from './builder.ts';
import { builder } from './builder.ts';
import type { FieldFacts } from './facts.ts';
import { leafOf, limitsOf, recognized } from './kinds.ts';
import { Money, moneyOf } from './money.ts';
import { withoutSecrets } from './scalars.ts';
import { unionOf } from './unions.ts';

type Fields<Parent> = ObjectFieldBuilder<SchemaTypes, Parent>;
type Members = Readonly<Record<string, unknown>>;

const facts = (of: FieldFacts): { readonly extensions: { readonly facts: FieldFacts } } => ({
  extensions: { facts: of },
});

/**
 * The fields that every entity has by the catalogue alone: its ids, its columns under their GraphQL names, Money beside
 * micros, and the row as it was received.
 */
export const plain = (t: Fields<Row>, entity: Entity) => ({
  ...identity(t, entity),
  ...Object.fromEntries(
    Object.entries(entity.columns)
      .filter(([column]) => column !== 'id')
      .flatMap(([column, param]) =>
        column === entity.key ? keyField(t, column, param) : columnFields(t, column, param),
      ),
  ),
  raw: t.field({
    type: 'JSON',
    description:
      'The object as the API sent it, under its own names and with every digit; members that may hold secrets are left out.',
    resolve: (row) => withoutSecrets({ ...row }),
  }),
});

const identity = (t: Fields<Row>, { key, inAccount, name }: Entity) => ({
  ...(key !== null && {
    id: t.id({
      nullable: false,
      description:
        'Global id, for `node`, `nodes` and any argument that takes an id. Opaque: do not take it apart.',
      ...facts({ fromIds: true }),
      resolve: globalIdOf,
    }),
    restId: t.id({
      nullable: false,
      description: `The id of the ${name} in the REST API.`,
      ...facts({ fromIds: true, column: key }),
      resolve: idOf,
    }),
  }),
  ...(inAccount && {
    accountId: t.id({
      nullable: false,
      description: 'The id of its account in the REST API.',
      ...facts({ fromIds: true }),
      resolve: (row: Row) => row[ORIGIN].accountId ?? '',
    }),
  }),
});

/** A key that is not called `id` shows under its own name too, for which a reference is enough. */
const keyField = (t: Fields<Row>, column: string, param: Param) => {
  const description = `${param.doc}.`;
  const field = t.id({ description, ...facts({ fromIds: true, column }), resolve: idOf });
  return [[camelCase(column), field] as const];
};

const columnFields = (t: Fields<Row>, column: string, param: Param) => {
  const field = [camelCase(column), valueField(t, column, param)] as const;
  return isMicros(column) ? [field, moneyField(t, column, param.doc)] : [field];
};

const moneyField = (t: Fields<Row>, column: string, doc: string) =>
  [
    moneyName(column),
    t.field({
      type: Money,
      description: `${doc.replace(/\. In micros.*/, '')}. The amount of \`${camelCase(column)}\` with its currency.`,
      ...facts({ needs: [column, 'currency'] }),
      resolve: (row) => moneyOf(row[column], row['currency']),
    }),
  ] as const;

// Rows and nested objects are both read by column name, so one function makes the fields of either.
const valueField = <Parent extends Members>(t: Fields<Parent>, column: string, param: Param) => {
  const description = `${param.doc}${limitsOf(param)}.`;
  const shared = { description, ...facts({ column }) };
  if (isPlaced(param)) {
    // Marking them is work, so compiled queries must not read the column in place.
    const { extensions } = facts({ needs: [column] });
    const type = param.kind === 'list' ? [typeOf(param.of)] : typeOf(param);
    const resolve = (row: Parent) => inPlaceOf(row, row[column] ?? null);
    return t.field({ ...shared, extensions, type: type as 'JSON', resolve });
  }
  if (param.kind === 'choice') {
    const show = recognized(param);
    return t.field({ ...shared, type: typeOf(param), resolve: (row) => show(row[column]) });
  }
  if (param.kind === 'time' && param.written === 'postDate') {
    // What is shown is not what stands in the column, so compiled queries must not read it in place.
    const { extensions } = facts({ needs: [column] });
    return t.field({
      ...shared,
      extensions,
      type: typeOf(param),
      resolve: (row) => postTime(row[column]),
    });
  }
  if (param.kind !== 'list') {
    return t.field({ ...shared, type: typeOf(param), resolve: (row) => row[column] ?? null });
  }
  const { keyedBy } = param;
  if (keyedBy !== undefined) {
    return t.field({
      description,
      ...facts({ needs: [column] }),
      type: [typeOf(param.of)],
      resolve: (row) => entriesOf(row[column], keyedBy),
    });
  }
  const show = param.of.kind === 'choice' ? recognized(param.of) : (value: unknown) => value;
  return t.field({
    ...shared,
    type: [param.of.kind === 'list' ? t.listRef(typeOf(param.of.of)) : typeOf(param.of)],
    resolve: (row) => listOf(row[column])?.map(show) ?? null,
  });
};

const isPlaced = (param: Param): boolean =>
  param.kind === 'list' ? isPlaced(param.of) : param.kind === 'shape' && param.inAccount === true;

/** Nested objects, marked with the origin of the row or object that holds them. */
const inPlaceOf = (holder: Members, value: unknown): unknown => {
  const { [ORIGIN]: origin } = holder as Row;
  for (const held of [value].flat()) {
    if (typeof held === 'object' && held !== null) adopt(held, origin);
  }
  return value;
};

/** The members of an object as a list, each with its name under `key`. */
const entriesOf = (value: unknown, key: string): readonly Members[] | null =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, member]) => ({ ...(member as Members), [key]: name }))
    : null;

const listOf = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

// Pothos types a field by its literal type argument; ours come from data, so the parts meet here.
const typeOf = (param: Param) => {
  const leaf = objectOf(param) ?? leafOf(param);
  if (leaf === null) throw new TypeError(`a ${param.kind} cannot stand in a list`);
  return leaf as 'JSON';
};

const objectOf = (param: Param) => {
  if (param.kind === 'shape') return shapeOf(param);
  return param.kind === 'variant' ? unionOf(param, shapeOf) : null;
};

const shapes = new Map<string, ObjectRef<SchemaTypes, Members>>();

/** The object type of a nested shape in responses. */
export const shapeOf = (shape: Shape): ObjectRef<SchemaTypes, Members> => {
  const known = shapes.get(shape.type);
  if (known !== undefined) return known;
  const made = builder.objectRef<Members>(shape.type);
  shapes.set(shape.type, made);
  made.implement({
    description: `${shape.doc}.`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(shape.fields).map(([name, param]) => [
          camelCase(name),
          valueField(t, name, param),
        ]),
      ),
  });
  return made;
};
