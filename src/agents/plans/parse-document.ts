import { type DocumentNode, parse } from 'graphql';
import { ToolError } from '../tool-error.ts';

/** Parses a document of an agent. Throws ToolError if it is none. */
export const parseDocument = (text: string): DocumentNode => {
  try {
    return parse(text);
  } catch (error) {
    throw new ToolError('GRAPHQL_PARSE_FAILED', (error as Error).message);
  }
};
