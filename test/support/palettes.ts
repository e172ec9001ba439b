import type { GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import {
  getNamedType,
  isCompositeType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Field, MakeOptions } from './making.ts';

export type TypeWithFields = GraphQLObjectType | GraphQLInterfaceType;

const size = 5;

// Fields that lead to most of the schema, so documents mostly select them.
const wayIn: ReadonlySet<string> = new Set([
  ...['account', 'accounts', 'node', 'nodes', 'edges', 'campaigns', 'campaign', 'lineItems'],
  ...['lineItem', 'promotedTweets', 'tweet', 'card', 'cardsByUri', 'cards', 'components', 'slides'],
  ...['fundingInstrument', 'targetingCriteria', 'customAudience', 'history', 'mediaCreatives'],
  ...[
    'customAudiences',
    'permissions',
    'targeted',
    'metadata',
    'segments',
    'destination',
    'anyCard',
  ],
  ...['tailoredAudiencePermissions', 'tweets', 'entities', 'trackingTags', 'curatedCategories'],
]);

// Lists of types that lead to such lists again are refused for their depth.
const ofTypes: ReadonlySet<string> = new Set([
  'interfaces',
  'possibleTypes',
  'inputFields',
  'types',
]);

/** True for a field with a selection of its own. */
export const isDeep = ({ type }: Field): boolean => isCompositeType(getNamedType(type));

/** A few fields of a type, so that the same ones meet in several places of a document. */
export const makePalette = (
  schema: GraphQLSchema,
  type: TypeWithFields,
  { random, raw }: Pick<MakeOptions, 'random' | 'raw'>,
): readonly Field[] => {
  const fields = fieldsOf(schema, type).filter(({ name }) => raw || name !== 'raw');
  const some = (fits: (one: Field) => boolean): readonly Field[] => {
    const from = fields.filter(fits);
    return from.length === 0 ? [] : Array.from({ length: size }, () => random.of(from));
  };
  return [
    TypeNameMetaFieldDef,
    ...some((one) => !isDeep(one)),
    ...some(isDeep),
    ...some((one) => isDeep(one) && wayIn.has(one.name)),
    ...some((one) => isDeep(one) && wayIn.has(one.name)),
  ];
};

const fieldsOf = (schema: GraphQLSchema, type: TypeWithFields): readonly Field[] => {
  const fields = Object.values(type.getFields());
  if (type === schema.getQueryType()) return [...fields, SchemaMetaFieldDef, TypeMetaFieldDef];
  return type.name.startsWith('__') ? fields.filter(({ name }) => !ofTypes.has(name)) : fields;
};
