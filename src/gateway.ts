/** A running gateway. */
export interface Gateway {
  /** Where GraphQL is served. */
  readonly url: string;
  /** Where probes and metrics are, if anywhere. */
  readonly adminUrl: string | null;
  /** Stops accepting, lets what runs end within TIMEOUT_DRAIN_MS, then closes every connection. */
  readonly close: () => Promise<void>;
}
