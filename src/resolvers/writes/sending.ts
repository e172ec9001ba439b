import type { Endpoint, InputOf } from '../../upstream/catalogue/language/endpoint.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args } from '../field.ts';
import type { Faults } from './faults.ts';
import type { ToldErrors, WriteError } from './write-errors.ts';

/** How a write ended. */
export type Outcome = 'APPLIED' | 'REJECTED' | 'NOT_APPLIED' | 'UNKNOWN';

/** What a mutation answers with: its outcome, what it made, and why it did not. */
export interface Payload {
  readonly outcome: Outcome;
  readonly rows: readonly Row[];
  readonly texts: readonly string[];
  readonly errors: readonly WriteError[];
  /** Where the bytes of a staged file go. */
  readonly upload?: StagedUpload;
}

/** Where bytes go, and until when; a time as ISO 8601. */
export interface StagedUpload {
  readonly url: string;
  readonly expiresAt: string;
}

/**
 * A write that did not end as asked; `byItem` has the errors of a batch that belong to one of its
 * items.
 */
export interface Ended extends Payload, ToldErrors {}

/** A write that may be sent where no fault was found with it. */
export interface Sending<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** What the caller calls it by, so that it is sent once. */
  readonly key: string | null;
  readonly faults: Faults;
  /** What the caller gave, where what is sent is not the same each time. */
  readonly given?: Args;
  /**
   * What rows show of a write that was recorded at this time, where that is not what is sent. In
   * milliseconds since 1970.
   */
  readonly shown?: (since: number) => Promise<Args>;
  /**
   * True for a step of something larger: a refusal is not kept for its key, so that it is sent
   * again once its cause is mended.
   */
  readonly isStep?: true;
  /**
   * True if a second time changes nothing: if reading back does not show it, it is sent again.
   */
  readonly isRepeatable?: true;
  /** Whether an answer tells how the write ended; any answer does, unless said otherwise. */
  readonly settles?: (answer: CallResult) => boolean;
}
