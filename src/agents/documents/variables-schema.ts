import {
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
  type OperationDefinitionNode,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { unrecognized } from '../../schema/fields/kinds.ts';
import { variableUses } from './variable-uses.ts';

/** A JSON Schema, as far as tools have them. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The input types that a schema refers to, by their names. */
type InputTypes = Map<string, JsonSchema>;

/** The name of inputs that the gateway fills in itself, so that no write is sent twice. */
export const keyName = 'idempotencyKey';

/**
 * The variables of an operation as the arguments of a tool: `$first: Int = 5` is
 * `{ type: ['integer', 'null'], default: 5 }`. A variable without a description has that of the
 * argument that it is given to.
 */
export const variablesSchema = (
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
): JsonSchema => {
  const uses = variableUses(schema, document);
  const types: InputTypes = new Map();
  const shown = variableDefinitions.filter(
    ({ variable: { name } }) => name.value !== keyName && uses.get(name.value)?.name !== keyName,
  );
  const properties = shown.map(({ variable: { name }, type, description, defaultValue }) => {
    const found = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
    const about = description?.value ?? uses.get(name.value)?.description;
    return [
      name.value,
      {
        ...(found !== undefined && schemaOf(found, types)),
        ...described(about),
        ...(defaultValue !== undefined && { default: valueFromASTUntyped(defaultValue) }),
      },
    ] as const;
  });
  const required = shown.flatMap(({ variable, type, defaultValue }) =>
    type.kind === 'NonNullType' && defaultValue === undefined ? [variable.name.value] : [],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(types.size > 0 && { $defs: Object.fromEntries(types) }),
  };
};

const described = (text: string | null | undefined): JsonSchema =>
  text ? { description: text.replace(/\s+/g, ' ').trim() } : {};

const schemaOf = (type: GraphQLInputType, types: InputTypes): JsonSchema => {
  if (isNonNullType(type)) return nonNull(type.ofType, types);
  const { type: kind, enum: values, ...rest } = nonNull(type, types);
  if (typeof kind !== 'string') return kind === undefined ? orNull(rest) : { ...rest, type: kind };
  const isEnum = Array.isArray(values);
  return { type: [kind, 'null'], ...(isEnum && { enum: [...values, null] }), ...rest };
};

const orNull = (schema: JsonSchema): JsonSchema =>
  '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : schema;

const nonNull = (type: GraphQLInputType, types: InputTypes): JsonSchema => {
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, types) };
  if (isEnumType(type)) return enumSchema(type);
  if (!isInputObjectType(type)) return scalars[String(type)] ?? {};
  if (!types.has(type.name)) {
    // Set first: a type may have members of its own type.
    types.set(type.name, {});
    types.set(type.name, objectSchema(Object.values(type.getFields()), types));
  }
  return { $ref: `#/$defs/${type.name}` };
};

const enumSchema = (type: GraphQLEnumType): JsonSchema => {
  const names = type.getValues().map(({ name }) => name);
  return { type: 'string', enum: names.filter((name) => name !== unrecognized) };
};

const objectSchema = (all: readonly GraphQLInputField[], types: InputTypes): JsonSchema => {
  const fields = all.filter(({ name }) => name !== keyName);
  const required = fields.filter(isRequiredInputField).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, type, description }) => [
        name,
        { ...schemaOf(type, types), ...described(description) },
      ]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
};

/** What scalars are in JSON; any other scalar is not restricted. */
const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
};
