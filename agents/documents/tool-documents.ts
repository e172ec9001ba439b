import { type GraphQLSchema, Kind, print, separateOperations } from 'graphql';
import type { Config, Graph } from '../gateway.ts';
import type { JsonSchema } from '../plain-schema.ts';
import { asksForParts } from '../plans/refuse-document.ts';
import type { DocumentSource, FoundOperation } from './operations.ts';
import { operationsIn, refusedDocuments, trustedOperations } from './operations.ts';
import { variablesSchema } from './variables-schema.ts';

/** An operation of an operator's documents that is a tool. */
export interface ToolDocument {
  readonly name: string;
  readonly description: string;
  /** The operation, with the fragments that it needs. */
  readonly text: string;
  readonly isMutation: boolean;
  /** The arguments of the tool: the variables. */
  readonly inputSchema: JsonSchema;
}

type DocumentSettings = Pick<Config, 'mcp' | 'mcpDocuments' | 'trusted' | 'limits'>;

/**
 * The operations of MCP_DOCUMENTS, and the trusted ones with a description; none if agents are off.
 * Throws ConfigError for one that does not fit the schema.
 */
export const toolDocumentsOf = (
  { mcp, mcpDocuments, trusted, limits }: DocumentSettings,
  { schema, errorsOf }: Graph,
): readonly ToolDocument[] => {
  if (mcp === 'off') return [];
  const own = mcpDocuments === null ? [] : operationsIn(mcpDocuments);
  const found = [...own, ...trustedOperations(trusted)];
  const documents = found.map((one) => {
    const document = documentOf(one, schema);
    const [error] = errorsOf(document.text, document.name);
    if (error === undefined) return document;
    throw refusedDocuments(`${one.at} ${document.name}: ${error.message}`, one.source);
  });
  refuseTwice(found);
  refuseLong(documents, { max: limits.mcpToolsBytes, from: found.map(({ source }) => source) });
  return documents;
};

const documentOf = (
  { node, definitions, at, source }: FoundOperation,
  schema: GraphQLSchema,
): ToolDocument => {
  const name = node.name?.value ?? '';
  if (!/^\w{1,64}$/.test(name) || name.startsWith('ads_')) {
    const rule = 'must have a name of at most 64 characters that does not begin with ads_';
    throw refusedDocuments(`${at}: an operation ${rule}.`, source);
  }
  const others = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const { [name]: document } = separateOperations({
    kind: Kind.DOCUMENT,
    definitions: [node, ...others],
  });
  if (document === undefined) throw refusedDocuments(`${at}: it has no operation.`, source);
  const text = print(document);
  if (asksForParts(text)) {
    const rule = 'must not use @defer or @stream, because a tool returns one whole response';
    throw refusedDocuments(`${at} ${name}: ${rule}.`, source);
  }
  return {
    name,
    description: node.description?.value ?? `Sends the ${node.operation} ${name}.`,
    text,
    isMutation: node.operation === 'mutation',
    inputSchema: variablesSchema(schema, document, node),
  };
};

const refuseTwice = (found: readonly FoundOperation[]): void => {
  for (const [index, { node, source }] of found.entries()) {
    const name = node.name?.value;
    const first = found.findIndex((one) => one.node.name?.value === name);
    if (first === index) continue;
    throw refusedDocuments(
      `There are two operations ${name}.`,
      found[first]?.source ?? source,
      source,
    );
  }
};

interface ToolsBound {
  /** The most bytes. */
  readonly max: number;
  readonly from: readonly DocumentSource[];
}

const refuseLong = (documents: readonly ToolDocument[], { max, from }: ToolsBound): void => {
  const listed = documents.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const bytes = Buffer.byteLength(JSON.stringify(listed));
  if (documents.length === 0 || bytes <= max) return;
  const why = `As tools they have ${bytes} bytes, more than LIMIT_MCP_TOOLS_BYTES.`;
  throw refusedDocuments(why, ...from);
};
