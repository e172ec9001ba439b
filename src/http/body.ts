import type { IncomingMessage } from 'node:http';
import { refused } from '../errors.ts';
import { bodyTooLarge } from './headers.ts';

/** The text of a body, which is never read further than its limit. */
export const readBody = (req: IncomingMessage, limit: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) reject(bodyTooLarge(limit));
      else chunks.push(chunk);
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
    // Whoever left while waiting for a place sends no event any more.
    if (req.destroyed) cut();
  });

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
