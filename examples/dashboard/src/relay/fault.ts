/** What is wrong, and the place in the input that it is about where that is known. */
export interface Fault {
  readonly message: string;
  readonly argument?: string | null | undefined;
}

export type Outcome = 'APPLIED' | 'NOT_APPLIED' | 'REJECTED' | 'UNKNOWN';

/** How a write ended, and why it did not end as asked. */
export interface Ending {
  readonly outcome: Outcome;
  readonly errors: readonly Fault[];
  /** Whether signing in helps. */
  readonly isSignedOut?: boolean;
}
