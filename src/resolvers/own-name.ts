import type { GraphQLNamedType } from 'graphql';

/** The name of a type in the code, without the prefix that the shown schema may have. */
export const ownNameOf = ({ name, extensions }: GraphQLNamedType): string => {
  const { ownName } = extensions;
  return typeof ownName === 'string' ? ownName : name;
};
