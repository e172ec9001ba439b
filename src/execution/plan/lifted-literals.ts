import type {
  DocumentNode,
  GraphQLInputType,
  GraphQLSchema,
  IntValueNode,
  OperationDefinitionNode,
  StringValueNode,
  ValueNode,
  VariableDefinitionNode,
} from 'graphql';
import {
  GraphQLInt,
  getNullableType,
  isInputObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  OperationTypeNode,
  parseType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Values } from '../../upstream/catalogue/language/values.ts';

/** A document, the operation of it that is requested, and the variables that it got. */
interface Lifted {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
  /** What the client wrote, by the name of the variable that replaced it. */
  readonly literals: Values;
}

/**
 * Replaces literals of the right kind but unreadable content by variables, in the mutation inputs
 * that their writes check: `startTime: "tomorrow"`. Such a value is then reported with the other
 * faults, as one from a variable is.
 */
export const liftLiterals = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Lifted => {
  const literals: Record<string, unknown> = {};
  if (operation.operation !== OperationTypeNode.MUTATION) {
    return { document, node: operation, literals };
  }
  const declared = new Set(
    operation.variableDefinitions?.map(({ variable }) => variable.name.value),
  );
  const definitions: VariableDefinitionNode[] = [];
  const types = new TypeInfo(schema);
  const lift = (literal: StringValueNode | IntValueNode): ValueNode | undefined => {
    const type = types.getInputType();
    const holder = getNullableType(types.getParentInputType());
    const isChecked = isInputObjectType(holder) && holder.extensions.isChecked === true;
    if (!type || !isChecked || !isUnreadable(literal, type)) return undefined;
    let name = `literal${definitions.length}`;
    while (declared.has(name)) name += '_';
    const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
    definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(`${type}`) });
    literals[name] = writtenAs(literal, type);
    return variable;
  };
  const lifted = visit(
    operation,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      StringValue: lift,
      IntValue: lift,
    }),
  );
  if (definitions.length === 0) return { document, node: operation, literals };
  const own = operation.variableDefinitions ?? [];
  const node = { ...lifted, variableDefinitions: [...own, ...definitions] };
  const others = document.definitions.map((one) => (one === operation ? node : one));
  return { document: { ...document, definitions: others }, node, literals };
};

// The value that JSON would have: a number for Int, else the text with all its digits.
const writtenAs = ({ kind, value }: StringValueNode | IntValueNode, type: GraphQLInputType) =>
  kind === Kind.INT && getNullableType(type) === GraphQLInt ? Number(value) : value;

/** Whether a literal has a kind that its type accepts, but a content that it does not. */
const isUnreadable = (literal: ValueNode, type: GraphQLInputType): boolean => {
  const scalar = getNullableType(type);
  if (!isScalarType(scalar)) return false;
  const isTaken =
    literal.kind === Kind.STRING
      ? !isSpecifiedScalarType(scalar)
      : scalar.name === GraphQLInt.name || scalar.name === 'Long';
  if (!isTaken) return false;
  try {
    scalar.parseLiteral(literal);
    return false;
  } catch {
    return true;
  }
};
