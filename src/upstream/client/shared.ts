import type { ApiHost } from '../catalogue/language/endpoint.ts';
import type { Authorization } from './request/authorization.ts';
import type { Bearer, KeptToken } from './request/bearer.ts';
import type { Clock, Credentials } from './request/oauth.ts';
import type { FileLimits } from './results/file.ts';
import type { Breaker } from './transport/breaker.ts';
import type { Connections } from './transport/connections.ts';
import type { RetryBudget } from './transport/retries.ts';
import type { WindowStore } from './transport/window-store.ts';
import type { Windows } from './transport/windows.ts';

/** What a client is made with. Timeouts are milliseconds. */
export interface ClientOptions {
  /** Base URLs, such as `https://ads-api.x.com`. */
  readonly hosts: Readonly<Record<ApiHost, string>>;
  readonly consumer: Credentials;
  /** The token of the application's owner, for the endpoints that only it may sign. */
  readonly owner?: Credentials | null;
  /** The most connections to one host. */
  readonly connections: number;
  /** The largest body of a response, in bytes. */
  readonly maxPageBytes: number;
  /** Where files of results may be, and how many bytes one may have, unzipped. */
  readonly results: FileLimits;
  /** How often one read is retried. */
  readonly readRetries: number;
  /** How many retries the first attempts pay for: 0.1 allows one for every ten calls. */
  readonly retryRatio: number;
  /** Where rate windows are remembered: in this process unless given. */
  readonly windows?: WindowStore;
  /** Where other processes find the application's bearer token; nowhere unless given. */
  readonly keptToken?: KeptToken;
  /** Told when the breaker of a host changes its state. */
  readonly onBreaker?: (host: string, state: ReturnType<Breaker['state']>) => void;
  readonly timeouts: { readonly connect: number; readonly call: number; readonly batch: number };
}

/** What all requests of a process share. */
export interface Shared {
  readonly options: ClientOptions;
  readonly clock: Clock;
  readonly authorize: Authorization;
  readonly bearer: Bearer;
  readonly connections: Readonly<Record<ApiHost, Connections>>;
  readonly budget: RetryBudget;
  readonly windows: Windows;
}
