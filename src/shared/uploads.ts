import { z } from 'zod';
import type { FoundUpload, Upload, Uploads } from '../loaders/uploads.ts';
import { refuseIfUnavailable, storeUnavailable } from '../state/refusals.ts';
import { nullIfUnavailable, type Store, unreadable, versioned } from '../state/store.ts';
import { dayMs } from '../upstream/catalogue/language/times.ts';
import { createSeals } from './sign-in/seals.ts';

/** The milliseconds for which an upload accepts bytes: 24 hours. */
export const uploadMs = dayMs;

// Longer than a keyed write is remembered, so that a repeated `stageMedia` never starts again.
const retentionMs = 3 * uploadMs;

const recordSchema: z.ZodType<Upload> = z.object({
  mediaId: z.string(),
  mediaKey: z.string().nullable(),
  accountId: z.string(),
  fileName: z.string().nullable(),
  name: z.string().nullable(),
  totalBytes: z.number(),
  expiresAt: z.number(),
  receivedBytes: z.number(),
  stage: z.enum(['open', 'ending', 'processing', 'ready', 'failed']),
  sender: z.string(),
  checkAt: z.number(),
  error: z.string().nullable(),
});

const record = versioned(1, recordSchema);

interface UploadStore {
  readonly store: Store;
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly askingMs: number;
  readonly maxBytes: number;
}

/** Creates the uploads of a request; `base` returns the gateway's URL for its client. */
type SharedUploads = (base: () => string) => Uploads;

/** The uploads of all processes, in a store. Their names are sealed with `secrets`. */
export const sharedUploads = ({ store, secrets, ...own }: UploadStore): SharedUploads => {
  const { now } = own;
  const seals = createSeals(secrets, { audience: 'ads-graph upload', now });
  const change: Uploads['change'] = async ({ upload, stored }, changes) => {
    const next: Upload = { ...upload, ...changes };
    const to = record.write(next);
    const swap = { key: keyOf(upload.mediaId), from: stored, to, ttlMs: retentionMs };
    return (await answered(store.compareAndSwap(swap))) ? { upload: next, stored: to } : null;
  };
  const find: Uploads['find'] = async (viewer, name) => {
    const claims = await seals.open(name.slice(name.lastIndexOf('/') + 1));
    if (claims?.sub !== viewer) return null;
    const [stored = null] = await answered(store.get(keyOf(String(claims.jti))));
    return stored === null ? null : read(stored);
  };
  const recorded = async (upload: Upload): Promise<Upload> => {
    const text = record.write(upload);
    const known = await store.setIfAbsent(keyOf(upload.mediaId), text, retentionMs);
    return known === null ? upload : read(known).upload;
  };
  return (base) => ({
    ...own,
    change,
    find,
    ready: () => answered(store.cache('upload-to-come', '', 1000)),
    begin: (upload) => nullIfUnavailable(recorded(upload)),
    urlOf: async (viewer, { mediaId, expiresAt }) =>
      `${base()}/media/${await seals.seal({ sub: viewer, jti: mediaId }, expiresAt + retentionMs)}`,
  });
};

const keyOf = (mediaId: string): string => `upload:${mediaId}`;

const read = (stored: string): FoundUpload => {
  const upload = record.read(stored);
  if (upload === null) throw unreadable('the record of an upload');
  return { upload, stored };
};

const answered = <T>(work: Promise<T>): Promise<T> =>
  refuseIfUnavailable(work, (cause) =>
    storeUnavailable('The store of upload records does not respond. Try again in a moment.', cause),
  );
