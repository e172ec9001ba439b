import { hash } from 'node:crypto';
import type { DocumentNode, GraphQLError, GraphQLSchema, ValidationRule } from 'graphql';
import { specifiedRules, validate } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { TrustedDocuments } from '../../config/setting-files.ts';
import { refusal, refused } from '../../errors/errors.ts';
import type { Plan } from '../../execution/plan/plan.ts';
import type { Prepare } from '../../execution/plan/prepare.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import type { Admission } from '../door/admission.ts';
import type { Exchange } from '../door/exchange.ts';
import { beginLongWork } from '../door/take-place.ts';
import type { OperationPlugin, RequestOperation } from './operation.ts';
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

export interface PlanRules {
  readonly limits: { readonly queryBytes: number };
  readonly admission: Admission;
  readonly prepare: Prepare;
}

/** A longer new document (in characters) takes milliseconds to plan, so it needs a place. */
const shortDocument = 2048;

const nameIn = ({ operationName }: GraphQLParams): string | null => operationName ?? null;

/**
 * Parses and validates documents, and plans their operations. Plans are cached by text, so that a
 * document is parsed once. A document that another plugin has changed is planned anew.
 */
export const usePlans = (rules: PlanRules): OperationPlugin => {
  const { prepare } = rules;
  const enter = (operation: RequestOperation, plan: Plan): void => {
    operation.plan = plan;
    operation.exchange.record.plan = plan;
  };
  const planErrors = (
    operation: RequestOperation,
    document: DocumentNode,
    params: GraphQLParams,
  ): readonly GraphQLError[] => {
    if (operation.plan?.document === document) return [];
    const planned = prepare.plan(document, nameIn(params));
    if (!('isMutation' in planned)) return planned;
    enter(operation, planned);
    if (operation.parsed === document) prepare.keep(params.query ?? '', nameIn(params), planned);
    return [];
  };
  return {
    onParams: ({ params, context }) => turnFor(rules, params, context.operation.exchange),
    onParse: ({ context: { operation, params }, setParseFn }) => {
      setParseFn((source) => {
        const text = String(source);
        const cached = prepare.cached(text, nameIn(params));
        if (cached === null) {
          operation.parsed = prepare.parse(text, nameIn(params));
          return operation.parsed;
        }
        enter(operation, cached);
        return cached.document;
      });
    },
    onValidate: ({ context: { operation, params }, params: { documentAST }, setValidationFn }) => {
      setValidationFn((schema, _document, rules = []) => {
        const errors = planErrors(operation, documentAST, params);
        return errors.length > 0 ? errors : othersErrors(schema, documentAST, rules);
      });
    },
  };
};

/** The errors by rules of other plugins. A plan has only those of the specification. */
const othersErrors = (
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
): readonly GraphQLError[] => {
  const others = rules.filter((rule) => !specifiedRules.includes(rule));
  return others.length === 0 ? [] : validate(schema, document, others);
};

/** A turn of the event loop to plan a document in; undefined if its plan is cached. */
const turnFor = (
  { limits, admission, prepare }: PlanRules,
  params: GraphQLParams,
  exchange: Exchange,
): Promise<void> | undefined => {
  const { query = '' } = params;
  checkQuery(query, limits.queryBytes);
  if (prepare.cached(query, nameIn(params)) !== null) return undefined;
  return query.length > shortDocument ? beginLongWork(admission, exchange) : exclusiveTurn();
};

// Checked before the text is parsed, because that costs time for each byte.
const checkQuery = (text: string, limit: number): void => {
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return;
  throw refused(
    413,
    `The query has ${bytes} bytes, more than LIMIT_QUERY_BYTES (${limit}). Move values into variables.`,
    { code: 'PAYLOAD_TOO_LARGE' },
  );
};
