import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { preferredEncoding } from './compression.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** A file that can be sent. */
export interface File {
  readonly type: string;
  readonly cache: string;
  readonly etag: string;
  readonly as: Readonly<Record<Encoding, Buffer>>;
}

/** A text as a file, which is asked for again each time, and sent again only when it has changed. */
export const textFile = async (text: string): Promise<File> => {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return {
    type: 'text/plain; charset=utf-8',
    cache: 'private, no-cache',
    etag: `"${createHash('sha256').update(identity).digest('base64url')}"`,
    as: {
      identity,
      br: await promisify(brotliCompress)(identity, { params }),
      gzip: await promisify(gzip)(identity),
    },
  };
};

/** Sends a file in the smallest form that its client takes; 404 without one. */
export const sendFile = (req: IncomingMessage, res: ServerResponse, file: File | null): void => {
  if (file === null) {
    res.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    return;
  }
  const { type, cache, etag, as } = file;
  const shared = { ETag: etag, 'Cache-Control': cache, Vary: 'Accept-Encoding' };
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, shared).end();
    return;
  }
  const accepted = req.headers['accept-encoding']?.toString();
  const encoding = preferredEncoding(accepted, ['br', 'gzip'] as const) ?? 'identity';
  res.writeHead(200, {
    ...shared,
    'Content-Type': type,
    'Content-Length': as[encoding].length,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(as[encoding]);
};
