import {
  assertObjectType,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  type InputObjectTypeDefinitionNode,
  isLeafType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import { requiredColumn } from '../resolvers/reads/needs.ts';
import { ownNameOf } from '../resolvers/selection.ts';
import { tokens } from '../upstream/catalogue/areas/tokens.ts';
import { endpoints } from '../upstream/catalogue/index.ts';
import { memoize } from '../upstream/catalogue/memoize.ts';
import { nodeEntities } from './fields/entities.ts';

/** The directives of federation that the subgraph uses, and the version since which each exists. */
const imported = {
  authenticated: 2.5,
  cost: 2.9,
  key: 2,
  listSize: 2.9,
  shareable: 2,
  tag: 2,
} as const;

/** The names of the directives that the subgraph uses. */
export const subgraphDirectives: readonly string[] = [...Object.keys(imported), 'oneOf'];

/** The head with the imports from federation, in the oldest version that has all of them. */
const headWithout = (without: ReadonlySet<string>): string => {
  const used = Object.entries(imported).filter(([name]) => !without.has(name));
  const version = Math.max(2, ...used.map(([, since]) => since)).toFixed(1);
  const names = used.map(([name]) => `"@${name}"`).join(', ');
  const link = `extend schema @link(
  url: "https://specs.apollo.dev/federation/v${version}"
  import: [${names}]
)
`;
  return without.has('oneOf') ? link : `${link}\n${oneOf}`;
};

const oneOf = `"""Of an input: exactly one of its fields is given, and not null."""
directive @oneOf on INPUT_OBJECT
`;

/** A subgraph of Federation 2: keys and directives, without fields for routers alone. */
export const subgraphOf = memoize((schema: GraphQLSchema) => subgraphWithout(schema, []));

/** The subgraph without some directives, for composers and routers that do not support them. */
export const subgraphWithout = (schema: GraphQLSchema, names: readonly string[]): string => {
  const without = new Set(names);
  const document = visit(annotated(schema), {
    Directive: ({ name }) => (without.has(name.value) ? null : undefined),
  });
  return `${headWithout(without)}\n${print(document)}\n`;
};

// Names with an underscore belong to the protocol; every composer adds them itself.
const isProtocol = (name: string): boolean => name.startsWith('_');

// A graph has one `node` and one `nodes`, which this subgraph must not define.
const belongsToRouter = (schema: GraphQLSchema, type: GraphQLObjectType, field: string): boolean =>
  isProtocol(field) || (type === schema.getQueryType() && /^nodes?$/.test(field));

const annotated = (schema: GraphQLSchema): DocumentNode => {
  const { kind, definitions } = parse(printSchema(schema), { noLocation: true });
  const own = definitions.flatMap((one) => annotatedType(schema, one));
  return { kind, definitions: own.map(withoutCommonWords) };
};

const annotatedType = (schema: GraphQLSchema, node: DefinitionNode): readonly DefinitionNode[] => {
  // Routers divide answers themselves, and do not pass this directive on to subgraphs.
  if (node.kind === Kind.DIRECTIVE_DEFINITION) return [];
  if ('name' in node && isProtocol(node.name?.value ?? '')) return [];
  if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) return [withoutIdleChoice(node)];
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return [node];
  const type = assertObjectType(schema.getType(node.name.value));
  const fields =
    node.fields?.filter(({ name }) => !belongsToRouter(schema, type, name.value)) ?? [];
  return [
    {
      ...node,
      directives: directives(typeDirectives(schema, type)),
      fields: fields.map((field) => annotatedField(schema, type, field)),
    },
  ];
};

const roots = ['Query', 'Mutation'];
const common = [...roots, 'Node', 'PageInfo'];

/**
 * A definition of a type that every graph has, without descriptions. Composers warn if graphs
 * describe it in different words. The fields of roots belong to this graph alone and keep theirs.
 */
const withoutCommonWords = (node: DefinitionNode): DefinitionNode => {
  const name = 'name' in node ? (node.name?.value ?? '') : '';
  if (!common.includes(name)) return node;
  const depth = roots.includes(name) ? 1 : Infinity;
  return visit(node, {
    StringValue: (_text, key, _node, path) =>
      key === 'description' && path.length <= depth ? null : undefined,
  });
};

// Composers warn about a @oneOf with one member. A required member means the same.
const withoutIdleChoice = (node: InputObjectTypeDefinitionNode): InputObjectTypeDefinitionNode => {
  const [only, ...others] = node.fields ?? [];
  const isIdle = node.directives?.[0]?.name.value === 'oneOf' && others.length === 0;
  if (!isIdle || only === undefined || only.type.kind === Kind.NON_NULL_TYPE) return node;
  const type = { kind: Kind.NON_NULL_TYPE, type: only.type } as const;
  return { ...node, directives: [], fields: [{ ...only, type }] };
};

const annotatedField = (
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  node: FieldDefinitionNode,
): FieldDefinitionNode => {
  const field = type.getFields()[node.name.value];
  if (field === undefined) return node;
  const found =
    type === schema.getMutationType() ? mutationDirectives(field) : fieldDirectives(field);
  return { ...node, type: routedType(type, field, node), directives: directives(found) };
};

/**
 * The type of a field for routers. Routers put null for an entity that cannot be read. If one of
 * its columns were non-null, this null would also remove the answers of other subgraphs for it.
 */
const routedType = (
  type: GraphQLObjectType,
  field: SubgraphField,
  node: FieldDefinitionNode,
): FieldDefinitionNode['type'] =>
  nodeEntities.has(ownNameOf(type)) &&
  requiredColumn(field) !== null &&
  node.type.kind === Kind.NON_NULL_TYPE
    ? node.type.type
    : node.type;

const typeDirectives = (schema: GraphQLSchema, type: GraphQLObjectType): readonly string[] => {
  const nodeEntity = nodeEntities.get(ownNameOf(type));
  if (nodeEntity !== undefined) {
    const own = nodeEntity.entity.inAccount ? 'accountId restId' : 'restId';
    return ['@key(fields: "id")', `@key(fields: "${own}")`];
  }
  return isValue(schema, type) ? ['@shareable'] : [];
};

/** True for a type without identity or call, unless it is the answer of a root field. */
const isValue = (schema: GraphQLSchema, type: GraphQLObjectType): boolean => {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const isAnswer = roots.some((root) =>
    Object.values(root?.getFields() ?? {}).some((field) => getNamedType(field.type) === type),
  );
  return !isAnswer && !roots.includes(type) && holdsValues(type, new Set());
};

const holdsValues = (type: GraphQLNamedType, seen: Set<GraphQLNamedType>): boolean => {
  if (isLeafType(type) || seen.has(type)) return true;
  seen.add(type);
  if (isUnionType(type)) return type.getTypes().every((one) => holdsValues(one, seen));
  if (!isObjectType(type) || 'id' in type.getFields()) return false;
  return Object.values(type.getFields()).every(
    ({ extensions, type: held }) =>
      extensions.facts?.load === undefined && holdsValues(getNamedType(held), seen),
  );
};

type SubgraphField = GraphQLField<unknown, unknown>;

// A router weighs an object as 1 and a write as 10. A call to the API has the same weight as a
// write, whatever its purpose.
const callWeight = 10;

const fieldDirectives = (field: SubgraphField): readonly string[] => {
  if (!field.args.some(({ name }) => name === 'first')) return [];
  return [
    `@cost(weight: ${callWeight})`,
    `@listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)`,
  ];
};

const sandboxOnly = new Set(
  endpoints.filter(({ host }) => host === 'sandbox').map(({ name }) => name),
);
const aboutTokens: ReadonlySet<string> = new Set(Object.values(tokens).map(({ name }) => name));

const mutationDirectives = ({ name }: SubgraphField): readonly string[] => [
  '@authenticated',
  ...(sandboxOnly.has(name) ? ['@tag(name: "sandbox")'] : []),
  ...(aboutTokens.has(name) ? ['@tag(name: "token")'] : []),
];

/** Parses directives as they are in a document. */
const directives = (texts: readonly string[]): readonly ConstDirectiveNode[] => {
  const { definitions } = parse(`scalar Any ${texts.join(' ')}`, { noLocation: true });
  const [definition] = definitions;
  return definition?.kind === Kind.SCALAR_TYPE_DEFINITION ? (definition.directives ?? []) : [];
};
