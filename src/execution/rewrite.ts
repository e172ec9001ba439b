import type {
  DirectiveNode,
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  NamedTypeNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  TypeNode,
  VariableDefinitionNode,
} from 'graphql';
import { Kind, TypeInfo, valueFromAST, visit, visitWithTypeInfo } from 'graphql';
import type { Twin } from './twin.ts';
import { anyValue } from './twin.ts';

/** An operation as the compiler takes it, and the values of the arguments that it wrote out. */
export interface Rewritten {
  readonly document: DocumentNode;
  readonly constants: Readonly<Record<string, unknown>>;
}

/** What a rewrite starts from. */
export interface Original {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/**
 * A checked query in the words of the twin, with the same response keys. Fragments are written out, because the compiler
 * keeps the conditions of a field on its node, and a shared node would collect those of every place. Arguments become
 * variables whose values graphql-js has coerced: the compiler pastes literals into program text.
 */
export const rewrite = (original: Original, twin: Twin): Rewritten => {
  const { operation } = original;
  const constants: Record<string, unknown> = {};
  const prefix = unusedPrefix(operation);
  const conditions = new Set<string>();
  const types = new TypeInfo(original.schema);
  const written = visit(
    { ...operation, selectionSet: writtenOut(operation.selectionSet, original.fragments) },
    visitWithTypeInfo(types, {
      VariableDefinition: () => null,
      Directive: (directive) => {
        for (const name of variablesOf(directive)) conditions.add(name);
        return false;
      },
      Argument: (argument) => {
        const type = types.getInputType();
        if (argument.value.kind === Kind.VARIABLE || !type) return false;
        const name = `${prefix}${Object.keys(constants).length}`;
        constants[name] = frozen(valueFromAST(argument.value, type));
        const value = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
        return { ...argument, value };
      },
      Field: {
        leave: (field) => {
          const name = twin.nameOf(types.getParentType()?.name ?? '', field.name.value);
          if (name === field.name.value) return undefined;
          return {
            ...field,
            alias: field.alias ?? field.name,
            name: { ...field.name, value: name },
          };
        },
      },
    }),
  );
  const own = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const variableDefinitions = [...own, ...Object.keys(constants)].map((name) =>
    definitionOf(name, conditions.has(name)),
  );
  const { name: _, ...unnamed } = written;
  const definitions = [{ ...unnamed, variableDefinitions }];
  return { document: { kind: Kind.DOCUMENT, definitions }, constants };
};

/** A selection with the fragments it spreads in their places, every node its own. */
const writtenOut = (
  { selections, ...set }: SelectionSetNode,
  fragments: Original['fragments'],
): SelectionSetNode => ({
  ...set,
  selections: selections.flatMap((selection): readonly SelectionNode[] => {
    if (selection.kind !== Kind.FRAGMENT_SPREAD) {
      const { selectionSet } = selection;
      return selectionSet === undefined
        ? [{ ...selection }]
        : [{ ...selection, selectionSet: writtenOut(selectionSet, fragments) } as SelectionNode];
    }
    const fragment = fragments.get(selection.name.value);
    if (fragment === undefined) return [];
    const { typeCondition, selectionSet } = fragment;
    return [
      {
        kind: Kind.INLINE_FRAGMENT,
        typeCondition,
        directives: selection.directives ?? [],
        selectionSet: writtenOut(selectionSet, fragments),
      },
    ];
  }),
});

const unusedPrefix = ({ variableDefinitions = [] }: OperationDefinitionNode): string => {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  let prefix = 'literal';
  while (names.some((name) => name.startsWith(prefix))) prefix += '_';
  return prefix;
};

const variablesOf = ({ arguments: given = [] }: DirectiveNode) =>
  given.flatMap(({ value }) => (value.kind === Kind.VARIABLE ? [value.name.value] : []));

const named = (name: string): NamedTypeNode => ({
  kind: Kind.NAMED_TYPE,
  name: { kind: Kind.NAME, value: name },
});

// The compiler insists that conditions are Boolean!; an operation whose condition could be null was refused before.
const definitionOf = (name: string, isCondition: boolean): VariableDefinitionNode => {
  const type: TypeNode = isCondition
    ? { kind: Kind.NON_NULL_TYPE, type: named('Boolean') }
    : named(anyValue);
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type,
  };
};

// One value serves every run, so no resolver may change it.
const frozen = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
};
