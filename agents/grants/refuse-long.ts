import type { IncomingMessage } from 'node:http';
import { refused } from '../../src/errors/errors.ts';

/** Refuses a body unless it declares at most this many bytes. */
export const refuseLong = (
  { headers: { 'content-length': length } }: IncomingMessage,
  most: number,
  what: string,
): void => {
  if (Number(length) <= most) return;
  const message = `${what} has a content-length of at most ${most} bytes.`;
  throw refused(413, message, { code: 'PAYLOAD_TOO_LARGE' });
};
