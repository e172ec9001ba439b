import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { headerOf } from '../response/rate-limit.ts';
import { Loss, type RawResponse } from './upstream-exchange.ts';

const unzip = promisify(gunzip);

const encodingOf = ({ headers }: RawResponse): string =>
  headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';

/** Whether the body of a response has no encoding, as requested. */
export const isPlain = (response: RawResponse): boolean =>
  ['', 'identity'].includes(encodingOf(response));

/**
 * The body of a response that is gzipped although the request did not allow it. Rejects with a Loss
 * if it cannot be read.
 */
export const unzipped = async (response: RawResponse, maxBytes: number): Promise<Buffer> => {
  const encoding = encodingOf(response);
  try {
    if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new TypeError(`encoded as ${encoding}`);
    return await unzip(response.body, { maxOutputLength: maxBytes });
  } catch (cause) {
    // For a refusal the status is enough.
    if (response.status >= 300) return Buffer.alloc(0);
    throw new Loss('protocol', { sent: true, cause });
  }
};
