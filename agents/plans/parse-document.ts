import { type DocumentNode, GraphQLError } from 'graphql';
import type { DocumentLimits } from '../../src/execution/plan/limits.ts';
import { parseWithin } from '../../src/execution/plan/parse.ts';
import { shownError, ToolError } from '../tool-error.ts';

/** Parses a document of an agent. Throws ToolError if it is none, or is too large. */
export const parseDocument = (text: string, limits: DocumentLimits): DocumentNode => {
  try {
    return parseWithin(text, limits);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, extensions = {} } = shownError(error);
    throw new ToolError(String(extensions['code']), message);
  }
};
