import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLArgument,
  GraphQLField,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
  NamedTypeNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql';
import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Args, FieldFacts, SelectedField, Selection, Variables } from './field.ts';
import { ownNameOf } from './own-name.ts';

/** What selections are read from; conditions count as these variables have it. */
export interface Source {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Variables;
}

/** What is selected of an object type in these selection sets. */
type Select = (type: GraphQLObjectType, sets: readonly SelectionSetNode[]) => Selection;

/** What a selection set selects of a root type, and how many fields were made of it. */
export const selectRoot = (
  source: Source,
  type: GraphQLObjectType,
  set: SelectionSetNode,
): { readonly selection: Selection; readonly built: number } => {
  const tally = { built: 0 };
  return { selection: createSelect(source, tally)(type, [set]), ...tally };
};

/** One field, merged from these nodes. */
export const selectField = (
  source: Source,
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
): SelectedField =>
  fieldOf(source, parent, {
    nodes,
    below: createSelect(source, { built: 0 }),
  });

/**
 * Reads selections as `CollectFields` of the GraphQL specification merges them. Equal selection sets under equal types are
 * one Selection, so fragments that are spread many times cost no more than their text.
 */
const createSelect = (source: Source, tally: { built: number }): Select => {
  const ids = new Map<SelectionSetNode, number>();
  const idOf = (set: SelectionSetNode): number => {
    const id = ids.get(set) ?? ids.size;
    ids.set(set, id);
    return id;
  };
  const known = new Map<string, Selection>();
  const select: Select = (type, sets) => {
    const key = `${type.name} ${sets.map(idOf).join(' ')}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const fields = [...collect(source, type, sets).values()].map((nodes) =>
      fieldOf(source, type, { nodes, below: select }),
    );
    tally.built += fields.length;
    const made = { type, fields };
    known.set(key, made);
    return made;
  };
  return select;
};

interface Merged {
  readonly nodes: readonly FieldNode[];
  readonly below: Select;
}

const fieldOf = (
  { schema }: Source,
  parent: GraphQLObjectType,
  { nodes, below }: Merged,
): SelectedField => {
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
    below: new Map(types.map((type) => [ownNameOf(type), below(type, sets)])),
  };
};

const none: FieldFacts = Object.freeze({});

const responseKey = ({ alias, name }: FieldNode): string => (alias ?? name).value;

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

/** An argument that is a variable as it stands. */
interface Bound {
  readonly argument: GraphQLArgument;
  readonly variable: string;
}

// Arguments without variables are the same in every request, so they are read once and no resolver may change them; a
// variable that stands for a whole argument was coerced with all others.
const argumentsReader = (
  definition: GraphQLField<unknown, unknown>,
  { kind, name, arguments: given = [] }: FieldNode,
): SelectedField['argumentsFor'] => {
  const written = given.filter(({ value }) => value.kind !== Kind.VARIABLE);
  // Without its selection set, which a plan has no use for.
  const node = { kind, name, arguments: given };
  if (written.some(({ value }) => holdsVariable(value))) {
    return (variables) => getArgumentValues(definition, node, variables);
  }
  const bound = definition.args.flatMap((argument): readonly Bound[] => {
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

/** The fields that a type answers in these sets, by response key. A fragment is entered once. */
const collect = (
  source: Source,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly FieldNode[]> => {
  const merged = new Map<string, FieldNode[]>();
  const entered = new Set<string>();
  const enter = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (!isIncluded(source, selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = responseKey(selection);
        const nodes = merged.get(key);
        if (nodes === undefined) merged.set(key, [selection]);
        else nodes.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (applies(source, selection.typeCondition, type)) enter(selection.selectionSet);
      } else if (!entered.has(selection.name.value)) {
        entered.add(selection.name.value);
        const fragment = source.fragments[selection.name.value];
        if (fragment !== undefined && applies(source, fragment.typeCondition, type)) {
          enter(fragment.selectionSet);
        }
      }
    }
  };
  for (const set of sets) enter(set);
  return merged;
};

const isIncluded = (
  { variables }: Source,
  selection: SelectionSetNode['selections'][number],
): boolean => {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
  );
};

const applies = (
  { schema }: Source,
  condition: NamedTypeNode | undefined,
  type: GraphQLObjectType,
): boolean => {
  const named = condition === undefined ? type : schema.getType(condition.name.value);
  return named === type || (isAbstractType(named) && schema.isSubType(named, type));
};
