import { mediaUploads } from '../upstream/catalogue/areas/media-uploads.ts';
import type { Values } from '../upstream/catalogue/language/values.ts';
import type { Ads } from '../upstream/client/client.ts';
import { isOutcomeUnknown, UpstreamError } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Trace } from '../upstream/client/trace.ts';

/** The stage of an upload. */
export type UploadStage =
  /** Bytes are missing, or the API has no report that all of them were sent. */
  | 'open'
  /** The report was sent, and its response is missing. It is never sent twice. */
  | 'ending'
  | 'processing'
  | 'ready'
  | 'failed';

/** A file that is being uploaded. Times are in milliseconds since 1970. */
export interface Upload {
  readonly mediaId: string;
  readonly mediaKey: string | null;
  readonly accountId: string;
  readonly fileName: string | null;
  readonly name: string | null;
  readonly totalBytes: number;
  /** The time until which bytes are accepted. */
  readonly expiresAt: number;
  /** The bytes that the API has confirmed. */
  readonly receivedBytes: number;
  readonly stage: UploadStage;
  /** The request that sends bytes; a later request replaces it. Empty before the first one. */
  readonly sender: string;
  /** The earliest time to read the state from the API. */
  readonly checkAt: number;
  /** The reason of a failure; null if there was none. */
  readonly error: string | null;
}

/** An upload as it was read. It can be changed only if nobody else has changed it since. */
export interface FoundUpload {
  readonly upload: Upload;
  readonly stored: string;
}

/** The uploads of the last days. If the store fails, methods throw STATE_STORE_UNAVAILABLE. */
export interface Uploads {
  /** The longest time of a call about an upload, in milliseconds. */
  readonly askingMs: number;
  /** The largest size of an upload. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The URL for the bytes of an upload of this viewer, which contains the upload's sealed name. */
  readonly urlOf: (viewer: string, upload: Upload) => Promise<string>;
  /** Resolves if uploads can be recorded. */
  readonly ready: () => Promise<void>;
  /** Records an upload unless it has a record, and returns the record. Null if the store fails. */
  readonly begin: (upload: Upload) => Promise<Upload | null>;
  /** The upload with a sealed name, or a URL that contains it; null if the viewer has none. */
  readonly find: (viewer: string, name: string) => Promise<FoundUpload | null>;
  /** Changes an upload; returns null and changes nothing if another request has changed it. */
  readonly change: (found: FoundUpload, change: Partial<Upload>) => Promise<FoundUpload | null>;
}

/** For requests that may not upload. */
export const noUploads: Uploads = {
  askingMs: 0,
  maxBytes: Number.POSITIVE_INFINITY,
  now: () => 0,
  urlOf: async () => '',
  ready: async () => undefined,
  begin: async (upload) => upload,
  find: async () => null,
  change: async () => null,
};

interface UploadContext {
  readonly uploads: Uploads;
  readonly ads: Ads;
  readonly trace?: Trace;
}

/**
 * Reports to the API that all bytes of an upload have been sent, unless that was done before.
 * Throws if the API does not accept the report; the upload then stays open. Until the call has
 * ended, no status is read, because it would not show the report yet.
 */
export const endUpload = async (
  found: FoundUpload,
  { uploads, ads }: UploadContext,
): Promise<Upload> => {
  const checkAt = uploads.now() + uploads.askingMs;
  const ending = await uploads.change(found, { stage: 'ending', checkAt });
  // Another request reports it.
  if (ending === null) return found.upload;
  try {
    const { rows } = await ads.call(mediaUploads.finalizeMedia, { media_id: found.upload.mediaId });
    return await changed(ending, progressIn(rows[0], uploads.now()), uploads);
  } catch (error) {
    if (isOutcomeUnknown(error)) return changed(ending, { checkAt: uploads.now() }, uploads);
    if (isVerdict(error)) return changed(ending, failure(error), uploads);
    await uploads.change(ending, { stage: 'open' });
    throw error;
  }
};

/**
 * The current state of an upload. Reads it from the API only if it may have changed, and not before
 * the time that the API requested.
 */
export const watchUpload = async (
  found: FoundUpload,
  { uploads, ads, trace }: UploadContext,
): Promise<Upload> => {
  const { stage, checkAt, mediaId } = found.upload;
  const isOver = stage !== 'ending' && stage !== 'processing';
  if (isOver || uploads.now() < checkAt) return found.upload;
  const reading = await uploads.change(found, { checkAt: uploads.now() + uploads.askingMs });
  if (reading === null) return found.upload;
  try {
    const input = { command: 'STATUS', media_id: mediaId };
    const { rows } = await ads.call(mediaUploads.getStagedMedia, input, trace);
    const isTaken = stage === 'processing' || isEnded(rows[0]);
    const progress = isTaken ? progressIn(rows[0], uploads.now()) : lost;
    return await changed(reading, progress, uploads);
  } catch (error) {
    if (isVerdict(error)) return changed(reading, failure(error), uploads);
    await uploads.change(reading, { checkAt: uploads.now() });
    throw error;
  }
};

const changed = async (
  found: FoundUpload,
  change: Partial<Upload>,
  uploads: Uploads,
): Promise<Upload> =>
  (await uploads.change(found, change))?.upload ?? { ...found.upload, ...change };

// Failures for other reasons may be temporary.
const isVerdict = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && [400, 404, 409, 410, 413, 422].includes(error.status);

const failure = ({ problems, clientMessage }: UpstreamError): Partial<Upload> => ({
  stage: 'failed',
  error: problems[0]?.message ?? clientMessage,
});

// The API shows these members only after the report that all bytes were sent.
const isEnded = (row: Row | undefined): boolean =>
  ['processing_info', 'size', 'image', 'video'].some((name) => (row?.[name] ?? null) !== null);

const lost: Partial<Upload> = {
  stage: 'failed',
  error: 'The API does not show that it has the whole file. Stage it again.',
};

const stages: Readonly<Record<string, Upload['stage']>> = {
  pending: 'processing',
  in_progress: 'processing',
  succeeded: 'ready',
  failed: 'failed',
};

/** The progress in a response. Without `processing_info` the processing has ended. */
const progressIn = (row: Row | undefined, now: number): Partial<Upload> => {
  const info = (row?.['processing_info'] ?? null) as Values | null;
  if (info === null) return { stage: 'ready' };
  const stage = stages[String(info['state'])] ?? 'processing';
  const seconds = Number(info['check_after_secs'] ?? 1);
  const waitMs = 1000 * Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 1), maxSeconds);
  return {
    stage,
    checkAt: now + waitMs,
    error: stage === 'failed' ? errorIn(info['error']) : null,
  };
};

const maxSeconds = 600;
const maxCharacters = 500;

const errorIn = (error: unknown): string => {
  const { message, name } = (error ?? {}) as Values;
  const words = [message, name].find((text) => typeof text === 'string') as string | undefined;
  return (
    words ?? 'The API could not process this file. Check its format, and stage it again.'
  ).slice(0, maxCharacters);
};
