import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  type NamedTypeNode,
  type TypeNode,
  typeFromAST,
} from 'graphql';
import type { Path } from '../../upstream/catalogue/language/values.ts';
import { memoize } from '../../upstream/catalogue/memoize.ts';

type Types = ReadonlySet<GraphQLNamedType>;

/** Input types with identifiers of people at any depth, types beside them, and the scalar. */
const personalTypes = memoize((schema: GraphQLSchema): Types => {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const inner = (type: GraphQLNamedType): readonly GraphQLNamedType[] =>
    isInputObjectType(type)
      ? Object.values(type.getFields()).map((field) => getNamedType(field.type))
      : [];
  const types = new Set<GraphQLNamedType>();
  const scalar = schema.getType('PersonalIdentifier');
  if (scalar !== undefined) types.add(scalar);
  for (let size = 0; size !== types.size; ) {
    size = types.size;
    for (const type of inputs) if (inner(type).some((held) => types.has(held))) types.add(type);
  }
  // Iteration over a Set also visits items that are added meanwhile.
  for (const type of types) {
    for (const next of inner(type)) if (!isScalarType(next)) types.add(next);
  }
  return types;
});

/** Tests whether a value is, contains, or accompanies an identifier of a person. */
export const isPersonal = (schema: GraphQLSchema) => {
  const types = personalTypes(schema);
  const isOne = (type: unknown): boolean => isInputType(type) && types.has(getNamedType(type));
  return {
    /** Tests the declared type of a variable. */
    definition: (type: TypeNode): boolean => isOne(typeFromAST(schema, type as NamedTypeNode)),
    /** Tests the type of the object that contains the value. */
    holder: (type: GraphQLInputType | null | undefined): boolean => isOne(type),
  };
};

const missingMember = /^Field "(\w+)" of required type "[^"]+" was not provided\.$/;

/** The missing member in an error of coercion, whose path is that of the object; else null. */
export const memberMissing = (message: string): string | null =>
  missingMember.exec(message)?.[1] ?? null;

/** A message of coercion without values and names that may identify a person. */
export const withheld = (schema: GraphQLSchema, type: GraphQLInputType) => {
  const types = personalTypes(schema);
  return (message: string, path: Path, always: boolean): string => {
    let at: GraphQLInputType = type;
    let personal = always || types.has(getNamedType(type));
    for (const step of path) {
      at = below(at, step);
      personal ||= types.has(getNamedType(at));
    }
    // A message about a missing member contains only names of the schema.
    if (!personal || memberMissing(message) !== null) return message;
    return `The value does not fit the type ${at}. It is not repeated here, because it may identify a person.`;
  };
};

/** True for an input object whose fields a write checks itself. */
export const isChecked = (holder: unknown): holder is GraphQLInputObjectType =>
  isInputObjectType(holder) && holder.extensions.isChecked === true;

/** The type one step down an input: of a member, or of the items of a list. */
export const below = (type: GraphQLInputType, step: string | number): GraphQLInputType => {
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (isListType(nullable))
    return typeof step === 'number' ? nullable.ofType : below(nullable.ofType, step);
  return isInputObjectType(nullable) ? (nullable.getFields()[step]?.type ?? nullable) : nullable;
};
