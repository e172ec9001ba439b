import type { Config, Upstream } from './config.ts';
import type { Client, KeptToken, WindowStore } from './upstream/client/client.ts';
import { createClient } from './upstream/client/client.ts';

interface Shared {
  readonly windows?: WindowStore;
  readonly keptToken?: KeptToken;
}

/** The client of a configuration; what other processes are to know of rate windows and the bearer token is in `shared`. */
export const clientOf = (
  { upstream, limits, timeouts }: Config & { readonly upstream: Upstream },
  shared: Shared = {},
): Client =>
  createClient({
    ...upstream,
    ...shared,
    connections: limits.connections,
    maxPageBytes: limits.pageBytes,
    readRetries: limits.readRetries,
    retryRatio: limits.retryRatio,
    timeouts,
  });
