import type { GraphQLField, GraphQLNamedType } from 'graphql';
import { getNullableType, isInterfaceType, isLeafType, isListType, isObjectType } from 'graphql';

const isPlain = ({ name, type, args }: GraphQLField<unknown, unknown>): boolean => {
  const inner = getNullableType(type);
  return (
    args.length === 0 &&
    isLeafType(isListType(inner) ? getNullableType(inner.ofType) : inner) &&
    name !== 'raw'
  );
};

/** The names of the fields of a type that are values or lists of values and take no argument. */
export const columnsOf = (type: GraphQLNamedType): readonly string[] =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.values(type.getFields())
        .filter(isPlain)
        .map(({ name }) => name)
    : [];
