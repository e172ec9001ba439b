import type { IncomingMessage } from 'node:http';
import type { GraphQLError } from 'graphql';
import { refused, refusedForNow } from '../errors.ts';
import { afterInput } from '../upstream/client/turn.ts';
import type { Exchange } from './exchange.ts';
import { bodyTooLarge } from './headers.ts';

/** The bodies of all requests under way. */
export interface Bodies {
  /** Reads a body. Rejects with a refusal: 413 beyond its limit, 503 while all bodies hold too much, 400 where it breaks off. */
  readonly read: (exchange: Exchange) => Promise<string>;
  /** Frees the bytes that a body counts. */
  readonly forget: (exchange: Exchange) => void;
}

interface Bounds {
  readonly bodyBytes: number;
  readonly bodiesBytes: number;
}

const tooManyBytes = ({ bodiesBytes: part }: Bounds, whole: number): GraphQLError => {
  const held =
    part === whole
      ? `The bodies of all requests hold LIMIT_BODIES_BYTES (${whole})`
      : `The bodies of this worker's requests hold its part (${part}) of LIMIT_BODIES_BYTES (${whole})`;
  return refusedForNow('OVERLOADED', `${held}. Try again in a moment.`);
};

/** Limits bodies to `bodyBytes` each and `bodiesBytes` together; the latter may be one worker's part of a `whole`. */
export const createBodies = (limits: Bounds, whole: number = limits.bodiesBytes): Bodies => {
  let held = 0;
  const refusalAfter = (exchange: Exchange, bytes: number): GraphQLError | null => {
    exchange.bodyBytes += bytes;
    held += bytes;
    if (exchange.bodyBytes > limits.bodyBytes) return bodyTooLarge(limits.bodyBytes);
    return held > limits.bodiesBytes ? tooManyBytes(limits, whole) : null;
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
          const text = (chunks.length > 1 ? Buffer.concat(chunks) : first).toString();
          afterInput(() => resolve(text));
        });
        const cut = (): void => {
          if (!req.readableEnded) reject(refused(400, 'The body ended before its time.'));
        };
        req.on('error', cut);
        req.on('close', cut);
        // A client that has left already causes no event.
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
 * Reads the rest of a body, up to 64 MiB, and drops it: a client that still sends when the connection closes would lose its
 * answer.
 */
export const discard = (req: IncomingMessage): void => {
  let bytes = 0;
  req.removeAllListeners('data');
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscarded) req.destroy();
  });
};
