export interface Gateway {
  /** The URL of GraphQL, such as `http://127.0.0.1:4000/graphql`. */
  readonly url: string;
  /** The base URL of probes and metrics; null without ADMIN_PORT. */
  readonly adminUrl: string | null;
  /** Refuses new requests, waits up to TIMEOUT_DRAIN_MS for those under way, then closes every connection. */
  readonly close: () => Promise<void>;
}
