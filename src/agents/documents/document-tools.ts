import { z } from 'zod';
import { answerWhole, queryOutput } from '../tools/query.ts';
import { type Tool, tool } from '../tools/tool.ts';
import type { ToolDocument } from './tool-documents.ts';

/** The tools of documents: a query answers as `ads_query` does. */
export const documentTools = (documents: readonly ToolDocument[]): readonly Tool[] =>
  documents.filter(({ isMutation }) => !isMutation).map(queryTool);

const queryTool = ({ name, description, text, inputSchema }: ToolDocument): Tool => ({
  ...tool({
    name,
    title: name,
    description,
    // The graph checks the values: its sentences name the argument.
    input: z.strictObject(argumentsIn(inputSchema['properties'] as object)),
    output: queryOutput,
    run: (variables, call) => answerWhole({ text, variables }, call),
  }),
  inputSchema,
});

const argumentsIn = (properties: object) =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, z.unknown().optional()]));
