import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import { z } from 'zod';
import { unknownName, wrongArguments } from '../tool-error.ts';
import { operationText } from './operation-text.ts';
import { typeText } from './schema-texts.ts';
import { searchText } from './search-text.ts';
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
