import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLNamedOutputType,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import {
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import type { CopiedRequest } from './copied-request.ts';

interface TypeWriter {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Types that the text so far refers to, and that must be declared. */
  readonly named: Set<GraphQLNamedType>;
}

/**
 * The type of the data of an answer in TypeScript, with the selected fields alone. Enumerations are
 * added to `named`, to be declared.
 */
export const answerType = (
  { schema, document, operation }: CopiedRequest,
  named: Set<GraphQLNamedType>,
): string => {
  const root = operation === null ? null : schema?.getRootType(operation.operation);
  if (schema === null || document === null || operation === null || root == null) return 'unknown';
  const fragments = new Map(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
  return compositeType(root, [operation.selectionSet], { schema, fragments, named });
};

/** The fields of an object under one name in the answer. */
interface SelectedField {
  readonly nodes: readonly FieldNode[];
  /** True if a condition may leave it out. */
  readonly isOptional: boolean;
}

type Selected = Map<string, SelectedField>;

/** Adds the selected fields of an object type. */
const select = (
  selections: readonly SelectionNode[],
  type: GraphQLObjectType,
  context: TypeWriter & { readonly selected: Selected; readonly isOptional: boolean },
): void => {
  const { schema, fragments, selected } = context;
  for (const one of selections) {
    const isOptional =
      context.isOptional ||
      one.directives?.some(({ name }) => ['include', 'skip'].includes(name.value)) === true;
    if (one.kind === Kind.FIELD) {
      const key = (one.alias ?? one.name).value;
      const { nodes = [], isOptional: wasOptional = true } = selected.get(key) ?? {};
      selected.set(key, { nodes: [...nodes, one], isOptional: wasOptional && isOptional });
      continue;
    }
    const fragment = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one;
    if (fragment === undefined) continue;
    const condition = schema.getType(fragment.typeCondition?.name.value ?? type.name);
    const isFor =
      condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
    if (isFor) select(fragment.selectionSet.selections, type, { ...context, isOptional });
  }
};

/** A placeholder for the names of types with the same selection, until all are known. */
const names = '\0';

/** The type of an object; of an interface or a union, one for each different selection. */
const compositeType = (
  type: GraphQLNamedOutputType,
  sets: readonly SelectionSetNode[],
  writer: TypeWriter,
): string => {
  const possible = isAbstractType(type) ? writer.schema.getPossibleTypes(type) : [type];
  const objects = possible.filter(isObjectType);
  const byText = Map.groupBy(objects, (one) => objectType(one, sets, writer));
  return [...byText]
    .map(([text, types]) =>
      text.replaceAll(names, types.map(({ name }) => `'${name}'`).join(' | ')),
    )
    .join(' | ');
};

const objectType = (
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  writer: TypeWriter,
): string => {
  const selected: Selected = new Map();
  for (const { selections } of sets)
    select(selections, type, { ...writer, selected, isOptional: false });
  const lines = Array.from(selected, ([key, { nodes, isOptional }]) => {
    const member = `readonly ${key}${isOptional ? '?' : ''}: ${fieldType(type, nodes, writer)};`;
    return `\n  ${member.replaceAll('\n', '\n  ')}`;
  });
  return lines.length === 0 ? '{}' : `{${lines.join('')}\n}`;
};

const fieldType = (
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
  writer: TypeWriter,
): string => {
  const name = nodes[0]?.name.value ?? '';
  if (name === '__typename') return names;
  const definition: GraphQLField<unknown, unknown> | undefined =
    parent.getFields()[name] ??
    [SchemaMetaFieldDef, TypeMetaFieldDef].find((one) => one.name === name);
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return definition === undefined ? 'unknown' : outputType(definition.type, sets, writer);
};

const outputType = (
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  writer: TypeWriter,
): string =>
  isNonNullType(type)
    ? valueType(type.ofType, sets, writer)
    : `${valueType(type, sets, writer)} | null`;

const valueType = (
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  writer: TypeWriter,
): string => {
  if (isNonNullType(type)) return outputType(type, sets, writer);
  if (isListType(type)) return `ReadonlyArray<${outputType(type.ofType, sets, writer)}>`;
  if (isEnumType(type)) {
    writer.named.add(type);
    return type.name;
  }
  return isObjectType(type) || isAbstractType(type)
    ? compositeType(type, sets, writer)
    : (scalars[type.name] ?? 'string');
};

// Long integers and amounts of money are strings, so that no digit is lost.
const scalars: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Float: 'number',
  Int: 'number',
  JSON: 'unknown',
};
