import {
  type ASTNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  Kind,
} from 'graphql';
import { internalError, internalErrorsOf, toFormattedError } from '../../errors/errors.ts';
import { parseLossless } from '../../upstream/client/json/lossless.ts';
import type { RequestRecord } from '../door/exchange.ts';
import type { Content, HttpOfResult } from './reply.ts';

/** The content of a result. A copy of the result has it too. */
interface Origin {
  readonly content: Content;
  /** The result that has `content`; null after a plugin has set a member of it. */
  result: object | null;
}

const originKey = Symbol('origin');

type ResultError = GraphQLError | GraphQLFormattedError;

/** A result, and its origin if `resultOf` made it. */
interface AnyResult {
  readonly data?: unknown;
  readonly errors?: readonly ResultError[] | undefined;
  readonly extensions?: ExecutionResult['extensions'];
  readonly [originKey]?: Origin;
}

/**
 * A GraphQL result whose data and extensions stay bytes unless a plugin reads them. It is written
 * as JSON if it was copied or a plugin set a member; the later parts follow it.
 */
export const resultOf = (content: Content): ExecutionResult => {
  const origin: Origin = { content, result: null };
  const result: AnyResult = { errors: content.errors, [originKey]: origin };
  origin.result = result;
  return Object.defineProperties(result, onDemand) as ExecutionResult;
};

/** A member that is read from the content. Setting it makes the result a plugin's. */
const memberOf = (
  name: 'data' | 'extensions',
  read: (content: Content) => unknown,
): PropertyDescriptor & ThisType<AnyResult> => ({
  enumerable: true,
  configurable: true,
  get() {
    return this[originKey] && read(this[originKey].content);
  },
  set(value: unknown) {
    Object.defineProperty(this, name, { value, enumerable: true, writable: true });
    if (this[originKey]) this[originKey].result = null;
  },
});

// All results share these functions: functions of their own would cost memory for each result.
const onDemand = {
  data: memberOf('data', ({ data }) => data && (parseLossless(data.toString()) as AnyResult).data),
  extensions: memberOf('extensions', ({ extensions }) => extensions && JSON.parse(extensions)),
};

/**
 * The content of a result, made by `resultOf` or by a plugin. Errors that are no GraphQL errors
 * become INTERNAL_SERVER_ERROR; `record` gets them for the log.
 */
export const contentOf = (result: unknown, record: RequestRecord): Content => {
  if (!isResult(result)) throw new TypeError('A plugin gave something other than one result.');
  const origin = result[originKey];
  if (origin?.result === result) return origin.content;
  const { data, errors } = result;
  const { http, ...extensions } = result.extensions ?? {};
  if (origin === undefined && data === undefined && !errors?.length) {
    throw new TypeError('A plugin gave a result without data and errors.');
  }
  const { later, live } = origin?.content ?? {};
  return {
    ...(data !== undefined && { data: Buffer.from(JSON.stringify({ data })) }),
    ...(errors?.length && { errors: errors.map((error) => shownOf(error, record)) }),
    ...(Object.keys(extensions).length > 0 && { extensions: JSON.stringify(extensions) }),
    ...(http !== undefined && { http: http as HttpOfResult }),
    ...(later && { later }),
    ...(live && { live }),
  };
};

// Neither a stream of results nor a list of them.
const isResult = (value: unknown): value is AnyResult =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(Symbol.asyncIterator in value);

/** An error with a code, for clients; `record` gets the details that they do not see. */
const shownOf = (error: ResultError, record: RequestRecord): ResultError => {
  const report = (cause: unknown): void => {
    record.internalErrors = [...record.internalErrors, cause];
  };
  if (!(error instanceof Error)) return error;
  const thrown = thrownIn(error);
  if (error instanceof GraphQLError && error.path !== undefined) {
    const { path, locations = [], nodes } = error;
    const position = { path, locations, written: argumentsIn(nodes), maxProblems: 100 };
    return toFormattedError(thrown ?? error, position, report);
  }
  for (const cause of internalErrorsOf(thrown ?? error)) report(cause);
  if (thrown !== null) return internalError();
  const { message, extensions } = error as GraphQLError;
  if (extensions['code'] !== undefined) return error;
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', ...extensions } });
};

// Yoga makes a GraphQL error of anything that a plugin throws.
const thrownIn = (error: Error): Error | null => {
  if (!(error instanceof GraphQLError)) return error;
  const { originalError, extensions } = error;
  if (extensions['unexpected'] === true) return new Error(error.message);
  return originalError === undefined || originalError instanceof GraphQLError
    ? null
    : originalError;
};

const argumentsIn = (nodes: readonly ASTNode[] = []): readonly string[] =>
  nodes.flatMap((node) =>
    node.kind === Kind.FIELD ? (node.arguments ?? []).map(({ name }) => name.value) : [],
  );
