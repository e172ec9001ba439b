import type { Config, Upstream } from './config.ts';
import type { Client, WindowStore } from './upstream/client/client.ts';
import { createClient } from './upstream/client/client.ts';

/** The client of a configuration; what it knows of rate windows is kept in `windows`, or in this process. */
export const clientOf = (
  { upstream, limits, timeouts }: Config & { readonly upstream: Upstream },
  windows?: WindowStore,
): Client =>
  createClient({
    ...upstream,
    ...(windows !== undefined && { windows }),
    connections: limits.connections,
    maxPageBytes: limits.pageBytes,
    readRetries: limits.readRetries,
    retryRatio: limits.retryRatio,
    timeouts,
  });
