import { type GraphQLSchema, Kind, print, separateOperations } from 'graphql';
import type { Config } from '../../config.ts';
import { createPrepare } from '../../execution/plan/prepare.ts';
import { asksForParts } from '../tools/query.ts';
import {
  type FoundOperation,
  operationsIn,
  refusedDocuments,
  trustedOperations,
} from './operations.ts';
import { type JsonSchema, variablesSchema } from './variables-schema.ts';

/** An operation of an operator's documents, which agents call as a tool. */
export interface ToolDocument {
  readonly name: string;
  readonly description: string;
  /** The operation, with the fragments that it needs. */
  readonly text: string;
  readonly isMutation: boolean;
  /** What the tool takes: the variables. */
  readonly inputSchema: JsonSchema;
}

type DocumentSettings = Pick<Config, 'mcp' | 'mcpDocuments' | 'trusted' | 'limits'>;

/**
 * The operations of MCP_DOCUMENTS, and the trusted ones that have a description; none where agents
 * are off. Throws ConfigError for one that does not fit the schema.
 */
export const toolDocumentsOf = (
  { mcp, mcpDocuments, trusted, limits }: DocumentSettings,
  schema: GraphQLSchema,
): readonly ToolDocument[] => {
  if (mcp === 'off') return [];
  const own = mcpDocuments === null ? [] : operationsIn(mcpDocuments);
  const prepare = createPrepare({ schema, limits, introspection: true });
  const documents = [...own, ...trustedOperations(trusted)].map((found) => {
    const document = documentOf(found, schema);
    const plan = prepare(document.text, document.name);
    if ('isMutation' in plan) return document;
    throw refusedDocuments(`${found.at} ${document.name}: ${plan[0]?.message}`);
  });
  for (const [index, { name }] of documents.entries()) {
    if (documents.findIndex((one) => one.name === name) === index) continue;
    throw refusedDocuments(`There are two operations ${name}.`);
  }
  refuseLong(documents, limits.mcpToolsBytes);
  return documents;
};

const documentOf = (
  { node, definitions, at }: FoundOperation,
  schema: GraphQLSchema,
): ToolDocument => {
  const name = node.name?.value ?? '';
  if (!/^\w{1,64}$/.test(name) || name.startsWith('ads_')) {
    const rule = 'must have a name of at most 64 characters that does not begin with ads_';
    throw refusedDocuments(`${at}: an operation ${rule}.`);
  }
  const others = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const { [name]: document } = separateOperations({
    kind: Kind.DOCUMENT,
    definitions: [node, ...others],
  });
  if (document === undefined) throw refusedDocuments(`${at}: it has no operation.`);
  const text = print(document);
  if (asksForParts(text)) {
    throw refusedDocuments(`${at} ${name}: answers come whole, without @defer and @stream.`);
  }
  return {
    name,
    description: node.description?.value ?? `Sends the ${node.operation} ${name}.`,
    text,
    isMutation: node.operation === 'mutation',
    inputSchema: variablesSchema(schema, document, node),
  };
};

const refuseLong = (documents: readonly ToolDocument[], max: number): void => {
  const listed = documents.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const bytes = Buffer.byteLength(JSON.stringify(listed));
  if (documents.length === 0 || bytes <= max) return;
  throw refusedDocuments(`As tools they have ${bytes} bytes, more than LIMIT_MCP_TOOLS_BYTES.`);
};
