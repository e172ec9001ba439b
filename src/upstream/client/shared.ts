import type { ApiHost } from '../catalogue/language/endpoint.ts';
import type { Pace } from './pace.ts';
import type { Bearer, TokenCache } from './request/bearer.ts';
import type { Authorization, Clock, Credentials } from './request/oauth.ts';
import type { Notice } from './response/headers.ts';
import type { FileLimits } from './results/file.ts';
import type { Breaker } from './transport/breaker.ts';
import type { Connections } from './transport/connections.ts';
import type { Windows } from './transport/rate-windows.ts';
import type { RetryBudget } from './transport/retries.ts';
import type { WindowStore } from './transport/window-store.ts';

/** The options of a client. Timeouts are milliseconds. */
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
  /** The hosts of files of results, and the largest size of one, unzipped. */
  readonly results: FileLimits;
  /** The most retries of one read. */
  readonly readRetries: number;
  /** The share of calls that may be retried: 0.1 allows one retry for every ten calls. */
  readonly retryRatio: number;
  /** The store of rate windows; by default the memory of this process. */
  readonly windows?: WindowStore;
  /** The store in which processes share the application's bearer token; by default none. */
  readonly tokenCache?: TokenCache;
  /** Called when the breaker of a host changes its state. */
  readonly onBreaker?: (host: string, state: ReturnType<Breaker['state']>) => void;
  /** Called when a response has a remark about the versions of the API. */
  readonly onNotice?: (notice: Notice) => void;
  /** The clock of signatures and windows, in milliseconds since 1970; by default the machine's. */
  readonly now?: (() => number) | undefined;
  /** The time of waits to retry and of breakers; by default the machine's. */
  readonly pace?: Pace | undefined;
  readonly timeouts: { readonly connect: number; readonly call: number; readonly batch: number };
}

/** The state that all requests of a process share. */
export interface Shared {
  readonly options: ClientOptions;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly authorize: Authorization;
  readonly bearer: Bearer;
  readonly connections: Readonly<Record<ApiHost, Connections>>;
  readonly budget: RetryBudget;
  readonly windows: Windows;
}
