import type { Endpoint, InputOf } from '../upstream/catalogue/language/endpoint.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { CallResult } from '../upstream/client/client.ts';
import type { Args } from './field.ts';
import type { Faults, Outcome, WriteEnd } from './write-errors.ts';

/** The response to a write, or its end if it was not applied as intended. */
export type WriteResult = CallResult | WriteEnd;

/** The result of reading back a write of unknown outcome. */
export type Settlement =
  | { readonly found: 'end'; readonly end: WriteResult }
  /** Nothing was applied, so the write may be sent again. */
  | { readonly found: 'nothing' }
  /** `reason` is a sentence for the client. */
  | { readonly found: 'doubt'; readonly reason: string };

/** The rules of a launch for the writes that are its steps. */
export interface StepRules {
  /** The name of the mutation that launches. */
  readonly mutation: string;
  /** Throws if the step may be neither sent nor read back now. */
  readonly mayBegin: () => void;
  /** True if a refusal is kept for its key. If not, a repetition is sent again. */
  readonly keepsRefusal?: true;
  /**
   * Reads the write back if its outcome is unknown. `since` is the time of its record, in
   * milliseconds since 1970. By default it is compared with rows of the API, never sent again.
   */
  readonly settle?: (since: number) => Promise<Settlement>;
  /** Called before the write is sent; returns an end that replaces it, or null to send it. */
  readonly instead?: () => Promise<WriteEnd | null>;
}

/** A write that may be sent if it has no faults. */
export interface WriteRequest<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  /** The caller's key. A write is sent only once for a key. */
  readonly key: string | null;
  readonly faults: Faults;
  /** The caller's values, if the sent values differ each time. */
  readonly given?: Args;
  /**
   * The values that rows of the API show of a write, if they differ from the sent values. `since`
   * is the time at which it was recorded, in milliseconds since 1970.
   */
  readonly shown?: (since: number) => Promise<Args>;
  /** The rules of its launch, if the write is a step. */
  readonly step?: StepRules;
  /**
   * Converts the result that is returned and recorded; null if it does not show the outcome. By
   * default the result is unchanged.
   */
  readonly settled?: (result: CallResult) => CallResult | null;
  /** The outcome of a usable response; APPLIED by default. */
  readonly outcomeOf?: (result: CallResult) => Outcome;
}

/** A write whose sender decides what the response contains, and so adds `settled`. */
export type WriteDraft<E extends Endpoint = Endpoint> = Without<WriteRequest<E>, 'settled'> & {
  readonly settled?: never;
};
