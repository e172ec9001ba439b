import {
  type GraphQLEnumType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { isMicros } from '../../upstream/catalogue/language/money.ts';
import { memoize } from '../../upstream/catalogue/memoize.ts';
import { columnName, moneyName } from '../../upstream/catalogue/names.ts';
import type { Row } from '../../upstream/client/row.ts';
import { ownNameOf } from '../selection.ts';

/** A column as the graph shows it. */
interface ShownColumn {
  readonly field: string;
  readonly value: unknown;
}

/** Shows a column of a row under the name of its field; money as `{ amount, currency }`. */
export type ShowColumn = (row: Row | null, column: string, entity: Entity) => ShownColumn;

/** The functions by which a schema shows rows. */
export interface RowsShown {
  readonly show: ShowColumn;
  /** The type of a field; null if the schema has no such field. */
  readonly typeOf: (type: string, field: string) => GraphQLOutputType | null;
  /** The kind of the values of a field: words of an enumeration, times, or others. */
  readonly kindOf: (type: string, field: string) => 'word' | 'time' | 'other';
}

/** The functions by which a schema shows rows, made once for each schema. */
export const rowsAs = memoize((schema: GraphQLSchema): RowsShown => {
  const types = new Map(
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .map((type) => [ownNameOf(type), type]),
  );
  const fieldOf = (type: string, field: string) => types.get(type)?.getFields()[field];
  const show: ShowColumn = (row, column, { name, renamed }) => {
    const isMoney = isMicros(column);
    const field = isMoney ? moneyName(column) : columnName(name, renamed[column] ?? column);
    const found = fieldOf(name, field);
    if (row === null) return { field, value: null };
    if (found?.resolve === undefined) return { field, value: row[column] ?? null };
    const value = shown(
      found.type,
      resolved(() => found.resolve?.(row, {}, undefined, never)),
    );
    return { field, value: isMoney ? withoutMicros(value) : value };
  };
  const typeOf: RowsShown['typeOf'] = (type, field) => fieldOf(type, field)?.type ?? null;
  return { show, typeOf, kindOf: kindBy(typeOf) };
});

const kindBy =
  (typeOf: RowsShown['typeOf']): RowsShown['kindOf'] =>
  (type, field) => {
    const found = typeOf(type, field);
    if (found === null) return 'other';
    const named = getNamedType(found);
    if (isEnumType(named)) return 'word';
    return ownNameOf(named) === 'DateTime' ? 'time' : 'other';
  };

/**
 * The functions by which a schema shows the rows of a mutation. A text that the mutation takes as
 * an enumeration is one: the API may return other words for it.
 */
export const rowsOf = (schema: GraphQLSchema, mutation: string): RowsShown => {
  const shown = rowsAs(schema);
  const sent = enumerationsIn(schema)(mutation);
  const typeOf: RowsShown['typeOf'] = (type, field) => {
    const found = shown.typeOf(type, field);
    const isText = found !== null && ownNameOf(getNamedType(found)) === 'String';
    return isText ? (sent.get(field) ?? found) : found;
  };
  return { ...shown, typeOf, kindOf: kindBy(typeOf) };
};

type Enumerations = ReadonlyMap<string, GraphQLEnumType>;

/** The enumerations that a mutation takes, by the names of the inputs. */
const enumerationsIn = memoize((schema: GraphQLSchema) => {
  const byMutation = new Map<string, Enumerations>();
  return (mutation: string): Enumerations => {
    const found = byMutation.get(mutation) ?? enumerationsOf(schema, mutation);
    byMutation.set(mutation, found);
    return found;
  };
});

const enumerationsOf = (schema: GraphQLSchema, mutation: string): Enumerations => {
  const found = new Map<string, GraphQLEnumType>();
  const seen = new Set<GraphQLType>();
  const add = ({ name, type }: { readonly name: string; readonly type: GraphQLType }): void => {
    const named = getNamedType(type);
    if (isEnumType(named)) found.set(name, named);
    if (!isInputObjectType(named) || seen.has(named)) return;
    seen.add(named);
    for (const field of Object.values(named.getFields())) add(field);
  };
  for (const argument of schema.getMutationType()?.getFields()[mutation]?.args ?? []) add(argument);
  return found;
};

// The fields of columns read nothing but their row.
const never = undefined as never;

/** The value that a resolver returns; null if it cannot be read. */
const resolved = (resolve: () => unknown): unknown => {
  try {
    return resolve();
  } catch {
    return null;
  }
};

const withoutMicros = (money: unknown): unknown => {
  if (typeof money !== 'object' || money === null) return null;
  const { amount, currency } = money as { readonly amount: unknown; readonly currency: unknown };
  return { amount, currency };
};

const shown = (type: GraphQLOutputType, value: unknown): unknown => {
  if (value === null || value === undefined || value instanceof Error) return null;
  if (isNonNullType(type)) return shown(type.ofType, value);
  if (isListType(type)) {
    return Array.isArray(value) ? value.map((item) => shown(type.ofType, item)) : null;
  }
  if (isLeafType(type)) return resolved(() => type.serialize(value));
  if (!isObjectType(type)) return value;
  const members = Object.values(type.getFields())
    .filter(({ args, extensions }) => args.length === 0 && extensions.facts?.load === undefined)
    .map((field) => {
      const given = resolved(() => field.resolve?.(value, {}, undefined, never));
      return [field.name, shown(field.type, given)] as const;
    });
  return Object.fromEntries(members.filter(([, member]) => member !== null));
};
