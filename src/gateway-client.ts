import type { Config } from './config.ts';
import type { Upstream } from './credentials.ts';
import type { Client, KeptToken, WindowStore } from './upstream/client/client.ts';
import { createClient } from './upstream/client/client.ts';

/** What processes share; what is absent, the client keeps for itself. */
interface Shared {
  readonly windows?: WindowStore;
  readonly keptToken?: KeptToken;
}

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
