/** A fault, and the place in the input that it is about if that is known. */
export interface Fault {
  readonly message: string;
  readonly argument?: string | null | undefined;
}

export type Outcome = 'APPLIED' | 'NOT_APPLIED' | 'REJECTED' | 'UNKNOWN';

/** The outcome of a write, and the reasons if it was not applied. */
export interface Ending {
  readonly outcome: Outcome;
  readonly errors: readonly Fault[];
  /** True if signing in helps. */
  readonly isSignedOut?: boolean;
}
