import type { ClientOptions } from '../upstream/client/client.ts';
import type { Upstream } from './credentials.ts';
import type { Limits, Timeouts } from './settings.ts';

/** The part of the configuration that a client of the REST API takes. */
export const clientSettings = ({
  upstream,
  limits,
  timeouts,
  resultHosts,
}: {
  readonly upstream: Upstream;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly resultHosts: readonly string[];
}): ClientOptions => ({
  ...upstream,
  connections: limits.connections,
  maxPageBytes: limits.pageBytes,
  readRetries: limits.readRetries,
  retryRatio: limits.retryRatio,
  results: { hosts: resultHosts, maxBytes: limits.resultBytes },
  timeouts,
});
