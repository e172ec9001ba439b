/** The user that a request acts for. It holds tokens, so it must never be printed. */
export interface Viewer {
  /** Separates the work and the results of different viewers; never shown. */
  readonly key: string;
  readonly token: string;
  readonly tokenSecret: string;
  readonly userId: string | null;
  readonly screenName: string | null;
  /**
   * Whether this is the application's owner, whose token the gateway lends; false for a signed-in
   * user.
   */
  readonly isOwnerToken: boolean;
}
