import type { Endpoint, InputOf } from '../../upstream/catalogue/language/endpoint.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { Args } from '../field.ts';
import type { Faults } from './faults.ts';
import type { WriteError, WrittenErrors } from './write-errors.ts';

/** How a write ended. */
export type Outcome = 'APPLIED' | 'REJECTED' | 'NOT_APPLIED' | 'UNKNOWN';

/** The result of a mutation: its outcome, what it made, and why it failed. */
export interface Payload {
  readonly outcome: Outcome;
  readonly rows: readonly Row[];
  readonly texts: readonly string[];
  readonly errors: readonly WriteError[];
  /** The address for the bytes of a staged file. */
  readonly upload?: StagedUpload;
}

/** An address for bytes, and until when it accepts them; a time as ISO 8601. */
export interface StagedUpload {
  readonly url: string;
  readonly expiresAt: string;
}

/**
 * A write that was not applied as intended; `byItem` has the errors of a batch that belong to one
 * of its items.
 */
export interface Ended extends Payload, WrittenErrors {}

/** A write that may be sent if it has no faults. */
export interface Sending<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** The caller's key, under which it is sent only once. */
  readonly key: string | null;
  readonly faults: Faults;
  /** What the caller gave, if what is sent differs each time. */
  readonly given?: Args;
  /**
   * The values that rows show of a write that was recorded at this time, if they differ from what
   * is sent. In milliseconds since 1970.
   */
  readonly shown?: (since: number) => Promise<Args>;
  /**
   * True for a step of a launch: a refusal is not kept for its key, so that the step is sent again
   * once its cause is fixed.
   */
  readonly isStep?: true;
  /**
   * True if sending it twice changes nothing more: if reading back does not show it, it is sent
   * again.
   */
  readonly isRepeatable?: true;
  /** Whether an answer shows how the write ended; by default every answer does. */
  readonly showsOutcome?: (answer: CallResult) => boolean;
}
