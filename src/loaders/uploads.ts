/** The stage of an upload. */
export type UploadStage =
  /** Bytes are missing, or the API has not been told that all of them were sent. */
  | 'open'
  /** The API was told, and has not answered yet. It is never told twice. */
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
  /** Until when bytes are accepted. */
  readonly expiresAt: number;
  /** The bytes that the API has confirmed. */
  readonly receivedBytes: number;
  readonly stage: UploadStage;
  /** The request that sends bytes; a later one takes over. Empty before the first one. */
  readonly sender: string;
  /** The earliest time to ask the API for the state. */
  readonly checkAt: number;
  /** Why it failed; null if it did not. */
  readonly error: string | null;
}

/** An upload as it was read, so that it is changed only if nobody else has changed it since. */
export interface FoundUpload {
  readonly upload: Upload;
  readonly stored: string;
}

/**
 * The uploads of the last days. If the store fails, methods throw STATE_STORE_UNAVAILABLE.
 */
export interface Uploads {
  /** For how long somebody who asks the API about an upload may wait for it, in milliseconds. */
  readonly askingMs: number;
  /** The most bytes of one upload. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The URL for the bytes of an upload of this viewer, in which its name is sealed. */
  readonly urlOf: (viewer: string, upload: Upload) => Promise<string>;
  /** Resolves if uploads can be recorded now. */
  readonly ready: () => Promise<void>;
  /** Records an upload unless there is a record: returns the record. Null if the store fails. */
  readonly begin: (upload: Upload) => Promise<Upload | null>;
  /**
   * The upload of a sealed name, or of a URL that contains one; null if this viewer has no such
   * upload.
   */
  readonly find: (viewer: string, name: string) => Promise<FoundUpload | null>;
  /** Changes an upload; returns null and changes nothing if another request has changed it. */
  readonly change: (found: FoundUpload, change: Partial<Upload>) => Promise<FoundUpload | null>;
}

/** For requests without uploads: none can begin. */
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
