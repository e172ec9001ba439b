import type { Config } from '../config.ts';
import type { ClientOptions } from '../upstream/client/client.ts';
import type { Upstream } from './credentials.ts';

/** What a client of the REST API takes from the configuration. */
export const clientSettings = ({
  upstream,
  limits,
  timeouts,
  resultHosts,
}: Config & { readonly upstream: Upstream }): ClientOptions => ({
  ...upstream,
  connections: limits.connections,
  maxPageBytes: limits.pageBytes,
  readRetries: limits.readRetries,
  retryRatio: limits.retryRatio,
  results: { hosts: resultHosts, maxBytes: limits.resultBytes },
  timeouts,
});
