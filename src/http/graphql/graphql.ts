import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Exchange } from '../door/exchange.ts';
import { preferredEncoding } from '../door/headers.ts';
import type { GraphqlHandler } from './handler.ts';
import { sendParts } from './parts.ts';
import { type Reply, send, varying } from './reply.ts';
import type { createYogaServer } from './yoga.ts';

export type Graphql = (exchange: Exchange) => Promise<void>;

/**
 * Serves GraphQL: GET, OPTIONS and requests from pages of allowed origins through Yoga, other POST
 * requests without it.
 */
export const createGraphql = (
  handle: GraphqlHandler,
  allowedOrigins: ReadonlySet<string>,
): Graphql => {
  const answer: GraphqlHandler = (exchange, respond) =>
    handle(exchange, async (reply) => {
      const shared =
        allowedOrigins.size === 0 ? reply : { ...reply, headers: varying(reply.headers, 'Origin') };
      const sent = compressed(shared, exchange.req.headers['accept-encoding']);
      await respond(sent instanceof Promise ? await sent : sent);
    });
  let yoga: Promise<ReturnType<typeof createYogaServer>> | null = null;
  // Loaded at the first request that needs it: most programs and servers send none.
  const loadYoga = async () => (await import('./yoga.ts')).createYogaServer(answer, allowedOrigins);
  const isForYoga = ({ method, headers: { origin = '' } }: IncomingMessage): boolean =>
    method !== 'POST' || allowedOrigins.has(origin);
  return async (exchange) => {
    const { req, res, record } = exchange;
    if (!isForYoga(req)) {
      await answer(exchange, async (reply) => {
        if (reply.later === undefined) send(req, res, reply);
        else await sendParts(res, reply, reply.later);
      });
      return;
    }
    res.setHeader('X-Request-Id', record.id);
    if (allowedOrigins.size > 0) res.setHeader('Vary', 'Origin');
    yoga ??= loadYoga();
    await (await yoga)(req, res, { exchange });
  };
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
 * The reply, compressed as the Accept-Encoding header asks. Replies below 4,096 characters and
 * replies in parts stay as they are.
 */
const compressed = (reply: Reply, accepted: string | undefined): Reply | Promise<Reply> => {
  if (reply.body.length < minLength || reply.later) return reply;
  const varied = { ...reply, headers: varying(reply.headers, 'Accept-Encoding') };
  const encoding = preferredEncoding(accepted, offered);
  return encoding === null ? varied : compressedBy(encoding, varied);
};

const compressedBy = async (encoding: Encoding, reply: Reply): Promise<Reply> => ({
  ...reply,
  headers: { ...reply.headers, 'Content-Encoding': encoding },
  body: await compress[encoding](reply.body),
});
