import type { GraphQLSchema } from 'graphql';
import type { ToolDocument } from '../documents/tool-documents.ts';
import { accounts } from './accounts.ts';
import { apply } from './apply.ts';
import { describeIn } from './describe.ts';
import { documentTools } from './document-tools.ts';
import { find } from './find.ts';
import { outcome } from './outcome.ts';
import { prepareTool } from './prepare.ts';
import { query } from './query.ts';
import { read } from './read.ts';
import { results } from './results.ts';
import type { Tool } from './tool.ts';

interface ToolSettings {
  readonly schema: GraphQLSchema;
  readonly trustedOnly: boolean;
  readonly mcp: 'off' | 'read' | 'write';
  readonly documents: readonly ToolDocument[];
}

/**
 * The tools by name: the gateway's own and those of documents. Gateways with trusted documents only
 * have no `ads_query`, and gateways whose agents only read have no tools that write.
 */
export const toolsFor = ({
  schema,
  trustedOnly,
  mcp,
  documents,
}: ToolSettings): ReadonlyMap<string, Tool> => {
  const own = [accounts, describeIn(schema), find, ...(trustedOnly ? [] : [query]), read, results];
  const writing = mcp === 'write' ? [prepareTool(trustedOnly), apply, outcome] : [];
  const known = documentTools(documents.filter(({ isMutation }) => mcp === 'write' || !isMutation));
  const sorted = [...own, ...writing].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return new Map([...sorted, ...known].map((one) => [one.name, one]));
};
