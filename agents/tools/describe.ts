import type { GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { isInputObjectType, isObjectType } from 'graphql';
import { z } from 'zod';
import { unknownName, wrongArguments } from '../tool-error.ts';
import { operationText } from './operation-text.ts';
import { comment, inputMembers, signature, typeText, within } from './schema-texts.ts';
import { argumentsOf, type Tool, type ToolCall, tool } from './tool.ts';

/** `ads_describe`: a part of the schema. */
export const describeIn = (schema: GraphQLSchema): Tool =>
  tool({
    name: 'ads_describe',
    title: 'Describe',
    description:
      'The part of the GraphQL schema that you need: search fields and types by words, or show a type, or a field of Query or Mutation with its input and an example.',
    input: argumentsOf({
      search: z.string().min(2).max(100).optional().describe('words'),
      type: z.string().max(100).optional().describe('the name of a type'),
      operation: z
        .string()
        .max(100)
        .optional()
        .describe('a field of Query or Mutation, or the name of a trusted document'),
    }),
    output: z.object({ sdl: z.string() }),
    run: async (input, call) => {
      const sdl = sdlOf(schema, input, call);
      return { text: sdl, members: { sdl } };
    },
  });

interface DescribeInput {
  readonly search?: string | undefined;
  readonly type?: string | undefined;
  readonly operation?: string | undefined;
}

const sdlOf = (
  schema: GraphQLSchema,
  { search, type, operation }: DescribeInput,
  { now, writing: { documentNamed } }: ToolCall,
): string => {
  if (type !== undefined) return typeText(typeNamed(schema, type));
  if (operation !== undefined) {
    return documentNamed(operation) ?? operationText(fieldNamed(schema, operation), now());
  }
  if (search !== undefined) return searchText(schema, search);
  throw wrongArguments([{ argument: 'search', message: 'Give search, type or operation.' }]);
};

const typeNamed = (schema: GraphQLSchema, name: string) => {
  const types = schema.getTypeMap();
  const found = Object.hasOwn(types, name) ? types[name] : undefined;
  if (found !== undefined) return found;
  const message = unknownName('There is no type', name, Object.keys(types));
  throw wrongArguments([{ argument: 'type', message }]);
};

const fieldNamed = (schema: GraphQLSchema, name: string) => {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter(isObjectType);
  const fields: Readonly<Record<string, GraphQLField<unknown, unknown>>> = Object.assign(
    {},
    ...roots.map((root) => root.getFields()),
  );
  const field = fields[name];
  if (field === undefined) {
    const message = unknownName('Query and Mutation have no field', name, Object.keys(fields));
    throw wrongArguments([{ argument: 'operation', message }]);
  }
  const root = roots.find((one) => Object.hasOwn(one.getFields(), name));
  return { isMutation: root === schema.getMutationType(), field };
};

const maxFound = 60;

/** The fields and types that have all the words in their names or descriptions, best first. */
const searchText = (schema: GraphQLSchema, search: string): string => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap(entriesOf)
    .flatMap(({ line, name, about }) => {
      const all = `${name} ${about}`.toLowerCase();
      if (!words.every((word) => all.includes(word))) return [];
      const score = words.filter((word) => name.toLowerCase().includes(word)).length;
      return [{ line, score, length: name.length }];
    })
    .toSorted((one, other) => other.score - one.score || one.length - other.length);
  if (found.length === 0) return `# Nothing has all of the words: ${words.join(', ')}`;
  const lines = found.slice(0, maxFound).map(({ line }) => line);
  const more = found.length - lines.length;
  return within([...lines, ...(more > 0 ? [`# and ${more} more`] : [])].join('\n'));
};

interface SearchEntry {
  readonly line: string;
  readonly name: string;
  readonly about: string;
}

const entriesOf = (type: GraphQLNamedType): readonly SearchEntry[] => {
  const about = type.description ?? '';
  const own = { line: `${type.name}${comment(about)}`, name: type.name, about };
  return [
    own,
    ...membersOf(type).map((member) => ({
      line: `${type.name}.${signature(member)}${comment(member.description)}`,
      name: `${type.name}.${member.name}`,
      about: member.description ?? '',
    })),
  ];
};

const membersOf = (
  type: GraphQLNamedType,
): readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] => {
  if (isInputObjectType(type)) return inputMembers(type);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
