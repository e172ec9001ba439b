import type { FieldMap, ObjectFieldBuilder, ObjectRef, UnionRef } from '@pothos/core';
import { idListOf, readEndpointsOf } from '../../loaders/read-endpoints.ts';
import type { FieldFacts } from '../../resolvers/field.ts';
import { globalIdOf, writeGlobalId } from '../../resolvers/ids.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import { type Endpoint, endsRow } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { isIdentified } from '../../upstream/catalogue/language/identifiers.ts';
import { isMicros, withoutUnit } from '../../upstream/catalogue/language/money.ts';
import type { Param, Shape, Variant } from '../../upstream/catalogue/language/params.ts';
import { isRequired } from '../../upstream/catalogue/language/params.ts';
import type { Values } from '../../upstream/catalogue/language/values.ts';
import { getOrMake, memoize } from '../../upstream/catalogue/memoize.ts';
import { camelCase, columnName, moneyName } from '../../upstream/catalogue/names.ts';
import { idOf, type Row, SOURCE, sentOf } from '../../upstream/client/row.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { leafOf, withRemarks } from './kinds.ts';
import { Money, moneyOf } from './money.ts';
import { isRewritten, reader, requiredReader } from './readers.ts';
import { withoutSecrets } from './scalars.ts';

type PlainFieldBuilder<Parent> = ObjectFieldBuilder<SchemaTypes, Parent>;

const facts = (of: FieldFacts): { readonly extensions: { readonly facts: FieldFacts } } => ({
  extensions: { facts: of },
});

/**
 * The fields that follow from the catalogue: the ids of an entity, its columns, a Money field for
 * each column of micros, and `raw`, the row as the API sent it.
 */
export const plain = (t: PlainFieldBuilder<Row>, entity: Entity, isNode: boolean): FieldMap => ({
  ...identity(t, entity, isNode),
  ...Object.fromEntries(
    Object.entries(entity.columns)
      .filter(([column]) => column !== 'id' || entity.key !== 'id')
      .flatMap(([column, param]) =>
        column === entity.key
          ? keyField(t, column, param)
          : columnFields(t, entity, { column, param }),
      ),
  ),
  raw: t.field({
    type: 'JSON',
    description:
      'The object as the API sent it, under its REST names and with every digit; members that may contain secrets are left out.',
    ...facts({ columns: Object.keys(entity.columns).length }),
    resolve: shownRow,
  }),
});

// For a repeated row this is the same object, so that the answer writes its text once.
const shownRow = memoize((row: Row) => withoutSecrets(sentOf(row)) as object);

/** The uses of a global id. */
const usesOf = (name: string, isNode: boolean): string => {
  const inArguments = `arguments that take an id of type ${name}`;
  if (isNode) return `, for \`node\`, \`nodes\` and ${inArguments}`;
  return isIdentified(name)
    ? `, for ${inArguments}; \`node\` does not find it`
    : ', to distinguish rows; no argument takes it';
};

const identity = (
  t: PlainFieldBuilder<Row>,
  { key, inAccount, name }: Entity,
  isNode: boolean,
) => ({
  ...(key !== null && {
    id: t.id({
      nullable: false,
      description: `Global id${usesOf(name, isNode)}. Opaque: do not parse it.`,
      ...facts({ fromIds: true, write: writeGlobalId }),
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
      resolve: (row: Row) => row[SOURCE].accountId ?? '',
    }),
  }),
});

/** The field of a key column with another name than `id`. References have it without a read. */
const keyField = (t: PlainFieldBuilder<Row>, column: string, param: Param) => {
  const description = `${param.doc}.`;
  const field = t.id({ description, ...facts({ fromIds: true, column }), resolve: idOf });
  return [[camelCase(column), field] as const];
};

const columnFields = (
  t: PlainFieldBuilder<Row>,
  entity: Entity,
  { column, param }: { readonly column: string; readonly param: Param },
) => {
  const omission = omissionOf(entity, column);
  const name = columnName(entity.name, entity.renamed[column] ?? column);
  if (isRequired(param) && omission !== null) {
    throw new TypeError(
      `some answers have no ${column} of ${entity.name}, so it cannot be required`,
    );
  }
  const nullable = !isRequired(param);
  const field = [name, valueField(t, column, param, { omission, nullable })] as const;
  return isMicros(column) ? [field, moneyField(t, column, param.doc)] : [field];
};

const moneyField = (t: PlainFieldBuilder<Row>, column: string, doc: string) =>
  [
    moneyName(column),
    t.field({
      type: Money,
      description: `${withoutUnit(doc)}. The amount of \`${camelCase(column)}\` with its currency.`,
      ...facts({ needs: [column, 'currency'] }),
      resolve: (row) => moneyOf(row[column], row['currency']),
    }),
  ] as const;

/** The facts of a column besides its kind: responses that omit it, and whether it may be null. */
interface ColumnFacts {
  readonly omission: Omission | null;
  readonly nullable: boolean;
}

// Rows and nested objects are both read by column name, so one function makes the fields of both.
const valueField = <Parent extends Values>(
  t: PlainFieldBuilder<Parent>,
  column: string,
  param: Param,
  { omission, nullable }: ColumnFacts = { omission: null, nullable: true },
) => {
  const doc = withRemarks(param);
  const description = omission === null ? doc : `${doc} ${omission.doc}`;
  const omitted = omission === null ? {} : { omitted: omission.calls };
  const show = nullable ? reader(param) : requiredReader(param);
  const isObject = holdsObjects(param);
  return t.field({
    description,
    nullable: nullable as true,
    type: fieldType(t, param),
    // Only values that are shown unchanged have `column`.
    ...facts({
      ...(isObject || isRewritten(param) ? { needs: [column] } : { column }),
      ...omitted,
    }),
    resolve: (row) => show(row[column] ?? null, row),
  });
};

const fieldType = <Parent extends Values>(t: PlainFieldBuilder<Parent>, param: Param) => {
  if (param.kind !== 'list') return typeOf(param);
  return [param.of.kind === 'list' ? t.listRef(typeOf(param.of.of)) : typeOf(param.of)] as ['JSON'];
};

const holdsObjects = (param: Param): boolean =>
  param.kind === 'list' ? holdsObjects(param.of) : objectOf(param) !== null;

// Pothos infers the type of a field from a literal; these types come from data, so they need a
// cast.
const typeOf = (param: Param) => {
  const leaf = objectOf(param) ?? leafOf(param);
  if (leaf === null) throw new TypeError(`a ${param.kind} cannot stand in a list`);
  return leaf as 'JSON';
};

const objectOf = (param: Param) => {
  if (param.kind === 'shape') return shapeOf(param);
  return param.kind === 'variant' ? unionOf(param, shapeOf) : null;
};

const shapes = new Map<string, ObjectRef<SchemaTypes, Values>>();

/** The object type of a nested shape in responses. */
export const shapeOf = (shape: Shape): ObjectRef<SchemaTypes, Values> => {
  const earlier = shapes.get(shape.type);
  if (earlier !== undefined) return earlier;
  const made = builder.objectRef<Values>(shape.type);
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

/** The cost of a column that some responses do not contain. */
export interface Omission {
  /**
   * The additional calls for `rows` rows. `source` is an endpoint, or the entity if rows are read
   * by id.
   */
  readonly calls: (source: string, rows: number) => number;
  /** A description of the responses that omit the column. */
  readonly doc: string;
}

/**
 * The responses that omit a column of an entity although another one has it; null if there are
 * none.
 */
export const omissionOf = (entity: Entity, column: string): Omission | null => {
  const lacking = endpoints.filter(
    (endpoint) =>
      endpoint.returns.of === entity &&
      endpoint.returns.omits.includes(column) &&
      !endsRow(endpoint),
  );
  if (lacking.length === 0) return null;
  const endpointsById = readEndpointsOf(entity);
  const { list, item } = endpointsById;
  const rowsFor = ({ returns: { as } }: Endpoint): number =>
    as === 'page' || as === 'rows' || list === null ? 1 : list.size;
  const isByItem = (rows: number): boolean => idListOf(endpointsById) === null || rows === 1;
  const endpointFor = (source: string, rows: number): string | undefined => {
    if (source !== entity.name) return source;
    return item !== null && isByItem(rows) ? item.endpoint.name : list?.endpoint.name;
  };
  const paths = lacking.map(({ method, path }) => `${method} ${path}`).join(', ');
  const most = Math.min(...lacking.map(rowsFor));
  const each = most === 1 ? 'for each row' : `for up to ${most} rows`;
  return {
    calls: (source, rows) => {
      const name = endpointFor(source, rows);
      const endpoint = lacking.find((one) => one.name === name);
      return endpoint === undefined ? 0 : Math.ceil(rows / rowsFor(endpoint));
    },
    doc: `Responses to ${paths} do not contain it, so reading it there costs one more call ${each}. If that call fails, only this field is null, with an error.`,
  };
};

type ShapeRef = ObjectRef<SchemaTypes, Values>;
type Union = UnionRef<SchemaTypes, Values, Values>;

const Unrecognized = builder.objectRef<Values>('UnrecognizedObject').implement({
  description: 'A nested object of a type that this schema does not know.',
  fields: (t) => ({
    value: t.field({
      type: 'JSON',
      description: 'The object as the API sent it.',
      resolve: withoutSecrets,
    }),
  }),
});

const unions = new Map<string, Union>();

/**
 * The union type of a variant in responses. Types that the API adds later are shown as
 * UnrecognizedObject.
 */
export const unionOf = (variant: Variant, shapeOf: (shape: Shape) => ShapeRef): Union =>
  getOrMake(unions, variant.type, () => {
    const names = new Map(Object.entries(variant.of).map(([tag, { type }]) => [tag, type]));
    return builder.unionType(variant.type, {
      description: `${variant.doc}.`,
      types: [...Object.values(variant.of).map(shapeOf), Unrecognized],
      resolveType: (value) =>
        names.get(String((value as Values)[variant.tag])) ?? Unrecognized.name,
    });
  });
