/**
 * What the trace of a request records about the next upstream call: the field that makes it, and
 * its round.
 */
export interface Trace {
  /**
   * The response keys from the root to the field, such as `accounts.nodes.campaigns`; null outside
   * fields.
   */
  readonly field: string | null;
  /** 1 if the call waits for no other call of the request. */
  round: number;
}

/** The trace of calls that no field makes. */
export const noField = (): Trace => ({ field: null, round: 1 });

/** Notes that the next call waited for a call of `round`: after one of round 2 it is of round 3. */
export const waitedFor = (trace: Trace, round: number): void => {
  if (trace.round <= round) trace.round = round + 1;
};
