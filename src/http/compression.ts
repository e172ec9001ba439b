import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Reply } from './reply.ts';
import { varying } from './reply.ts';

// Below this a packet or two go out in any case, and compressing costs more than it saves.
const leastCharacters = 4096;

type Encoding = 'zstd' | 'br' | 'gzip';

// The first of equals is the one that costs least for what it saves.
const offered: readonly Encoding[] = ['zstd', 'br', 'gzip'];

const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compress: Readonly<Record<Encoding, (text: string) => Promise<Buffer<ArrayBuffer>>>> = {
  zstd: promisify<string, Buffer<ArrayBuffer>>(zstdCompress),
  br: (text) => promisify(brotliCompress)(text, quickBrotli),
  gzip: promisify<string, Buffer<ArrayBuffer>>(gzip),
};

/** The encoding of these that an Accept-Encoding header likes best, the earlier of equals; null where it takes none. */
export const preferredEncoding = <E extends string>(
  accepted: string | undefined,
  encodings: readonly E[],
): E | null => {
  if (accepted === undefined || accepted === '') return null;
  const ranges = accepted.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
    return { name, quality: quality === undefined ? 1 : Number(quality) };
  });
  const [best] = encodings
    .flatMap((name) => {
      const { quality = 0 } = ranges.find((range) => range.name === name) ?? {};
      return quality > 0 ? [{ name, quality }] : [];
    })
    .toSorted((one, other) => other.quality - one.quality);
  return best?.name ?? null;
};

/** A reply as this Accept-Encoding header wants it: a long one compressed, unless the client takes no encoding. */
export const compressed = async (reply: Reply, accepted: string | undefined): Promise<Reply> => {
  const { body, headers } = reply;
  if (typeof body !== 'string' || body.length < leastCharacters || reply.later) return reply;
  const varied = varying(headers, 'Accept-Encoding');
  const encoding = preferredEncoding(accepted, offered);
  if (encoding === null) return { ...reply, headers: varied };
  return {
    ...reply,
    headers: { ...varied, 'Content-Encoding': encoding },
    body: await compress[encoding](body),
  };
};
