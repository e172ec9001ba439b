import type { Config, Upstream } from './config.ts';
import type { Client } from './upstream/client/client.ts';
import { createClient } from './upstream/client/client.ts';

/** The client of a configuration. */
export const clientOf = ({
  upstream,
  limits,
  timeouts,
}: Config & { readonly upstream: Upstream }): Client =>
  createClient({
    ...upstream,
    connections: limits.connections,
    maxPageBytes: limits.pageBytes,
    readRetries: limits.readRetries,
    retryRatio: limits.retryRatio,
    timeouts,
  });
