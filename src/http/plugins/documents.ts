import { hash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { TrustedDocuments } from '../../config/setting-files.ts';
import { refusal } from '../../errors/errors.ts';
import type { OperationPlugin } from './operation.ts';
import { type Params, sha256In } from './params.ts';

interface DocumentRules {
  readonly trusted: TrustedDocuments;
  /** True if only trusted documents are answered. */
  readonly trustedOnly: boolean;
}

/** Finds the document of a request that has a text, an id or a hash. */
export interface Documents {
  /** The text of the document. Throws a refusal with a code of `PERSISTED_QUERY_…`. */
  readonly textOf: (params: Params) => string;
  /** Keeps the text of a request with a hash, for later requests with the hash alone. */
  readonly remember: (params: Params) => void;
}

const maxCached = 1000;
const maxCachedCharacters = 8 * 1024 * 1024;

const notFound = (): GraphQLError =>
  // This message makes clients send the text.
  refusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

const mismatch = (what: string): GraphQLError =>
  refusal('PERSISTED_QUERY_MISMATCH', `The query is not ${what}. Send one or the other.`);

/** Trusted documents by id, and up to 1000 others by SHA-256 after a request has sent both. */
export const createDocuments = ({ trusted, trustedOnly }: DocumentRules): Documents => {
  const cached = new LRUCache<string, string>({
    max: maxCached,
    maxSize: maxCachedCharacters,
    sizeCalculation: (text) => text.length,
  });
  const untrusted = ({ query }: Params, sha256: string | undefined): string => {
    const found = query ?? cached.get(sha256 ?? '');
    if (found === undefined) throw notFound();
    if (query !== undefined && sha256 !== undefined && hash('sha256', query, 'hex') !== sha256) {
      throw mismatch('the one that its sha256Hash belongs to');
    }
    return found;
  };
  return {
    textOf: (params) => {
      const { query, documentId } = params;
      const sha256 = sha256In(params);
      const id = sha256 ?? documentId ?? '';
      const known = trusted.get(id);
      if (known !== undefined) {
        if (query !== undefined && query !== known)
          throw mismatch('the trusted document of its id');
        return known;
      }
      if (!trustedOnly) return untrusted(params, sha256?.toLowerCase());
      if (query === undefined && id !== '') throw notFound();
      throw refusal(
        'PERSISTED_QUERY_REQUIRED',
        'This gateway accepts trusted documents only: send the id of one instead of a query.',
      );
    },
    remember: (params) => {
      const sha256 = sha256In(params);
      if (sha256 !== null && !trusted.has(sha256)) {
        cached.set(sha256.toLowerCase(), params.query ?? '');
      }
    },
  };
};

/** Finds the document of a request that names it by an id or a hash, and keeps valid ones. */
export const useDocuments = (documents: Documents): OperationPlugin => ({
  onParams: ({ params, setParams, context }) => {
    if (context.operation.isOwn) return;
    const query = documents.textOf(params);
    if (query !== params.query) setParams({ ...params, query });
  },
  onValidate: ({ context: { operation, params } }) => {
    if (operation.isOwn || sha256In(params) === null) return undefined;
    return ({ valid }) => {
      if (valid) documents.remember(params);
    };
  },
});
