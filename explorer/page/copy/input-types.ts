import type { GraphQLInputField, GraphQLInputType, GraphQLNamedType } from 'graphql';
import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';

// The gateway also accepts numbers as ids and as long integers.
const scalars: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Float: 'number',
  ID: 'string | number',
  Int: 'number',
  Long: 'string | number',
};

/**
 * The TypeScript type for an input type of the schema, such as `ReadonlyArray<string> | null`. A
 * type that must be declared for it is added to `named`.
 */
export const inputType = (type: GraphQLInputType, named: Set<GraphQLNamedType>): string =>
  isNonNullType(type)
    ? valueType(type.ofType as GraphQLInputType, named)
    : `${valueType(type, named)} | null`;

const valueType = (type: GraphQLInputType, named: Set<GraphQLNamedType>): string => {
  if (isNonNullType(type)) return inputType(type, named);
  if (isListType(type)) {
    const item = inputType(type.ofType as GraphQLInputType, named);
    // A list may be given as one value.
    return `ReadonlyArray<${item}> | ${item}`;
  }
  if (isEnumType(type) || isInputObjectType(type)) {
    named.add(type);
    return type.name;
  }
  return scalars[type.name] ?? 'string';
};

/** The declarations of types, and of those that they need, which are added to them. */
export const declarationsOf = (named: Set<GraphQLNamedType>): readonly string[] => {
  const declarations: string[] = [];
  for (const type of named) {
    if (isEnumType(type)) {
      const values = type.getValues().map(({ name }) => `\n  | '${name}'`);
      declarations.push(`export type ${type.name} =${values.join('')};`);
    }
    if (!isInputObjectType(type)) continue;
    const fields = Object.values(type.getFields());
    declarations.push(
      type.isOneOf
        ? `export type ${type.name} =${fields.map((one) => oneOf(one, fields, named)).join('')};`
        : `export interface ${type.name} {\n${fields.map((one) => member(one, named)).join('')}}`,
    );
  }
  return declarations;
};

const member = (field: GraphQLInputField, named: Set<GraphQLNamedType>): string =>
  `  readonly ${field.name}${isRequiredInputField(field) ? '' : '?'}: ${inputType(field.type, named)};\n`;

const oneOf = (
  given: GraphQLInputField,
  fields: readonly GraphQLInputField[],
  named: Set<GraphQLNamedType>,
): string => {
  const members = fields.map((field) =>
    field === given
      ? `readonly ${field.name}: ${valueType(field.type, named)}`
      : `readonly ${field.name}?: never`,
  );
  return `\n  | { ${members.join('; ')} }`;
};
