import type { Endpoint, InputOf } from '../upstream/catalogue/language/endpoint.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { CallResult } from '../upstream/client/client.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Faults } from './faults.ts';
import type { Args } from './field.ts';
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
export interface WriteEnd extends Payload, WrittenErrors {}

/** The response to a write, or its end if it was not applied as intended. */
export type WriteResult = CallResult | WriteEnd;

/** The result of reading back a write of unknown outcome. */
export type Settlement =
  | { readonly found: 'end'; readonly end: WriteResult }
  /** Nothing of it was applied, so it may be sent again. */
  | { readonly found: 'nothing' }
  /** `reason` is a sentence for the client. */
  | { readonly found: 'doubt'; readonly reason: string };

/** What a launch decides about the writes that are its steps. */
export interface StepRules {
  /** The name of the mutation that the launch is. */
  readonly mutation: string;
  /** Throws if it can be neither sent nor read back now. */
  readonly mayBegin: () => void;
  /** Whether a refusal is kept for its key. If not, it is sent again once the cause is fixed. */
  readonly keepsRefusal?: true;
  /**
   * Reads it back if its outcome is unknown. `since` is when it was recorded, in milliseconds since
   * 1970. By default it is compared with what the API shows, and never sent again.
   */
  readonly settle?: (since: number) => Promise<Settlement>;
  /** Called before it is sent: how it ends instead; null if it is to be sent. */
  readonly instead?: () => Promise<WriteEnd | null>;
}

/** A write that may be sent if it has no faults. */
export interface WriteRequest<E extends Endpoint = Endpoint> {
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
  /** What is different about it if it is a step of a launch. */
  readonly step?: StepRules;
  /**
   * An answer as it is used and recorded; null if it does not show how the write ended. By default
   * it is used as it is.
   */
  readonly settled?: (result: CallResult) => CallResult | null;
  /** How it ended by an answer that is used; by default it was applied. */
  readonly outcomeOf?: (result: CallResult) => Outcome;
}

/** A write whose sender decides what the response shows, and so adds `settled`. */
export type WriteDraft<E extends Endpoint = Endpoint> = Without<WriteRequest<E>, 'settled'> & {
  readonly settled?: never;
};
