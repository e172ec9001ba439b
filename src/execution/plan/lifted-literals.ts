import type {
  DocumentNode,
  EnumValueNode,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLSchema,
  IntValueNode,
  NullValueNode,
  ObjectFieldNode,
  ObjectValueNode,
  OperationDefinitionNode,
  StringValueNode,
  VariableDefinitionNode,
  VariableNode,
} from 'graphql';
import {
  GraphQLInt,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isRequiredInputField,
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
import { maxUnread } from './unread-values.ts';

/** A document, the requested operation in it, and the variables of the request. */
interface Lifted {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
  /** The values of the replaced literals, by the name of the variable that replaced them. */
  readonly literals: Values;
}

type ScalarLiteral = StringValueNode | IntValueNode | EnumValueNode | NullValueNode;

/**
 * Replaces literals of the right kind but with unreadable content by variables, such as `startTime:
 * "tomorrow"`, in mutation inputs that their writes check. A required value that is missing there
 * becomes a variable without a value. Both are then reported together with the faults of variables.
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
  const isFull = (): boolean => definitions.length >= maxUnread;
  const variableOf = (type: GraphQLInputType, written: unknown): VariableNode => {
    let name = `literal${definitions.length}`;
    while (declared.has(name)) name += '_';
    const variable = { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } } as const;
    definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(`${type}`) });
    literals[name] = written;
    return variable;
  };
  const lift = (literal: ScalarLiteral): VariableNode | undefined => {
    const type = types.getInputType();
    const isOwn = isChecked(getNullableType(types.getParentInputType()));
    if (isFull() || !type || !isOwn || !isUnreadable(literal, type)) return undefined;
    return variableOf(type, writtenAs(literal, type));
  };
  const complete = (object: ObjectValueNode): ObjectValueNode | undefined => {
    const type = getNullableType(types.getInputType());
    if (isFull() || !isChecked(type) || type.isOneOf) return undefined;
    const added = missingIn(object, type).map(
      ({ name, type: of }): ObjectFieldNode => ({
        kind: Kind.OBJECT_FIELD,
        name: { kind: Kind.NAME, value: name },
        value: variableOf(of, null),
      }),
    );
    return added.length === 0 ? undefined : { ...object, fields: [...object.fields, ...added] };
  };
  const lifted = visit(
    operation,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      StringValue: lift,
      IntValue: lift,
      EnumValue: lift,
      NullValue: lift,
      ObjectValue: complete,
    }),
  );
  if (definitions.length === 0) return { document, node: operation, literals };
  const own = operation.variableDefinitions ?? [];
  const node = { ...lifted, variableDefinitions: [...own, ...definitions] };
  const others = document.definitions.map((one) => (one === operation ? node : one));
  return { document: { ...document, definitions: others }, node, literals };
};

const isChecked = (holder: unknown): holder is GraphQLInputObjectType =>
  isInputObjectType(holder) && holder.extensions.isChecked === true;

/** The required values that an object lacks, except those that hold objects. */
const missingIn = ({ fields }: ObjectValueNode, type: GraphQLInputObjectType) => {
  const names = new Set(fields.map(({ name }) => name.value));
  return Object.values(type.getFields()).filter(
    (field) =>
      !names.has(field.name) && isRequiredInputField(field) && isLeafType(getNamedType(field.type)),
  );
};

// The JSON value of a literal. Digits stay text because of 64-bit numbers.
const writtenAs = (literal: ScalarLiteral, type: GraphQLInputType): unknown => {
  if (literal.kind === Kind.NULL) return null;
  const { kind, value } = literal;
  return kind === Kind.INT && getNullableType(type) === GraphQLInt ? Number(value) : value;
};

/** True if a literal has the right kind for its type, but unreadable content. */
const isUnreadable = (literal: ScalarLiteral, type: GraphQLInputType): boolean => {
  if (literal.kind === Kind.NULL) return isNonNullType(type) && isLeafType(getNamedType(type));
  const leaf = getNullableType(type);
  if (literal.kind === Kind.ENUM) return isEnumType(leaf) && !leaf.getValue(literal.value);
  if (!isScalarType(leaf)) return false;
  const isTaken =
    literal.kind === Kind.STRING
      ? !isSpecifiedScalarType(leaf)
      : leaf.name === GraphQLInt.name || leaf.name === 'Long';
  if (!isTaken) return false;
  try {
    leaf.parseLiteral(literal);
    return false;
  } catch {
    return true;
  }
};
