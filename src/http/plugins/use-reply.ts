import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { MAX_AGE_MS } from '../../loaders/reference-data.ts';
import type { HttpExchange } from '../door/exchange.ts';
import { preferredEncoding } from '../door/headers.ts';
import type { OperationPlugin, RequestOperation } from './operation.ts';
import { inParts, laterBytes, sendParts, writeAll } from './parts.ts';
import { type CacheScope, codesOf, type Reply, replyOf, send, varying } from './reply.ts';
import { contentOf } from './written-result.ts';

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
