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

/**
 * The uploads of the last days. If the store fails, methods throw STATE_STORE_UNAVAILABLE.
 */
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
  /**
   * The upload with a sealed name, or with a URL that contains it; null if this viewer has no such
   * upload.
   */
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
