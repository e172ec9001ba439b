import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type {
  GraphQLEnumType,
  GraphQLFieldConfig,
  GraphQLFieldConfigMap,
  GraphQLOutputType,
} from 'graphql';
import {
  defaultFieldResolver,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type {} from '../schema/facts.ts';

/** The schema as the compiler works on it, and how its fields are called there. */
export interface Twin {
  readonly schema: GraphQLSchema;
  /** The name in the twin of a field of the original. */
  readonly nameOf: (typeName: string, fieldName: string) => string;
}

/** The type of variables in rewritten documents: their values are coerced before, and pass as they are. */
export const anyValue = 'AnyValue';

type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;
type Fielded = GraphQLObjectType | GraphQLInterfaceType;
type Config = GraphQLFieldConfig<unknown, unknown>;

/**
 * A schema that answers like the original and compiles to less: a field that shows a column carries the column's name and
 * has no resolver, so that the compiler reads `row[column]` in place, and enumerations are scalars.
 */
export const createTwin = (original: GraphQLSchema): Twin => {
  const names = namesIn(original);
  const twin = mapSchema(original, {
    [MapperKind.OBJECT_TYPE]: (type) =>
      new GraphQLObjectType({ ...type.toConfig(), fields: fieldsIn(type, names.get(type.name)) }),
    [MapperKind.INTERFACE_TYPE]: (type) =>
      new GraphQLInterfaceType({
        ...type.toConfig(),
        fields: fieldsIn(type, names.get(type.name)),
      }),
  });
  const { types, ...config } = twin.toConfig();
  const any = new GraphQLScalarType({ name: anyValue });
  return {
    schema: new GraphQLSchema({ ...config, types: [...types, any] }),
    nameOf: (typeName, fieldName) => names.get(typeName)?.get(fieldName) ?? fieldName,
  };
};

const namesIn = (schema: GraphQLSchema): Names => {
  const fielded = Object.values(schema.getTypeMap()).filter(
    (type): type is Fielded => isObjectType(type) || isInterfaceType(type),
  );
  const columns = new Map(fielded.map((type) => [type.name, columnsOf(type)]));
  const aside = movedAside(fielded, columns);
  return new Map(
    fielded.map((type) => {
      const own = [...(columns.get(type.name) ?? [])].map(
        ([column, name]) => [name, column] as const,
      );
      const moved = [...(aside.get(type.name) ?? [])].map(
        (name) => [name, globalName(name)] as const,
      );
      return [type.name, new Map([...own, ...moved])];
    }),
  );
};

/** The fields of an object that take the name of their column, by column; the first field of a column has it. */
const columnsOf = (type: Fielded): ReadonlyMap<string, string> => {
  const columns = new Map<string, string>();
  // What an interface declares must be called alike in all its types, and their columns need not be.
  const shared = new Set(type.getInterfaces().flatMap((one) => Object.keys(one.getFields())));
  if (!isObjectType(type)) return columns;
  for (const field of Object.values(type.getFields())) {
    const column = field.extensions.facts?.column;
    if (column === undefined || columns.has(column) || shared.has(field.name)) continue;
    columns.set(column, field.name);
  }
  return columns;
};

const globalName = (name: string): string =>
  `global${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The fields that stand where a column's name goes, by type: of the type itself, and of all that share an interface with it. */
const movedAside = (
  types: readonly Fielded[],
  columns: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const aside = new Map(types.map((type) => [type.name, new Set<string>()]));
  const add = (type: Fielded, name: string): void => {
    aside.get(type.name)?.add(name);
  };
  for (const type of types) {
    const taken = columns.get(type.name) ?? new Map<string, string>();
    const owners = new Set(taken.values());
    for (const name of Object.keys(type.getFields())) {
      if (!taken.has(name) || owners.has(name)) continue;
      add(type, name);
      for (const shared of type.getInterfaces()) {
        if (!(name in shared.getFields())) continue;
        for (const other of types) {
          if (other === shared || other.getInterfaces().includes(shared)) add(other, name);
        }
      }
    }
  }
  return aside;
};

const fieldsIn = (
  type: Fielded,
  names: ReadonlyMap<string, string> | undefined,
): GraphQLFieldConfigMap<unknown, unknown> => {
  const renamed: GraphQLFieldConfigMap<unknown, unknown> = {};
  for (const [name, field] of Object.entries(type.toConfig().fields)) {
    const target = names?.get(name) ?? name;
    if (target in renamed) throw new TypeError(`${type.name} would have two fields ${target}`);
    renamed[target] = inTwin(name, target, field);
  }
  return renamed;
};

const inTwin = (name: string, target: string, field: Config): Config => {
  const { resolve, ...plain } = { ...field, type: inRows(field.type) };
  if (field.extensions?.facts?.column === target) return plain;
  if (resolve !== undefined) return { ...plain, resolve };
  if (name === target) return plain;
  // Under another name the default resolver would read another property.
  return {
    ...plain,
    resolve: (parent, args, context, info) =>
      defaultFieldResolver(parent, args, context, { ...info, fieldName: name }),
  };
};

const inRows = (type: GraphQLOutputType): GraphQLOutputType => {
  if (isNonNullType(type)) return new GraphQLNonNull(inRows(type.ofType));
  if (isListType(type)) return new GraphQLList(inRows(type.ofType));
  return isEnumType(type) ? enumInRows(type) : (numbersAndIds.get(type) ?? type);
};

// The compiler passes built-in scalars through as they are. A row may hold an id as a number, or a number as a string.
const numbersAndIds = new Map<GraphQLOutputType, GraphQLScalarType>(
  [GraphQLID, GraphQLInt, GraphQLFloat].map((type) => [
    type,
    new GraphQLScalarType({
      name: `${type.name}InRow`,
      serialize: (value) => type.serialize(value),
    }),
  ]),
);

const unrecognized = 'UNRECOGNIZED';
const enums = new WeakMap<GraphQLEnumType, GraphQLScalarType>();

const enumInRows = (type: GraphQLEnumType): GraphQLScalarType => {
  const known = enums.get(type);
  if (known !== undefined) return known;
  const names = new Map<unknown, string>(type.getValues().map(({ value, name }) => [value, name]));
  const isOpen = type.getValue(unrecognized) != null;
  const made = new GraphQLScalarType({
    name: `${type.name}InRow`,
    serialize: (value) => names.get(value) ?? (isOpen ? unrecognized : type.serialize(value)),
  });
  enums.set(type, made);
  return made;
};
