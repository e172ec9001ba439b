import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { getNamedType, isInterfaceType } from 'graphql';
import { columnsOf } from './columns.ts';

/**
 * The type of the row that a global id names: `Campaign` for `Campaign:18ce54bik3s:cik3s001`; null
 * if `node` has no such type. Names of types may have a prefix that ids lack.
 */
export const typeOfId = (schema: GraphQLSchema, id: string): GraphQLObjectType | null => {
  const field = schema.getQueryType()?.getFields()['node'];
  const node = field === undefined ? null : getNamedType(field.type);
  if (!isInterfaceType(node)) return null;
  const name = node.name.replace(/Node$/, '') + id.slice(0, id.indexOf(':'));
  return schema.getPossibleTypes(node).find((type) => type.name === name) ?? null;
};

/** A query for the row of a global id, with all its columns; null if `node` has no such type. */
export const nodeQuery = (schema: GraphQLSchema, id: string) => {
  const type = typeOfId(schema, id);
  if (type === null) return null;
  const query = `query ${type.name}($id: ID!) {
  node(id: $id) {
    ... on ${type.name} {
      ${columnsOf(type).join('\n      ')}
    }
  }
}
`;
  return { query, variables: JSON.stringify({ id }, null, 2) };
};
