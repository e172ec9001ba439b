import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { DefinitionNode, DocumentNode, OperationDefinitionNode } from 'graphql';
import { Kind, parse, Source } from 'graphql';
import { ConfigError } from '../../src/config/config-error.ts';
import { memoize } from '../../src/upstream/catalogue/memoize.ts';
import type { Config } from '../gateway.ts';

/** The variable that names documents. */
export type DocumentSource = 'MCP_DOCUMENTS' | 'PERSISTED_DOCUMENTS';

/** An operation, with the fragments that stand in the same document or folder. */
export interface FoundOperation {
  readonly node: OperationDefinitionNode;
  readonly definitions: readonly DefinitionNode[];
  /** Its place, as people look for it: `reports.graphql:3`, or the hash of a trusted one. */
  readonly at: string;
  readonly source: DocumentSource;
}

/** The operations in a file, or in all files of a folder. Throws ConfigError. */
export const operationsIn = (path: string): readonly FoundOperation[] => {
  const definitions = filesIn(path).flatMap(([name, text]) => {
    try {
      return parse(new Source(text, name)).definitions;
    } catch (error) {
      throw refusedDocuments(`${name}: ${messageOf(error)}`, 'MCP_DOCUMENTS');
    }
  });
  return operationsOf(definitions, 'MCP_DOCUMENTS', (node) => {
    const { source, startToken } = node.loc ?? {};
    return `${source?.name}:${startToken?.line}`;
  });
};

/** The trusted operations with a description. A text that does not parse has none. */
export const trustedOperations = (trusted: Config['trusted']): readonly FoundOperation[] =>
  [...trusted].flatMap(([id, text]) =>
    trustedIn(text, id.slice(0, 16)).filter(({ node }) => node.description !== undefined),
  );

/** The texts of trusted documents with a single, named mutation, by its name. */
export const trustedMutations = memoize(
  (trusted: Config['trusted']): ReadonlyMap<string, string> =>
    new Map(
      [...trusted.values()].flatMap((text) => {
        const [found, ...others] = trustedIn(text, '');
        const { name, operation } = found?.node ?? {};
        const isOne = others.length === 0 && operation === 'mutation' && name !== undefined;
        return isOne ? [[name.value, text] as const] : [];
      }),
    ),
);

/** The error for documents that cannot be tools, of one source or both. */
export const refusedDocuments = (why: string, ...from: readonly DocumentSource[]): ConfigError => {
  const sources = [...new Set(from)].join(' and ');
  return new ConfigError(`${sources} must be documents that fit the schema. ${why}`);
};

const trustedIn = (text: string, at: string): readonly FoundOperation[] =>
  operationsOf(definitionsIn(text), 'PERSISTED_DOCUMENTS', () => at);

const definitionsIn = (text: string): DocumentNode['definitions'] => {
  try {
    return parse(text).definitions;
  } catch {
    return [];
  }
};

const operationsOf = (
  definitions: readonly DefinitionNode[],
  source: DocumentSource,
  placeOf: (node: OperationDefinitionNode) => string,
): readonly FoundOperation[] =>
  definitions
    .filter((one) => one.kind === Kind.OPERATION_DEFINITION)
    .map((node) => ({ node, definitions, source, at: placeOf(node) }));

/** Names and texts of the files. */
const filesIn = (path: string): readonly (readonly [string, string])[] => {
  try {
    if (!statSync(path).isDirectory()) return [[path, readFileSync(path, 'utf8')]];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:graphql|gql)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [relative(path, file), readFileSync(file, 'utf8')]);
  } catch (error) {
    throw refusedDocuments(messageOf(error), 'MCP_DOCUMENTS');
  }
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
