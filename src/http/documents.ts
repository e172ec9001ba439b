import { hash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { refusal, refused } from '../errors.ts';
import type { TrustedDocuments } from '../trusted-documents.ts';
import type { Params } from './params.ts';

/** What documents are taken from. */
export interface DocumentRules {
  readonly trusted: TrustedDocuments;
  /** Whether nothing but trusted documents is answered. */
  readonly trustedOnly: boolean;
}

/** Gives the documents that requests mean, whether they bring the text or name it. */
export interface Documents {
  /** The text of a request's document. Throws a coded error where there is none, or not this one. */
  readonly textOf: (params: Params) => string;
  /** Keeps a text that came with its hash, for requests that bring the hash alone. */
  readonly remember: (params: Params) => void;
}

const maxKept = 1000;
const maxKeptCharacters = 8 * 1024 * 1024;

const notFound = (): GraphQLError =>
  // Clients send the text when they read these words.
  refusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

const mismatch = (what: string): GraphQLError =>
  refusal('PERSISTED_QUERY_MISMATCH', `The query is not ${what}. Send the one or the other.`);

/** Trusted documents by their ids, and others by their SHA-256 from the first request on that brings both. */
export const createDocuments = ({ trusted, trustedOnly }: DocumentRules): Documents => {
  const kept = new LRUCache<string, string>({
    max: maxKept,
    maxSize: maxKeptCharacters,
    sizeCalculation: (text) => text.length,
  });
  const untrusted = ({ query, sha256 }: Params): string => {
    if (query === null) {
      const found = sha256 === null ? undefined : kept.get(sha256.toLowerCase());
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
      if (id === null && !trustedOnly) return given(query);
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
        kept.set(sha256.toLowerCase(), query);
      }
    },
  };
};

const given = (query: string | null): string => {
  if (query === null) throw refused(400, 'query must be a string: a GraphQL document.');
  return query;
};
