import type { IncomingMessage } from 'node:http';
import type { GraphQLError } from 'graphql';
import { refused } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import { bodyTooLarge } from './headers.ts';

/** The bodies of all requests under way. */
export interface Bodies {
  /** The text of a body, which is never read further than its limit, nor when all together hold too many bytes. */
  readonly read: (exchange: Exchange) => Promise<string>;
  /** Counts a body no longer. */
  readonly forget: (exchange: Exchange) => void;
}

const tooManyBytes = (limit: number): GraphQLError =>
  refused(
    503,
    `The bodies of all requests hold LIMIT_BODIES_BYTES (${limit}). Try again in a moment.`,
    {
      code: 'OVERLOADED',
      headers: { 'Retry-After': '1' },
      extensions: { retryable: true, retryAfterSeconds: 1 },
    },
  );

/** Bodies of at most so many bytes each and together. */
export const createBodies = (limits: {
  readonly bodyBytes: number;
  readonly bodiesBytes: number;
}): Bodies => {
  let held = 0;
  const refusalAfter = (exchange: Exchange, bytes: number): GraphQLError | null => {
    exchange.bodyBytes += bytes;
    held += bytes;
    if (exchange.bodyBytes > limits.bodyBytes) return bodyTooLarge(limits.bodyBytes);
    return held > limits.bodiesBytes ? tooManyBytes(limits.bodiesBytes) : null;
  };
  return {
    read: (exchange) =>
      new Promise((resolve, reject) => {
        const { req } = exchange;
        const chunks: Buffer[] = [];
        req.on('data', (chunk: Buffer) => {
          const refusal = refusalAfter(exchange, chunk.length);
          if (refusal === null) chunks.push(chunk);
          else {
            req.removeAllListeners('data');
            reject(refusal);
          }
        });
        req.on('end', () => {
          const [first = Buffer.alloc(0)] = chunks;
          resolve((chunks.length > 1 ? Buffer.concat(chunks) : first).toString());
        });
        const cut = (): void => {
          if (!req.readableEnded) reject(refused(400, 'The body ended before its time.'));
        };
        req.on('error', cut);
        req.on('close', cut);
        // Whoever left before this sends no event any more.
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
 * Reads what is left of a body and throws it away, within reason: a connection that closes while its peer still sends takes
 * the answer with it.
 */
export const discard = (req: IncomingMessage): void => {
  let bytes = 0;
  req.removeAllListeners('data');
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscarded) req.destroy();
  });
};
