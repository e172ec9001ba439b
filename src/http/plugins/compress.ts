import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { preferredEncoding } from '../door/headers.ts';
import { type Reply, varying } from './reply.ts';

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
export const compressed = (reply: Reply, accepted: string | undefined): Reply | Promise<Reply> => {
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
