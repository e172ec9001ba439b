import type { GraphQLSchema } from 'graphql';
import { documentTools } from '../documents/document-tools.ts';
import type { ToolDocument } from '../documents/tool-documents.ts';
import { accounts } from './accounts.ts';
import { describeIn } from './describe.ts';
import { find } from './find.ts';
import { query } from './query.ts';
import { read } from './read.ts';
import { results } from './results.ts';
import type { Tool } from './tool.ts';

/**
 * The tools, by name: the gateway's own and those of documents. Where only trusted documents are answered, there is no
 * `ads_query`.
 */
export const toolsFor = ({
  schema,
  trustedOnly,
  documents,
}: {
  readonly schema: GraphQLSchema;
  readonly trustedOnly: boolean;
  readonly documents: readonly ToolDocument[];
}): ReadonlyMap<string, Tool> => {
  const own = [accounts, describeIn(schema), find, ...(trustedOnly ? [] : [query]), read, results];
  const all = [...own, ...documentTools(documents)];
  return new Map(all.map((one) => [one.name, one]));
};
