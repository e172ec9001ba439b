import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type buildConnector, Client } from 'undici';
import { headerOf } from '../response/headers.ts';
import { type ConnectionLine, Loss, type RawResponse } from './upstream-exchange.ts';

/** A client of undici, which has at most one connection at a time. */
export interface ConnectionSlot {
  readonly client: Client;
  readonly line: ConnectionLine;
  isOpen: boolean;
  /** True if it is closed after its request. */
  isRetired: boolean;
  /** Set when closing begins. */
  closed: Promise<void> | null;
}

/** Creates a slot, whose connection is opened by its first request. */
export const createSlot = (origin: string, connect: buildConnector.connector): ConnectionSlot => {
  const line: ConnectionLine = { served: 0, exchange: null };
  const client = new Client(origin, {
    // One request at a time: a response must not be able to reach another request.
    pipelining: 1,
    allowH2: false,
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) {
          done(error, null);
          return;
        }
        skipContinue(socket, () => (line.exchange?.isUnanswered ? line.exchange : null));
        done(null, socket);
      }),
    maxHeaderSize: 16_384,
    // Off, because each call has a timer of its own for its deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const slot: ConnectionSlot = { client, line, isOpen: false, isRetired: false, closed: null };
  client.on('connect', () => {
    line.served = 0;
    slot.isOpen = true;
  });
  client.on('disconnect', () => {
    slot.isOpen = false;
  });
  return slot;
};

const start = Buffer.from('HTTP/1.1 100');
const headEnd = '\r\n\r\n';
const maxSkipped = 8;

/** True if bytes begin a response of status 100, or are too few to show that they do not. */
const mayContinue = (bytes: Buffer): boolean => {
  const known = Math.min(bytes.length, start.length);
  return bytes.compare(start, 0, known, 0, known) === 0;
};

/**
 * Removes responses with status 100 from the bytes that a socket reads. HTTP allows them, but
 * undici closes the connection because of them. `due` returns the request whose response is
 * expected, or null. More than 8 in a row are left in.
 */
const skipContinue = (socket: Socket, due: () => object | null): void => {
  const read = socket.read.bind(socket);
  let held: Buffer | null = null;
  let current: object | null = null;
  let skipped = 0;
  const without = (chunk: Buffer): Buffer | null => {
    let bytes = held === null ? chunk : Buffer.concat([held, chunk]);
    held = null;
    while (skipped < maxSkipped && bytes.length > 0 && mayContinue(bytes)) {
      const end = bytes.length < start.length ? -1 : bytes.indexOf(headEnd);
      if (end === -1) {
        held = bytes;
        return null;
      }
      skipped += 1;
      bytes = bytes.subarray(end + headEnd.length);
    }
    return bytes.length === 0 ? null : bytes;
  };
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      const request = due();
      if (chunk === null || request === null) return chunk;
      if (request !== current) skipped = 0;
      current = request;
      const rest = without(chunk);
      if (rest !== null) return rest;
    }
  };
};

const unzip = promisify(gunzip);

const encodingOf = ({ headers }: RawResponse): string =>
  headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';

/** True if the body of a response has no encoding. */
export const isPlain = (response: RawResponse): boolean =>
  ['', 'identity'].includes(encodingOf(response));

/**
 * A response that is gzipped although the request did not allow it, without its encoding. Rejects
 * with a Loss if it cannot be read.
 */
export const unzipped = async (response: RawResponse, maxBytes: number): Promise<RawResponse> => {
  const encoding = encodingOf(response);
  try {
    if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new TypeError(`encoded as ${encoding}`);
    return { ...response, body: await unzip(response.body, { maxOutputLength: maxBytes }) };
  } catch (cause) {
    // For a refusal the status is enough.
    if (response.status >= 300) return { ...response, body: Buffer.alloc(0) };
    throw new Loss('protocol', { sent: true, cause });
  }
};
