import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { GraphQLError } from 'graphql';
import { refused } from '../../errors/errors.ts';
import { endUpload, type FoundUpload, type Upload, type Uploads } from '../../loaders/uploads.ts';
import { mediaUploads, SEGMENT_BYTES } from '../../upstream/catalogue/areas/media-uploads.ts';
import type { Ads } from '../../upstream/client/client.ts';
import type { HttpExchange } from '../door/exchange.ts';

/** The parts with which the bytes of one request are received. */
interface Receiver {
  readonly uploads: Uploads;
  readonly ads: Ads;
  /** Milliseconds to wait for the next bytes. */
  readonly idleMs: number;
  /** The time until which bytes are read, in milliseconds of `performance.now()`. */
  readonly deadline: number;
  /** Throws if the gateway is stopping: the client then continues with another process. */
  readonly refuseStopping: () => void;
}

/**
 * Sends the bytes of a request to the API, segment by segment as they arrive, and completes the
 * upload after the last one. Each segment is confirmed before the next is read. A later request
 * takes over from this one. Throws a refusal, or the error of the API; confirmed segments stay.
 */
export const receive = async (
  { req }: Pick<HttpExchange, 'req'>,
  found: FoundUpload,
  receiver: Receiver,
): Promise<Upload> => {
  const { uploads, ads, refuseStopping, ...times } = receiver;
  const { start, end } = contentRangeOf(req.headers, found.upload);
  if (found.upload.stage !== 'open') return found.upload;
  let held = await confirmed(found, { sender: randomUUID() }, uploads);
  const reading = { length: end - start, segmentBytes: SEGMENT_BYTES, ...times };
  for await (const segment of segmentsOf(req, reading)) {
    refuseStopping();
    // Another request may have taken over while this one waited for bytes.
    held = await confirmed(held, {}, uploads);
    const { mediaId, receivedBytes } = held.upload;
    await ads.call(mediaUploads.appendMedia, {
      media_id: mediaId,
      segment_index: receivedBytes / SEGMENT_BYTES,
      media: segment,
    });
    held = await confirmed(held, { receivedBytes: receivedBytes + segment.length }, uploads);
  }
  const { receivedBytes, totalBytes } = held.upload;
  return receivedBytes < totalBytes ? held.upload : endUpload(held, { uploads, ads });
};

const superseded = 'Another request has continued this upload.';

const confirmed = async (
  found: FoundUpload,
  change: Partial<Upload>,
  uploads: Uploads,
): Promise<FoundUpload> => {
  const next = await uploads.change(found, change);
  if (next === null) throw refused(409, superseded, { code: 'CONFLICT' });
  return next;
};

interface SegmentReading {
  /** The bytes that the body has. */
  readonly length: number;
  /** The size of every segment but the last. */
  readonly segmentBytes: number;
  /** Milliseconds to wait for the next bytes. */
  readonly idleMs: number;
  /** The time until which bytes are read, in milliseconds of `performance.now()`. */
  readonly deadline: number;
}

/**
 * A body in segments. While a segment is in use nothing is read: the client waits, and no more than
 * one segment is in memory. Throws a refusal if the body breaks off, pauses for too long, is not
 * complete by the deadline, or has another length; the bytes of an incomplete segment are lost.
 */
async function* segmentsOf(
  req: IncomingMessage,
  { length, segmentBytes, ...times }: SegmentReading,
): AsyncGenerator<Uint8Array, void> {
  let left = length;
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(req, times)) {
    let rest = chunk;
    if (size + rest.length > left)
      throw refused(400, 'The body is longer than its Content-Length.');
    while (rest.length > 0) {
      const wanted = Math.min(segmentBytes, left) - size;
      held.push(rest.subarray(0, wanted));
      size += Math.min(wanted, rest.length);
      rest = rest.subarray(wanted);
      if (size < Math.min(segmentBytes, left)) continue;
      const segment = Buffer.concat(held, size);
      [left, held, size] = [left - size, [], 0];
      yield segment;
    }
  }
  if (left > 0) throw brokenOff();
}

const brokenOff = () => refused(400, 'The body ended early. Send it again.');

/**
 * The chunks of a body. The request stays open when the reader stops, so that it can be answered.
 */
async function* chunksOf(
  req: IncomingMessage,
  { idleMs, deadline }: Pick<SegmentReading, 'idleMs' | 'deadline'>,
): AsyncGenerator<Buffer, void> {
  const chunks = req.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const left = deadline - performance.now();
      const late = left < idleMs ? overdue : paused;
      const { done, value } = await within(chunks.next(), Math.min(idleMs, left), late);
      if (done === true) return;
      yield value as Buffer;
    }
  } catch (error) {
    throw req.readableAborted || req.destroyed ? brokenOff() : error;
  }
}

/**
 * The result of a promise. If it takes longer than `ms`, rejects with the error that `late`
 * returns.
 */
const within = async <T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> => {
  const { promise: end, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
};

const lateFor = (why: string) => () =>
  refused(408, `${why} Continue from Upload-Offset.`, { headers: { Connection: 'close' } });
const paused = lateFor('No bytes arrived for too long.');
const overdue = lateFor('The time limit of one request was reached.');

/** The bytes of a file that a request sends: from the first to before `end`. */
interface ContentRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes that a PUT sends: those of its Content-Range, `bytes 2097152-5242879/5242880`, or else
 * the whole file. `bytes *` with the size sends none. Throws a refusal with status 400 for a range
 * that is malformed or has another size than the file, and 409 for one that does not continue where
 * the last one ended.
 */
const contentRangeOf = (headers: IncomingHttpHeaders, upload: Upload): ContentRange => {
  const { totalBytes, receivedBytes } = upload;
  const { start, end } = rangeIn(headers['content-range'], upload);
  const length = Number(headers['content-length'] ?? end - start);
  if (length !== end - start) {
    throw refused(400, `The body has ${length} bytes, but Content-Range says ${end - start}.`);
  }
  if (start !== receivedBytes && start !== end) throw elsewhere(upload);
  if (end !== totalBytes && (end - start) % SEGMENT_BYTES !== 0) {
    const multiple = `a multiple of upload.chunkBytes (${SEGMENT_BYTES})`;
    throw refused(400, `Every part except the last must be ${multiple} long.`);
  }
  return { start, end };
};

const rangeIn = (
  header: string | undefined,
  { totalBytes, receivedBytes }: Upload,
): ContentRange => {
  if (header === undefined) return { start: 0, end: totalBytes };
  const [, none, first = '', last = '', total] =
    /^bytes (?:(\*)|(\d{1,15})-(\d{1,15}))\/(\d{1,15})$/.exec(header) ?? [];
  if (total === undefined) {
    throw refused(400, 'Content-Range must have the form bytes 0-99/100, or bytes */100.');
  }
  if (Number(total) !== totalBytes) {
    throw refused(
      400,
      `The file was staged with ${totalBytes} bytes, but Content-Range says ${total}.`,
    );
  }
  if (none !== undefined) return { start: receivedBytes, end: receivedBytes };
  const range = { start: Number(first), end: Number(last) + 1 };
  if (range.start < range.end && range.end <= totalBytes) return range;
  throw refused(400, 'Content-Range is beyond the end of the file.');
};

const elsewhere = ({ receivedBytes, totalBytes }: Upload): GraphQLError =>
  refused(409, `Continue at byte ${receivedBytes}, counted from 0.`, {
    code: 'CONFLICT',
    headers: progressHeaders({ receivedBytes, totalBytes }),
  });

/** The number of bytes of a file that have arrived, as headers. */
export const progressHeaders = ({
  receivedBytes,
  totalBytes,
}: Pick<Upload, 'receivedBytes' | 'totalBytes'>): Readonly<Record<string, string>> => ({
  'Upload-Offset': String(receivedBytes),
  'Upload-Length': String(totalBytes),
});
