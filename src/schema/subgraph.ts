import type {
  ConstDirectiveNode,
  DefinitionNode,
  DocumentNode,
  FieldDefinitionNode,
  GraphQLField,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
  InputObjectTypeDefinitionNode,
} from 'graphql';
import {
  assertObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  print,
  printSchema,
} from 'graphql';
import { ownNameOf } from '../resolvers/own-name.ts';
import { tokens } from '../upstream/catalogue/areas/tokens.ts';
import { endpoints } from '../upstream/catalogue/index.ts';
import { memoize } from '../upstream/client/memoize.ts';
import { nodeEntities } from './fields/entities.ts';

const head = `extend schema @link(
  url: "https://specs.apollo.dev/federation/v2.9"
  import: ["@authenticated", "@cost", "@inaccessible", "@key", "@listSize", "@shareable", "@tag"]
)

"""Of an input: exactly one of its fields is given, and not null."""
directive @oneOf on INPUT_OBJECT
`;

/** A schema as a subgraph of Federation 2: its definitions with keys and directives, without what routers alone ask for. */
export const subgraphOf = memoize(
  (schema: GraphQLSchema) => `${head}\n${print(annotated(schema))}\n`,
);

// What begins with an underscore is the protocol's own, and every composer adds it itself.
const isProtocol = (name: string): boolean => name.startsWith('_');

const annotated = (schema: GraphQLSchema): DocumentNode => {
  const { kind, definitions } = parse(printSchema(schema), { noLocation: true });
  return { kind, definitions: definitions.flatMap((one) => annotatedType(schema, one)) };
};

const annotatedType = (schema: GraphQLSchema, node: DefinitionNode): readonly DefinitionNode[] => {
  // Routers divide answers themselves, and send nothing of it to subgraphs.
  if (node.kind === Kind.DIRECTIVE_DEFINITION) return [];
  if ('name' in node && isProtocol(node.name?.value ?? '')) return [];
  if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) return [withoutIdleChoice(node)];
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return [node];
  const type = assertObjectType(schema.getType(node.name.value));
  const fields = node.fields?.filter(({ name }) => !isProtocol(name.value)) ?? [];
  return [
    {
      ...node,
      directives: directives(typeDirectives(schema, type)),
      fields: fields.map((field) => annotatedField(schema, type, field)),
    },
  ];
};

// Composers warn of a choice of one. That one is required, which says the same.
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
    type === schema.getMutationType() ? mutationDirectives(field) : fieldDirectives(schema, field);
  return { ...node, directives: directives(found) };
};

const typeDirectives = (schema: GraphQLSchema, type: GraphQLObjectType): readonly string[] => {
  const found = nodeEntities.get(ownNameOf(type));
  if (found !== undefined) {
    const own = found.entity.inAccount ? 'accountId restId' : 'restId';
    return ['@key(fields: "id")', `@key(fields: "${own}")`];
  }
  return isValue(schema, type) ? ['@shareable'] : [];
};

/** True for a type without identity or call: whoever has such an object has all of it. What a root answers with is none. */
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

type Field = GraphQLField<unknown, unknown>;

// A router reckons an object as 1 and a write as 10; a call upstream weighs as much, whatever it is for.
const callWeight = 10;

const fieldDirectives = (schema: GraphQLSchema, field: Field): readonly string[] => {
  const isRoot = schema.getQueryType()?.getFields()[field.name] === field;
  // A graph has one `node`, and it is the router's.
  if (isRoot && (field.name === 'node' || field.name === 'nodes')) return ['@inaccessible'];
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

const mutationDirectives = ({ name }: Field): readonly string[] => [
  '@authenticated',
  ...(sandboxOnly.has(name) ? ['@tag(name: "sandbox")'] : []),
  ...(aboutTokens.has(name) ? ['@tag(name: "token")'] : []),
];

/** Directives as a document has them. */
const directives = (texts: readonly string[]): readonly ConstDirectiveNode[] => {
  const { definitions } = parse(`scalar Any ${texts.join(' ')}`, { noLocation: true });
  const [definition] = definitions;
  return definition?.kind === Kind.SCALAR_TYPE_DEFINITION ? (definition.directives ?? []) : [];
};
