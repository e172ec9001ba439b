import type { GraphQLNamedType } from 'graphql';

/**
 * The name that the code knows a type by, whatever stands before it in the schema that is shown.
 */
export const ownNameOf = ({ name, extensions }: GraphQLNamedType): string => {
  const { ownName } = extensions;
  return typeof ownName === 'string' ? ownName : name;
};
