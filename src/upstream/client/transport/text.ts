import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { headerOf } from '../answer/rate-limit.ts';
import type { RawResponse } from './exchange.ts';
import { Loss } from './exchange.ts';

const unzip = promisify(gunzip);

const encodingOf = ({ headers }: RawResponse): string =>
  headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';

/** Whether the body of a response came as it was asked for, without an encoding. */
export const isPlain = (response: RawResponse): boolean =>
  ['', 'identity'].includes(encodingOf(response));

/** The text of a plain response; invalid UTF-8 becomes U+FFFD. */
export const plainText = ({ body }: RawResponse): string => body.toString();

/** The text of a response that came gzipped, though that is not asked for. Rejects with a Loss where it cannot be read. */
export const unzippedText = async (response: RawResponse, maxBytes: number): Promise<string> => {
  const encoding = encodingOf(response);
  try {
    if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new TypeError(`encoded as ${encoding}`);
    return (await unzip(response.body, { maxOutputLength: maxBytes })).toString();
  } catch (cause) {
    // The status is enough for a refusal.
    if (response.status >= 300) return '';
    throw new Loss('protocol', { sent: true, cause });
  }
};
