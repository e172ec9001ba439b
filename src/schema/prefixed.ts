import { GraphQLSchema, isScalarType } from 'graphql';

/**
 * A schema in which this stands before the name of every type but scalars, roots, what federation
 * names itself, and these. Each type keeps in mind its own name, which is what global ids hold. The
 * types are renamed where they are, so they must belong to this schema alone.
 */
export const prefixed = (
  schema: GraphQLSchema,
  prefix: string,
  keptNames: readonly string[],
): GraphQLSchema => {
  const config = schema.toConfig();
  const kept = new Set([config.query?.name, config.mutation?.name, ...keptNames]);
  for (const type of config.types) {
    if (kept.has(type.name) || type.name.startsWith('_') || isScalarType(type)) continue;
    type.extensions = { ...type.extensions, ownName: type.name };
    type.name = prefix + type.name;
  }
  return new GraphQLSchema(config);
};
