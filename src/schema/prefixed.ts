import { GraphQLSchema, isScalarType } from 'graphql';

/**
 * Adds the prefix to the name of every type but scalars, roots, the types of federation, and
 * `unprefixedNames`. Each type keeps its own name as well, which global ids contain. The types are
 * changed in place, so they must belong to this schema alone.
 */
export const prefixed = (
  schema: GraphQLSchema,
  prefix: string,
  unprefixedNames: readonly string[],
): GraphQLSchema => {
  const config = schema.toConfig();
  const unprefixed = new Set([config.query?.name, config.mutation?.name, ...unprefixedNames]);
  for (const type of config.types) {
    if (unprefixed.has(type.name) || type.name.startsWith('_') || isScalarType(type)) continue;
    type.extensions = { ...type.extensions, ownName: type.name };
    type.name = prefix + type.name;
  }
  return new GraphQLSchema(config);
};
