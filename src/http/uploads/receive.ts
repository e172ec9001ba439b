import { randomUUID } from 'node:crypto';
import { refused } from '../../errors/errors.ts';
import { endUpload } from '../../loaders/media-progress.ts';
import type { FoundUpload, Upload, Uploads } from '../../loaders/uploads.ts';
import { mediaUploads, SEGMENT_BYTES } from '../../upstream/catalogue/areas/media-uploads.ts';
import type { Ads } from '../../upstream/client/client.ts';
import type { HttpExchange } from '../door/exchange.ts';
import { contentRangeOf } from './content-range.ts';
import { segmentsOf } from './segments.ts';

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

const superseded = 'Another request has gone on with this upload.';

const confirmed = async (
  found: FoundUpload,
  change: Partial<Upload>,
  uploads: Uploads,
): Promise<FoundUpload> => {
  const next = await uploads.change(found, change);
  if (next === null) throw refused(409, superseded, { code: 'CONFLICT' });
  return next;
};
