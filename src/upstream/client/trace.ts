/**
 * What the trace of a request says of the next upstream call: the field that it is made for, and
 * its round.
 */
export interface Trace {
  /**
   * The names from the root to the field, aliases as written, as in `accounts.nodes.campaigns`;
   * null outside fields.
   */
  readonly field: string | null;
  /** 1 where the call waits for no other call of the request. */
  round: number;
}

/** The trace of calls that are made for no field. */
export const noField = (): Trace => ({ field: null, round: 1 });

/**
 * Notes that the next call has waited for a call of `round`. After one of round 2 it is of round 3.
 */
export const waitedFor = (trace: Trace, round: number): void => {
  if (trace.round <= round) trace.round = round + 1;
};
