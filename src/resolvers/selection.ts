import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
} from 'graphql';
import { getOrMake } from '../upstream/catalogue/memoize.ts';
import { collect, labelIn, responseKey, type SelectionSource } from './collect.ts';
import type { Args, FieldFacts, SelectedField, Selection, VariableValues } from './field.ts';
import { streamDirective } from './incremental-directives.ts';

/** The selection of an object type in these selection sets. */
type Select = (type: GraphQLObjectType, sets: readonly SelectionSetNode[]) => Selection;

/** The selection of a root type in a selection set, and the number of fields in it. */
export const selectRoot = (
  source: SelectionSource,
  type: GraphQLObjectType,
  set: SelectionSetNode,
): { readonly selection: Selection; readonly built: number } => {
  const tally = { built: 0 };
  return { selection: createSelect(source, tally)(type, [set]), ...tally };
};

/** One field, merged from these nodes. */
export const selectField = (
  source: SelectionSource,
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
): SelectedField => fieldOf(source, parent, nodes, createSelect(source, { built: 0 }));

/**
 * Merges selections as `CollectFields` of the GraphQL specification does. Equal selection sets
 * under equal types are one Selection, so fragments that are spread many times cost no more than
 * their text.
 */
const createSelect = (source: SelectionSource, tally: { built: number }): Select => {
  const ids = new Map<SelectionSetNode, number>();
  const idOf = (set: SelectionSetNode): number => getOrMake(ids, set, () => ids.size);
  const selections = new Map<string, Selection>();
  const select: Select = (type, sets) => {
    const key = `${type.name} ${sets.map(idOf).join(' ')}`;
    return getOrMake(selections, key, () => make(type, sets));
  };
  const make: Select = (type, sets) => {
    const { merged, later } = collect(source, type, sets);
    const fields = [...merged.values()].map((nodes) => fieldOf(source, type, nodes, select));
    tally.built += fields.length;
    const deferred = later
      .map(({ label, set }) => ({ label, selection: select(type, [set]) }))
      .filter(({ selection }) => selection.fields.length + selection.deferred.length > 0);
    return { type, fields, deferred };
  };
  return select;
};

const fieldOf = (
  source: SelectionSource,
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
  below: Select,
): SelectedField => {
  const { schema } = source;
  const [node] = nodes;
  const definition = node && definitionOf(schema, parent, node.name.value);
  if (node === undefined || definition === undefined) {
    throw new TypeError(`${parent.name} has no field ${node?.name.value}`);
  }
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const types = sets.length === 0 ? [] : objectTypes(schema, getNamedType(definition.type));
  return {
    key: responseKey(node),
    definition,
    facts: definition.extensions.facts ?? none,
    positions: nodes.flatMap(({ loc }) =>
      loc === undefined ? [] : [{ line: loc.startToken.line, column: loc.startToken.column }],
    ),
    written: node.arguments?.map(({ name }) => name.value) ?? [],
    argumentsFor: argumentsReader(definition, node),
    stream: streamOf(source, nodes),
    below: new Map(types.map((type) => [ownNameOf(type), below(type, sets)])),
  };
};

const none: FieldFacts = Object.freeze({});

// If one of the merged fields needs the whole list, it is not streamed.
const streamOf = ({ isIncremental, variables }: SelectionSource, nodes: readonly FieldNode[]) => {
  if (!isIncremental) return null;
  const [given, ...others] = nodes.map((node) =>
    getDirectiveValues(streamDirective, node, variables),
  );
  const [node] = nodes;
  if (node === undefined || ![given, ...others].every((one) => one?.['if'] === true)) return null;
  return {
    label: labelIn(given),
    initialCount: (values: VariableValues): number => {
      const count = getDirectiveValues(streamDirective, node, values)?.['initialCount'];
      return Math.max(0, Number(count));
    },
  };
};

const definitionOf = (schema: GraphQLSchema, parent: GraphQLObjectType, name: string) => {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return parent.getFields()[name];
};

const objectTypes = (
  schema: GraphQLSchema,
  type: GraphQLNamedType,
): readonly GraphQLObjectType[] => {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
};

// Arguments without variables are the same in every request, so they are read once, and no resolver
// may change them. A variable that is a whole argument was coerced with all others.
const argumentsReader = (
  definition: GraphQLField<unknown, unknown>,
  { kind, name, arguments: given = [] }: FieldNode,
): SelectedField['argumentsFor'] => {
  const written = given.filter(({ value }) => value.kind !== Kind.VARIABLE);
  // A plan does not need the selection set.
  const node = { kind, name, arguments: given };
  if (written.some(({ value }) => holdsVariable(value))) {
    return (variables) => getArgumentValues(definition, node, variables);
  }
  const bound = definition.args.flatMap((argument) => {
    const value = given.find((one) => one.name.value === argument.name)?.value;
    return value?.kind === Kind.VARIABLE ? [{ argument, variable: value.name.value }] : [];
  });
  const others = definition.args.filter(
    (argument) => !bound.some((one) => one.argument === argument),
  );
  const constant = frozen(
    getArgumentValues({ ...definition, args: others }, { ...node, arguments: written }),
  ) as Args;
  if (bound.length === 0) return () => constant;
  return (variables) => {
    const args: Record<string, unknown> = { ...constant };
    for (const { argument, variable } of bound) {
      const value = Object.hasOwn(variables, variable)
        ? variables[variable]
        : argument.defaultValue;
      if (value === undefined && !isRequiredArgument(argument)) continue;
      if ((value ?? null) === null && isNonNullType(argument.type)) {
        return getArgumentValues(definition, node, variables);
      }
      args[argument.name] = value;
    }
    return args;
  };
};

const holdsVariable = (value: ValueNode): boolean => {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => holdsVariable(field.value));
};

const frozen = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
};

/** The name of a type in the code, without the prefix that the shown schema may have. */
export const ownNameOf = ({ name, extensions }: GraphQLNamedType): string => {
  const { ownName } = extensions;
  return typeof ownName === 'string' ? ownName : name;
};
