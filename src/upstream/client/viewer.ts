/** On whose behalf the API is asked. Tokens stay in here: nothing prints a viewer. */
export interface Viewer {
  /** Tells viewers apart wherever work or results are shared; never shown. */
  readonly key: string;
  readonly token: string;
  readonly tokenSecret: string;
  readonly userId: string | null;
  readonly screenName: string | null;
}
