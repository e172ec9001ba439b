/** Where upstream calls stand in the trace of a request: the field that they are made for, and their round. */
export interface Trace {
  /** The names from the root to the field, aliases as written, as in `accounts.nodes.campaigns`; null outside fields. */
  readonly field: string | null;
  /** The round of its next call: 1 where that waits for no other call of the request. */
  round: number;
}

/** The trace of what is called outside fields. */
export const noField = (): Trace => ({ field: null, round: 1 });

/** Notes that what comes next has waited for a call of this round, whoever made it. */
export const waitedFor = (trace: Trace, round: number): void => {
  if (trace.round <= round) trace.round = round + 1;
};
