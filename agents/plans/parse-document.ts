import { type DocumentNode, GraphQLError } from 'graphql';
import type { Graph } from '../gateway.ts';
import { ToolError } from '../tool-error.ts';

/** Parses a document of an agent. Throws ToolError if it is none, or is too large. */
export const parseDocument = (text: string, parse: Graph['parse']): DocumentNode => {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, extensions } = error;
    throw new ToolError(String(extensions['code']), message);
  }
};
