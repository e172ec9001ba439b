/** A file that was uploaded, or is being uploaded. Times are in milliseconds since 1970. */
export interface MediaUpload {
  readonly id: string;
  readonly mediaKey: string;
  readonly owners: readonly string[];
  readonly category: string;
  readonly type: string;
  readonly totalBytes: number;
  readonly beganAt: number;
  readonly segments: Map<number, Buffer>;
  /** The whole file; empty before its last byte has arrived, and after it was evicted. */
  content: Buffer;
  /** Null before its last byte has arrived. */
  endedAt: number | null;
  /** The end of its processing, and the reason if that fails; null for success. */
  readyAt: number;
  failure: string | null;
}

/** The uploads since the last reset. */
export interface MediaUploads {
  readonly begin: (
    facts: Pick<MediaUpload, 'owners' | 'category' | 'type' | 'totalBytes'>,
  ) => MediaUpload;
  readonly byId: (id: string) => MediaUpload | undefined;
  readonly byKey: (mediaKey: string) => MediaUpload | undefined;
  /** Joins the segments; false if the result is not the announced file. */
  readonly end: (upload: MediaUpload) => boolean;
}

// Ids grow with time, as those of the API do, so that none is reused after a reset.
const epoch = 1_288_834_974_657;
let made = 0n;
const newId = (now: number): string => {
  made += 1n;
  return String((BigInt(now - epoch) << 22n) + (made & 0x3fffffn));
};
/** The prefix of media keys, by category. */
const prefixes: Readonly<Record<string, number>> = {
  TWEET_IMAGE: 3,
  TWEET_VIDEO: 7,
  AMPLIFY_VIDEO: 13,
  TWEET_GIF: 16,
};
const maxBytes = 1024 * 1024 * 1024;

/** Keeps uploads in memory. Above 1 GiB the oldest files are dropped; their rows stay. */
export const createMediaUploads = (now: () => number): MediaUploads => {
  const uploads = new Map<string, MediaUpload>();
  const makeRoom = (): void => {
    let held = 0;
    for (const one of [...uploads.values()].reverse()) {
      held += one.content.length;
      if (held > maxBytes) one.content = Buffer.alloc(0);
    }
  };
  return {
    begin: (facts) => {
      const id = newId(now());
      const upload: MediaUpload = {
        id,
        mediaKey: `${prefixes[facts.category] ?? 3}_${id}`,
        ...facts,
        beganAt: now(),
        segments: new Map(),
        content: Buffer.alloc(0),
        endedAt: null,
        readyAt: 0,
        failure: null,
      };
      uploads.set(id, upload);
      return upload;
    },
    byId: (id) => uploads.get(id),
    byKey: (mediaKey) => [...uploads.values()].find((one) => one.mediaKey === mediaKey),
    end: (upload) => {
      const segments = Array.from({ length: upload.segments.size }, (_, at) =>
        upload.segments.get(at),
      );
      const whole = Buffer.concat(segments.filter((one) => one !== undefined));
      if (segments.includes(undefined) || whole.length !== upload.totalBytes) return false;
      upload.content = whole;
      upload.segments.clear();
      upload.endedAt = now();
      makeRoom();
      return true;
    },
  };
};

/** True if an upload can be used. */
export const isReady = ({ endedAt, readyAt, failure }: MediaUpload, now: number): boolean =>
  endedAt !== null && failure === null && now >= readyAt;
