import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Agent, request } from 'undici';
import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { badResponse, TransportError, UpstreamError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { createEntryReader, type MakeResult, type ResultFile } from './entries.ts';

/** The hosts that files of results may be fetched from, and their largest size, unzipped. */
export interface FileLimits {
  /** Hosts, with a port if it is not the default one. */
  readonly hosts: readonly string[];
  readonly maxBytes: number;
}

interface FileRead {
  readonly endpoint: Endpoint;
  readonly url: string;
  /** True if the API has deleted it already. */
  readonly isExpired: boolean;
  readonly limits: FileLimits;
  readonly signal: AbortSignal;
  /** Called with the status of the response. */
  readonly onStatus: (status: number) => void;
}

const unreadable = ({ endpoint }: FileRead, reason: string, cause?: unknown): TransportError =>
  badResponse(endpoint.name, reason, cause);

/** The address of a file. Throws TransportError if the gateway must not fetch from there. */
const addressOf = (read: FileRead): URL => {
  const { url, limits } = read;
  const address = URL.canParse(url) ? new URL(url) : null;
  const isKnown = address !== null && limits.hosts.includes(address.host.toLowerCase());
  const isSafe =
    address?.protocol === 'https:' ||
    (address?.protocol === 'http:' && isLoopback(address.hostname));
  if (address !== null && isKnown && isSafe && `${address.username}${address.password}` === '') {
    return address;
  }
  throw unreadable(read, 'the file is at an address that STATS_RESULT_HOSTS does not allow');
};

// Files are few, and have a host of their own.
const agent = new Agent({ connections: 8, keepAliveTimeout: 4000, allowH2: false });

/**
 * Reads a file of results as it arrives: unzipped, parsed and reduced, so that the whole file is
 * never in memory. It is fetched without a signature, and redirects are not followed.
 */
export const readFile = async <T>(read: FileRead, make: MakeResult<T>): Promise<ResultFile<T>> => {
  const address = addressOf(read);
  const { signal, onStatus } = read;
  try {
    const { statusCode, body } = await request(address, { dispatcher: agent, signal });
    onStatus(statusCode);
    if (statusCode === 200) return await entriesIn(read, body, make);
    // An aborted body emits an error, which would end the process without a listener.
    body.on('error', () => undefined).destroy();
    throw refusalOf(read, statusCode);
  } catch (error) {
    throw known(read, error);
  }
};

/** The file of a job that has just succeeded is not at its host yet. */
export class AbsentFile extends TransportError {
  constructor(endpoint: string, status: number) {
    const reason = `the file is not available yet (its host responded with status ${status}); try again in a few seconds`;
    super('UPSTREAM_UNAVAILABLE', endpoint, reason, { sent: true });
  }
}

const refusalOf = (
  { endpoint: { name: endpoint }, isExpired }: FileRead,
  status: number,
): Error => {
  if (status >= 300 && status < 400)
    return badResponse(endpoint, `the host responded with status ${status}`);
  const answered = `the host of the file responded with status ${status}`;
  if (!isExpired && status < 500) return new AbsentFile(endpoint, status);
  const reason = isExpired
    ? `${answered}; a file is deleted two days after its job, so create the job again`
    : answered;
  return new UpstreamError({ endpoint, status, problems: [], ofViewer: false, reason });
};

/** The file is too long. */
class Oversize extends Error {}

const entriesIn = async <T>(
  { limits }: FileRead,
  body: Readable,
  make: MakeResult<T>,
): Promise<ResultFile<T>> => {
  const reader = createEntryReader(make);
  let left = limits.maxBytes;
  await pipeline(body, createGunzip(), async (bytes: AsyncIterable<Buffer>) => {
    for await (const chunk of bytes) {
      left -= chunk.length;
      if (left < 0) throw new Oversize();
      reader.write(chunk);
    }
  });
  return reader.end();
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The error of the client for a thrown error. */
const known = (read: FileRead, error: unknown): Error => {
  const { endpoint, signal, limits } = read;
  if (error instanceof TransportError || error instanceof UpstreamError) return error;
  if (error instanceof Oversize) {
    return unreadable(
      read,
      `the file has more than LIMIT_RESULT_BYTES (${limits.maxBytes}) unzipped`,
    );
  }
  const facts = { sent: true, cause: error };
  if (signal.aborted) {
    const reason = 'there was no time to read the file';
    return new TransportError('UPSTREAM_TIMEOUT', endpoint.name, reason, facts);
  }
  if (error instanceof SyntaxError || codeOf(error).startsWith('Z_')) {
    return unreadable(read, 'the file is not gzipped JSON of results', error);
  }
  const reason = 'the file cannot be fetched';
  return new TransportError('UPSTREAM_UNAVAILABLE', endpoint.name, reason, facts);
};
