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
  /** If fields may share the call: the fields that do, also later ones. */
  readonly sharers?: Sharers;
}

/** Fields that share something. A set in it stands for all of its fields. */
export interface Sharers extends Set<string | null | Sharers> {}

/** The fields of a trace whose calls others may share. */
export const sharersOf = ({ sharers, field }: Trace): Sharers | string | null => sharers ?? field;

/** All fields that share something. */
export const fieldsIn = (sharers: Sharers): ReadonlySet<string> =>
  new Set(
    [...sharers].flatMap((one) =>
      typeof one === 'string' ? one : [...fieldsIn(one ?? new Set())],
    ),
  );

/** The trace of calls that no field makes. */
export const noField = (): Trace => ({ field: null, round: 1 });

/** Notes that the next call waited for a call of `round`: after one of round 2 it is of round 3. */
export const waitedFor = (trace: Trace, round: number): void => {
  if (trace.round <= round) trace.round = round + 1;
};
