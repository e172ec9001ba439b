import {
  type ASTNode,
  type DocumentNode,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  print,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { unrecognized } from '../../src/upstream/catalogue/names.ts';
import type { JsonSchema } from '../plain-schema.ts';

/** The name of the inputs that the gateway fills in, so that no write is sent twice. */
export const keyName = 'idempotencyKey';

/** The values of an enumeration that inputs take. */
export const inputNames = (type: GraphQLEnumType): readonly string[] =>
  type.getValues().flatMap(({ name }) => (name === unrecognized ? [] : [name]));

/**
 * The variables of an operation as the arguments of a tool, in the words that every host takes:
 * `$first: Int = 5` is `{ type: 'integer', description: '5 unless given.' }`. A variable without a
 * description has that of the argument that it is given to.
 */
export const variablesSchema = (
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
): JsonSchema => {
  const uses = variableUses(schema, document);
  const shown = variableDefinitions.filter(
    ({ variable: { name } }) => name.value !== keyName && uses.get(name.value)?.name !== keyName,
  );
  const properties = shown.map(({ variable: { name }, type, description, defaultValue }) => {
    const found = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
    const about = [
      description?.value ?? uses.get(name.value)?.description ?? '',
      ...(defaultValue === undefined ? [] : [`${print(defaultValue)} unless given.`]),
    ];
    return [
      name.value,
      { ...(found !== undefined && schemaOf(found, new Set())), ...described(about.join(' ')) },
    ] as const;
  });
  const required = shown.flatMap(({ variable, type, defaultValue }) =>
    type.kind === 'NonNullType' && defaultValue === undefined ? [variable.name.value] : [],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
};

const described = (text: string | null | undefined): JsonSchema =>
  text?.trim() ? { description: text.replace(/\s+/g, ' ').trim() } : {};

/** `outer` names the enclosing input types: a recursive one is any object. */
const schemaOf = (type: GraphQLInputType, outer: ReadonlySet<string>): JsonSchema => {
  if (isNonNullType(type)) return schemaOf(type.ofType, outer);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, outer) };
  if (isEnumType(type)) return { type: 'string', enum: inputNames(type) };
  if (!isInputObjectType(type)) return scalars[String(type)] ?? {};
  if (outer.has(type.name)) return { type: 'object' };
  return objectSchema(Object.values(type.getFields()), new Set([...outer, type.name]));
};

const objectSchema = (
  all: readonly GraphQLInputField[],
  outer: ReadonlySet<string>,
): JsonSchema => {
  const fields = all.filter(({ name }) => name !== keyName);
  const required = fields.filter(isRequiredInputField).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, type, description }) => [
        name,
        { ...schemaOf(type, outer), ...described(description) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
};

/** The JSON type of each scalar; a scalar that is not here may be anything. */
const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Date: { type: 'string', description: 'A day, such as 2026-06-01.' },
  DateTime: { type: 'string', description: 'A time, such as 2026-06-01T09:00:00Z.' },
  Decimal: { type: 'string', description: 'An amount, such as 12.50.' },
  Long: { type: 'string' },
  PersonalIdentifier: { type: 'string' },
};

/** An argument, or a member of an input, that a variable is given to. */
interface VariableUse {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** The first argument that takes each variable, by the variable's name. */
const variableUses = (
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, VariableUse> => {
  const uses = new Map<string, VariableUse>();
  const info = new TypeInfo(schema);
  const note = (value: ASTNode, use: VariableUse | null | undefined): void => {
    if (value.kind !== Kind.VARIABLE || !use || uses.has(value.name.value)) return;
    uses.set(value.name.value, use);
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => note(value, info.getArgument()),
      ObjectField: ({ name, value }) => {
        const parent = info.getParentInputType();
        if (isInputObjectType(parent)) note(value, parent.getFields()[name.value]);
      },
    }),
  );
  return uses;
};
