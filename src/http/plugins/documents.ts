import { hash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { TrustedDocuments } from '../../config/trusted-documents.ts';
import { refusal } from '../../errors.ts';
import type { Params } from './params.ts';

interface DocumentRules {
  readonly trusted: TrustedDocuments;
  /** Whether only trusted documents are answered. */
  readonly trustedOnly: boolean;
}

/** Finds the document of a request that has a text, an id or a hash. */
export interface Documents {
  /** The text of the document. Throws a refusal with a code of `PERSISTED_QUERY_…`. */
  readonly textOf: (params: Params) => string;
  /** Keeps a text that came with its hash, for later requests with the hash alone. */
  readonly remember: (params: Params) => void;
}

const maxCached = 1000;
const maxCachedCharacters = 8 * 1024 * 1024;

const notFound = (): GraphQLError =>
  // This message makes clients send the text.
  refusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

const mismatch = (what: string): GraphQLError =>
  refusal('PERSISTED_QUERY_MISMATCH', `The query is not ${what}. Send the one or the other.`);

/** Trusted documents by id, and up to 1000 others by SHA-256 after a request has sent both. */
export const createDocuments = ({ trusted, trustedOnly }: DocumentRules): Documents => {
  const cached = new LRUCache<string, string>({
    max: maxCached,
    maxSize: maxCachedCharacters,
    sizeCalculation: (text) => text.length,
  });
  const untrusted = ({ query, sha256 }: Params): string => {
    if (query === null) {
      const found = sha256 === null ? undefined : cached.get(sha256.toLowerCase());
      if (found === undefined) throw notFound();
      return found;
    }
    if (sha256 !== null && hash('sha256', query, 'hex') !== sha256.toLowerCase()) {
      throw mismatch('the one that its sha256Hash belongs to');
    }
    return query;
  };
  return {
    textOf: (params) => {
      const { query, documentId, sha256 } = params;
      const id = sha256 ?? documentId;
      const known = id === null ? undefined : trusted.get(id);
      if (known !== undefined) {
        if (query !== null && query !== known) throw mismatch('the trusted document of its id');
        return known;
      }
      if (!trustedOnly) return untrusted(params);
      if (query === null && id !== null) throw notFound();
      throw refusal(
        'PERSISTED_QUERY_REQUIRED',
        'Only trusted documents are answered here: send the id of one instead of a query.',
      );
    },
    remember: ({ query, sha256 }) => {
      if (query !== null && sha256 !== null && !trusted.has(sha256)) {
        cached.set(sha256.toLowerCase(), query);
      }
    },
  };
};
