import { MapperKind, mapSchema } from '@graphql-tools/utils';
import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLObjectType,
  GraphQLUnionType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';

/**
 * A schema in which this stands before the name of every type but scalars, roots, `PageInfo` and what federation names
 * itself. Each type keeps in mind its own name, which is what global ids hold.
 */
export const prefixed = (schema: GraphQLSchema, prefix: string): GraphQLSchema => {
  const kept = new Set([schema.getQueryType()?.name, schema.getMutationType()?.name, 'PageInfo']);
  return mapSchema(schema, {
    [MapperKind.TYPE]: (type) =>
      kept.has(type.name) || type.name.startsWith('_') || isScalarType(type)
        ? type
        : renamed(type, `${prefix}${type.name}`),
  });
};

const renamed = (type: GraphQLNamedType, name: string): GraphQLNamedType => {
  const own = { name, extensions: { ...type.extensions, ownName: type.name } };
  if (isObjectType(type)) return new GraphQLObjectType({ ...type.toConfig(), ...own });
  if (isInterfaceType(type)) return new GraphQLInterfaceType({ ...type.toConfig(), ...own });
  if (isUnionType(type)) return new GraphQLUnionType({ ...type.toConfig(), ...own });
  if (isEnumType(type)) return new GraphQLEnumType({ ...type.toConfig(), ...own });
  if (isInputObjectType(type)) return new GraphQLInputObjectType({ ...type.toConfig(), ...own });
  return type;
};
