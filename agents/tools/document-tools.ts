import { z } from 'zod';
import type { ToolDocument } from '../documents/tool-documents.ts';
import { preparedSchema } from '../plans/prepared-answer.ts';
import { prepared } from './prepare.ts';
import { answerWhole, queryOutput } from './query.ts';
import { argumentsOf, type Tool, tool } from './tool.ts';

/** The tools of documents: a query responds as `ads_query` does, a mutation becomes a plan. */
export const documentTools = (documents: readonly ToolDocument[]): readonly Tool[] =>
  documents.map((one) => (one.isMutation ? mutationTool(one) : queryTool(one)));

const queryTool = ({ name, description, text, inputSchema }: ToolDocument): Tool => ({
  ...tool({
    name,
    title: name,
    description,
    // The graph checks the values, and its sentences name the argument.
    input: argumentsOf(argumentsIn(inputSchema['properties'] as object)),
    output: queryOutput,
    run: (variables, call) => answerWhole({ text, variables }, call),
  }),
  inputSchema,
});

const mutationTool = ({ name, description, text, inputSchema }: ToolDocument): Tool => ({
  ...tool({
    name,
    title: name,
    description: `${description} Sends nothing: ads_apply applies the plan.`,
    input: argumentsOf(argumentsIn(inputSchema['properties'] as object)),
    output: preparedSchema,
    kind: 'prepares',
    run: (variables, call) => prepared({ document: text, variables, why: description }, call),
  }),
  inputSchema,
});

const argumentsIn = (properties: object) =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, z.unknown().optional()]));
