import type { IncomingMessage } from 'node:http';
import { refused } from '../../errors.ts';

interface SegmentReading {
  /** The bytes that the body has. */
  readonly length: number;
  /** The size of every segment but the last. */
  readonly segmentBytes: number;
  /** Milliseconds to wait for the next bytes. */
  readonly idleMs: number;
}

/**
 * A body in segments. While a segment is in use nothing is read: the client waits, and no more than
 * one segment is in memory. Throws a refusal if the body breaks off, pauses for too long, or has
 * another length; the bytes of an incomplete segment are lost.
 */
export async function* segmentsOf(
  req: IncomingMessage,
  { length, segmentBytes, idleMs }: SegmentReading,
): AsyncGenerator<Uint8Array, void> {
  let left = length;
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(req, idleMs)) {
    let rest = chunk;
    if (size + rest.length > left) throw refused(400, 'The body is longer than announced.');
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

const brokenOff = () => refused(400, 'The body ended before its time.');

/**
 * The chunks of a body. The request stays open when the reader stops, so that it can be answered.
 */
async function* chunksOf(req: IncomingMessage, idleMs: number): AsyncGenerator<Buffer, void> {
  const chunks = req.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { done, value } = await within(chunks.next(), idleMs);
      if (done === true) return;
      yield value as Buffer;
    }
  } catch (error) {
    throw req.readableAborted || req.destroyed ? brokenOff() : error;
  }
}

/** The result of a promise; rejects if it takes longer than this many milliseconds. */
const within = async <T>(promise: Promise<T>, ms: number): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(paused()), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

const paused = () =>
  refused(408, 'No bytes arrived for too long. Continue from Upload-Offset.', {
    headers: { Connection: 'close' },
  });
