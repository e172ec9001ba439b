/** The right of an operation to run. */
export interface Place {
  /**
   * Lends the place to others while the operation only waits to retry a call. No more places are
   * lent than operations may wait.
   */
  readonly pause: () => void;
  /** Takes the place back at once, even if all are taken. */
  readonly resume: () => void;
  readonly leave: () => void;
}
