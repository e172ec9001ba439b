import {
  coerceInputValue,
  type DocumentNode,
  type EnumValueNode,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  type IntValueNode,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type NullValueNode,
  type ObjectFieldNode,
  type ObjectValueNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  parseType,
  type StringValueNode,
  TypeInfo,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { FaultFacts } from '../../upstream/catalogue/language/problem.ts';
import { type Path, Unread, type Values } from '../../upstream/catalogue/language/values.ts';
import { unrecognized } from '../../upstream/catalogue/names.ts';
import { below, isChecked, memberMissing } from './input-types.ts';

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

/** The most unreadable values that a write reports. With more, GraphQL refuses the input. */
const maxUnread = 100;

/** The type at a path of an input, and the type of the object that holds it, if there is one. */
const typeAt = (type: GraphQLInputType, path: Path) => {
  let at = type;
  let holder: GraphQLInputObjectType | null = null;
  for (const step of path) {
    const object = getNullableType(at);
    if (isInputObjectType(object)) holder = object;
    at = below(at, step);
  }
  return { at, holder };
};

/** The fault of a value that GraphQL cannot read. */
export const factsAt = (type: GraphQLInputType, path: Path, message: string): FaultFacts => {
  if (memberMissing(message) !== null || message.endsWith('not to be null.')) {
    return { reason: 'REQUIRED' };
  }
  const named = getNamedType(typeAt(type, path).at);
  if (isEnumType(named)) {
    const names = named.getValues().map(({ name }) => name);
    return { reason: 'NOT_ALLOWED', allowed: names.filter((name) => name !== unrecognized) };
  }
  if (/ is not defined by type /.test(message)) return { reason: 'NOT_ALLOWED' };
  if (/ non 32-bit /.test(message)) return { reason: 'OUT_OF_RANGE' };
  const { example } = named.extensions;
  return { reason: 'MALFORMED', ...(typeof example === 'string' && { example }) };
};

/**
 * Coerces a value that GraphQL cannot read as a whole, for a write that checks it itself. Values of
 * a wrong type become `Unread`, missing ones undefined. Null if anything else is wrong: unknown
 * fields, another structure, types that no write checks. `mayBeUnread` is true if the whole value
 * may be `Unread`.
 */
export const readUpTo = (
  given: unknown,
  type: GraphQLInputType,
  mayBeUnread: boolean,
): { readonly value: unknown } | null => {
  const unread: { readonly path: Path; readonly value: Unread }[] = [];
  const refused = new GraphQLError('refused');
  const add = (path: Path, written: unknown, message: string): void => {
    const { at, holder } = typeAt(type, path);
    if (memberMissing(message) !== null && isChecked(getNullableType(at))) return;
    const isOwn = holder === null ? mayBeUnread : isChecked(holder);
    const fits = isLeafType(getNamedType(at)) && isOwn && unread.length < maxUnread;
    if (!fits) throw refused;
    unread.push({ path, value: new Unread(written) });
  };
  try {
    const root = {
      value: coerceInputValue(given, type, (path, written, { message }) => {
        add(path, written, message);
      }),
    };
    for (const { path, value } of unread) put(root, ['value', ...path], value);
    return root;
  } catch (error) {
    if (error === refused) return null;
    throw error;
  }
};

/** Sets a value at a path of newly made objects and lists. */
const put = (root: object, path: Path, value: unknown): void => {
  let holder = root as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    holder = holder[step] as Record<string | number, unknown>;
  }
  holder[path.at(-1) ?? ''] = value;
};
