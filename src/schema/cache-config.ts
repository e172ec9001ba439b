import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';

const apollo = '@apollo/client';

/** The clients that `ads-graph schema --cache` configures. */
export const cacheNames = ['apollo', 'urql'] as const;

/**
 * The configuration of a normalised cache, as TypeScript: the types without an id, which it keeps
 * inside their parents. For Apollo also the lists: it keeps each by all arguments but `first` and
 * `after`, and appends pages.
 */
export const cacheConfig = (name: (typeof cacheNames)[number], schema: GraphQLSchema): string => {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('_') && !roots.includes(type));
  const withoutId = types.filter(
    (type) => !/(Connection|Edge|PageInfo|Payload)$/.test(type.name) && !('id' in type.getFields()),
  );
  const lines = (value: string) => withoutId.map((type) => `  ${type.name}: ${value},`);
  return name === 'urql'
    ? ['export const keys = {', ...lines('() => null'), '};', ''].join('\n')
    : [
        `import type { TypePolicies } from '${apollo}';`,
        `import { relayStylePagination } from '${apollo}/utilities';`,
        '',
        'export const typePolicies: TypePolicies = {',
        ...lines('{ merge: true }'),
        ...[...types, ...roots].flatMap((type) => (type ? listsOf(type) : [])),
        '};',
        '',
      ].join('\n');
};

/** Apollo's policy for a type with lists; empty if it has none. */
const listsOf = (type: GraphQLObjectType): readonly string[] => {
  const lists = Object.values(type.getFields()).filter((field) =>
    getNamedType(field.type).name.endsWith('Connection'),
  );
  const fields = lists.map((one) => `      ${one.name}: relayStylePagination(${keyArgs(one)}),`);
  return fields.length === 0
    ? []
    : [`  ${type.name}: {`, '    fields: {', ...fields, '    },\n  },'];
};

const keyArgs = ({ args }: GraphQLField<unknown, unknown>): string => {
  const names = args.map(({ name }) => name).filter((name) => name !== 'first' && name !== 'after');
  return names.length === 0 ? '' : `['${names.sort().join("', '")}']`;
};
