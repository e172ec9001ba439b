import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLError } from 'graphql';
import type { Caller } from '../../auth/viewer.ts';
import { refused, refusedForNow } from '../../errors/errors.ts';
import { afterInput } from '../../upstream/client/pace.ts';
import type { Exchange } from './exchange.ts';
import { bodyTooLarge } from './headers.ts';

/** The bodies of all requests under way. */
export interface Bodies {
  /**
   * Reads a body. Rejects with a refusal: 413 above the limit of its caller, 503 while all bodies
   * together take too much memory, 400 if it breaks off.
   */
  readonly read: (exchange: Exchange, caller: Pick<Caller, 'viewer'>) => Promise<Buffer>;
  /** Stops counting the bytes of a body. */
  readonly forget: (exchange: Exchange) => void;
}

interface BodyBounds {
  readonly bodyBytes: number;
  readonly bodiesBytes: number;
}

// More than any query needs. Long bodies are audiences and batches, which need a signed-in user.
const maxAnonymousBytes = 64 * 1024;

/** The limit of one body, and the refusal of a longer one. */
interface Limit {
  readonly bytes: number;
  readonly tooLong: () => GraphQLError;
}

const limitOf = ({ bodyBytes }: BodyBounds, hasViewer: boolean): Limit => {
  if (hasViewer || bodyBytes <= maxAnonymousBytes) {
    return { bytes: bodyBytes, tooLong: () => bodyTooLarge(bodyBytes) };
  }
  const message = `Without a session or an API key, a body may have at most ${maxAnonymousBytes} bytes. Sign in first.`;
  const code = 'PAYLOAD_TOO_LARGE';
  return { bytes: maxAnonymousBytes, tooLong: () => refused(413, message, { code }) };
};

const tooManyBytes = ({ bodiesBytes: share }: BodyBounds, whole: number): GraphQLError => {
  const held =
    share === whole
      ? `The bodies of all requests hold LIMIT_BODIES_BYTES (${whole})`
      : `The bodies of this worker's requests hold its part (${share}) of LIMIT_BODIES_BYTES (${whole})`;
  return refusedForNow('OVERLOADED', `${held}. Try again in a moment.`);
};

/**
 * Limits each body to `bodyBytes`, and all bodies together to `bodiesBytes`. A worker has its share
 * of `bodiesBytes`; `whole` is the configured limit, for messages.
 */
export const createBodies = (limits: BodyBounds, whole: number = limits.bodiesBytes): Bodies => {
  const [viewerLimit, anonymousLimit] = [limitOf(limits, true), limitOf(limits, false)];
  let held = 0;
  const refusalAfter = (exchange: Exchange, bytes: number, limit: Limit): GraphQLError | null => {
    exchange.bodyBytes += bytes;
    held += bytes;
    if (exchange.bodyBytes > limit.bytes) return limit.tooLong();
    return held > limits.bodiesBytes ? tooManyBytes(limits, whole) : null;
  };
  return {
    read: (exchange, { viewer }) =>
      new Promise((resolve, reject) => {
        const { req } = exchange;
        const limit = viewer === null ? anonymousLimit : viewerLimit;
        if (Number(req.headers['content-length'] ?? 0) > limit.bytes) {
          reject(limit.tooLong());
          return;
        }
        const chunks: Buffer[] = [];
        req.on('data', (chunk: Buffer) => {
          const refusal = refusalAfter(exchange, chunk.length, limit);
          if (refusal === null) chunks.push(chunk);
          else {
            req.removeAllListeners('data');
            reject(refusal);
          }
        });
        req.on('end', () => {
          const [first = Buffer.alloc(0)] = chunks;
          const body = chunks.length > 1 ? Buffer.concat(chunks) : first;
          afterInput(() => resolve(body));
        });
        const cut = (): void => {
          if (!req.readableEnded) reject(refused(400, 'The body ended early. Send it again.'));
        };
        req.on('error', cut);
        req.on('close', cut);
        // A client that has already left causes no event.
        if (req.destroyed) cut();
      }),
    forget: (exchange) => {
      held -= exchange.bodyBytes;
      exchange.bodyBytes = 0;
    },
  };
};

const maxDiscarded = 64 * 1024 * 1024;

/**
 * Reads the rest of a body, up to 64 MiB, and drops it. A client whose connection closes while it
 * sends would not see the answer.
 */
export const discard = (req: IncomingMessage): void => {
  let bytes = 0;
  req.removeAllListeners('data');
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscarded) req.destroy();
  });
};

const late = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Closes the connection of a client whose body has not arrived completely within this many
 * milliseconds; sends status 408 before, if no answer has begun.
 */
export const limitBody = (req: IncomingMessage, res: ServerResponse, ms: number): void => {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers;
  if (length === '0' && coding === undefined) return;
  const timer = setTimeout(() => {
    if (req.complete) return;
    if (!res.headersSent) req.socket.write(late);
    req.socket.destroySoon();
  }, ms).unref();
  req.once('close', () => clearTimeout(timer));
};
