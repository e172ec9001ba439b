/** The user that a request acts for. It holds tokens, so nothing may print it. */
export interface Viewer {
  /** Keeps the work and the results of different viewers apart; never shown. */
  readonly key: string;
  readonly token: string;
  readonly tokenSecret: string;
  readonly userId: string | null;
  readonly screenName: string | null;
  /**
   * Whether this is the application's owner, whose token the gateway lends; false for who signed
   * in.
   */
  readonly isLent: boolean;
}
