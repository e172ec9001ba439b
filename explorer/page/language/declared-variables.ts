import type {
  GraphQLInputType,
  GraphQLSchema,
  NamedTypeNode,
  OperationDefinitionNode,
} from 'graphql';
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  typeFromAST,
  visit,
} from 'graphql';
import type { Values } from '../json.ts';

/** A variable that an operation declares. */
export interface DeclaredVariable {
  readonly name: string;
  readonly type: GraphQLInputType;
  /** True if it must be given. */
  readonly isNeeded: boolean;
  /** The argument that it is the value of, and the field that takes it; null if there is none. */
  readonly use: VariableUse | null;
}

interface VariableUse {
  readonly argument: string;
  readonly field: string;
}

const usesIn = (operation: OperationDefinitionNode): ReadonlyMap<string, VariableUse> => {
  const uses = new Map<string, VariableUse>();
  visit(operation, {
    Field: ({ name, arguments: args = [] }) => {
      for (const { name: argument, value } of args) {
        if (value.kind !== Kind.VARIABLE) continue;
        uses.set(value.name.value, { argument: argument.value, field: name.value });
      }
    },
  });
  return uses;
};

/** The variables of an operation whose types the schema has. */
export const declaredVariables = (
  operation: OperationDefinitionNode | null,
  schema: GraphQLSchema | null,
): readonly DeclaredVariable[] => {
  if (operation === null || schema === null) return [];
  const uses = usesIn(operation);
  return (operation.variableDefinitions ?? []).flatMap(({ variable, type: node, defaultValue }) => {
    const type = inputTypeOf(schema, node);
    if (type === undefined) return [];
    const isNeeded = isNonNullType(type) && defaultValue === undefined;
    const name = variable.name.value;
    return [{ name, type, isNeeded, use: uses.get(name) ?? null }];
  });
};

type VariableType = NonNullable<OperationDefinitionNode['variableDefinitions']>[number]['type'];

const inputTypeOf = (schema: GraphQLSchema, node: VariableType): GraphQLInputType | undefined => {
  // One call serves all three kinds of nodes; the function has an overload for each.
  const type = typeFromAST(schema, node as NamedTypeNode);
  return isInputType(type) ? type : undefined;
};

/** The required variables that a JSON text does not have. */
export const missingIn = (
  text: string,
  declared: readonly DeclaredVariable[],
): readonly DeclaredVariable[] => {
  const given = namesIn(text);
  return given === null
    ? []
    : declared.filter(({ name, isNeeded }) => isNeeded && !given.has(name));
};

const namesIn = (text: string): ReadonlySet<string> | null => {
  try {
    return new Set(Object.keys(JSON.parse(text.trim() === '' ? '{}' : text) as object));
  } catch {
    return null;
  }
};

/** A JSON text with values for these variables behind those that it has. */
export const withValues = (text: string, added: readonly DeclaredVariable[]): string => {
  const lines = added.map(
    ({ name, type }) =>
      `  ${JSON.stringify(name)}: ${JSON.stringify(sampleOf(type), null, 2).replaceAll('\n', '\n  ')}`,
  );
  const own = text.trim().replace(/^\{/, '').replace(/\}$/, '').trimEnd();
  return `{${own}${own.trim() === '' ? '' : ','}\n${lines.join(',\n')}\n}`;
};

/** A first value of a type: an input's required fields, an enumeration's first value. */
export const sampleOf = (type: GraphQLInputType): unknown => {
  const inner = getNullableType(type);
  if (isListType(inner)) return [sampleOf(inner.ofType as GraphQLInputType)];
  if (isEnumType(inner)) return inner.getValues()[0]?.name ?? null;
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields());
    const needed = inner.isOneOf ? fields.slice(0, 1) : fields.filter(isRequiredInputField);
    return Object.fromEntries(needed.map((field) => [field.name, sampleOf(field.type)]));
  }
  return samples[inner.name] ?? '';
};

const samples: Values = { Int: 0, Float: 0, Boolean: false };
