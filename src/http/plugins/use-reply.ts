import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { ASTNode, ExecutionResult, GraphQLFormattedError } from 'graphql';
import { GraphQLError, Kind } from 'graphql';
import { internalError, internalErrorsOf, toFormattedError } from '../../errors/errors.ts';
import { MAX_AGE_MS } from '../../loaders/reference-data.ts';
import { parseLossless } from '../../upstream/client/json/untrusted.ts';
import type { HttpExchange, RequestRecord } from '../door/exchange.ts';
import { preferredEncoding } from '../door/headers.ts';
import type { OperationPlugin, RequestOperation } from './operation.ts';
import { inParts, laterBytes, sendParts, writeAll } from './parts.ts';
import type { CacheScope, Content, HttpOfResult, Reply } from './reply.ts';
import { codesOf, replyOf, send, varying } from './reply.ts';

/** Makes the response of a result: its bytes or parts, status, headers, and compression. */
export const useReply = (): OperationPlugin => ({
  onResultProcess: ({ serverContext: { operation }, setResultProcessor }) => {
    setResultProcessor((result, { Response: FetchResponse }) => {
      const respond = (reply: Reply): Response => {
        const { status, headers, body, later } = reply;
        const isEmpty = status === 304 || later !== undefined;
        const response = new FetchResponse(isEmpty ? null : body, { status, headers });
        operation.made = { response, reply };
        return response;
      };
      const accepted = operation.exchange.req.headers['accept-encoding'];
      const reply = compressed(replyWith(result, operation), accepted);
      return reply instanceof Promise ? reply.then(respond) : respond(reply);
    }, 'application/json');
  },
});

/** Sends a response with the headers that plugins set, at the pace of its reader. */
export const sendResponse = async (
  { req, res, record }: HttpExchange,
  { made }: Pick<RequestOperation, 'made'>,
  response: Response,
): Promise<void> => {
  const reply = made?.response === response ? made.reply : null;
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    // A plugin may have set a header beside one that is written in capitals.
    const key = name.toLowerCase();
    if (key === 'set-cookie') res.appendHeader(key, value);
    // A reply has a length of its own.
    else if (key !== 'content-length' || reply === null) headers[key] = value;
  });
  if (reply === null) {
    res.writeHead(response.status, { ...headers, 'x-request-id': record.id });
    await writeAll(res, response.body ?? []);
  } else if (reply.later === undefined) send(req, res, { ...reply, headers });
  else await sendParts(res, { ...reply, headers }, reply.later);
};

const replyWith = (result: unknown, { exchange, accepted }: RequestOperation): Reply => {
  const { req, record } = exchange;
  const content = contentOf(result, record);
  record.codes = codesOf(content.errors ?? []);
  const type = accepted.type ?? 'application/json';
  const reply = replyOf(content, { type, requestId: record.id });
  const { cacheScope, later, live } = content;
  if (live !== undefined) return inParts(reply, live);
  if (later !== undefined) return inParts(reply, laterBytes(later, record));
  return cacheScope === undefined
    ? reply
    : cacheable(reply, cacheScope, req.headers['if-none-match']);
};

// The data may already be nearly MAX_AGE_MS old, and a cache adds its own time.
const maxAgeSeconds = MAX_AGE_MS / 6 / 1000;

/** A reply that caches may keep; status 304 without a body if `If-None-Match` names it. */
const cacheable = (reply: Reply, by: CacheScope, ifNoneMatch = ''): Reply => {
  // A weak one, because a strong one would have to differ for each encoding.
  const etag = `W/"${hash('sha256', reply.body, 'base64url')}"`;
  const headers = varying(
    { ...reply.headers, 'cache-control': `${by}, max-age=${maxAgeSeconds}`, etag },
    by === 'public' ? 'Accept' : 'Accept, Authorization, Cookie, X-API-Key',
  );
  const isKnown = ifNoneMatch
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || one === etag || `W/${one}` === etag);
  return isKnown ? { status: 304, headers, body: '' } : { ...reply, headers };
};

// Shorter answers fit into a few packets, so compressing them costs more than it saves.
const minLength = 4096;

type Encoding = 'zstd' | 'br' | 'gzip';

// In order of preference: of encodings that a client accepts equally, the first is used.
const offered: readonly Encoding[] = ['zstd', 'br', 'gzip'];

const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress: Readonly<Record<Encoding, (body: Reply['body']) => Promise<Buffer<ArrayBuffer>>>> =
  {
    zstd: promisify<Reply['body'], Buffer<ArrayBuffer>>(zstdCompress),
    br: (body) => promisify(brotliCompress)(body, quickBrotli),
    gzip: promisify<Reply['body'], Buffer<ArrayBuffer>>(gzip),
  };

/**
 * The reply, compressed according to the Accept-Encoding header. Replies below 4,096 characters and
 * replies in parts stay as they are.
 */
const compressed = (reply: Reply, accepted: string | undefined): Reply | Promise<Reply> => {
  if (reply.body.length < minLength || reply.later) return reply;
  const headers = varying(reply.headers, 'Accept-Encoding');
  const encoding = accepted === undefined ? null : preferredEncoding(accepted, offered);
  if (encoding === null) return { ...reply, headers };
  return compress[encoding](reply.body).then((body) => ({
    ...reply,
    headers: { ...headers, 'content-encoding': encoding },
    body,
  }));
};

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
