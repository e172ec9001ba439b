/** How far an upload is. */
export type UploadStage =
  /** Bytes are missing, or the API has not been told that all of them are there. */
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
  /** Until when bytes are taken. */
  readonly expiresAt: number;
  /** The bytes that the API has confirmed. */
  readonly receivedBytes: number;
  readonly stage: UploadStage;
  /** The request that sends bytes; a later one takes over. Empty before the first one. */
  readonly sender: string;
  /** When the API may be asked how far it is. */
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
 * The uploads of the last days. Every method throws STATE_STORE_UNAVAILABLE if the store fails.
 */
export interface Uploads {
  /** The most bytes of one upload. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The URL for the bytes of an upload of this viewer, in which its name is sealed. */
  readonly urlOf: (viewer: string, upload: Upload) => Promise<string>;
  /** Records an upload, unless it is recorded already: the upload as it is recorded. */
  readonly begin: (upload: Upload) => Promise<Upload>;
  /**
   * The upload of a sealed name, or of a URL with it; null if this viewer has none of that name.
   */
  readonly find: (viewer: string, name: string) => Promise<FoundUpload | null>;
  /** Changes an upload; null, and no change, where somebody else has changed it. */
  readonly change: (found: FoundUpload, change: Partial<Upload>) => Promise<FoundUpload | null>;
}

/** No uploads, of which none begins. */
export const noUploads: Uploads = {
  maxBytes: Number.POSITIVE_INFINITY,
  now: () => 0,
  urlOf: async () => '',
  begin: async (upload) => upload,
  find: async () => null,
  change: async () => null,
};
