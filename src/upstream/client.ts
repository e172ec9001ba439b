import type { Endpoint, InputOf } from './catalogue/endpoint.ts';
import type { Row } from './row.ts';
import type { Viewer } from './viewer.ts';

/** What an endpoint answered: its rows (one, for a single entity), and where a list goes on. */
export interface Answer {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly totalCount: number | null;
}

/** One upstream call as `x-ads-trace` shows it. */
export interface CallRecord {
  readonly endpoint: string;
  readonly method: string;
  readonly path: string;
  status: number | null;
  durationMs: number;
  attempts: number;
  readonly ids: number;
}

/** The API as one GraphQL request sees it: its viewer, its deadline and its budget of calls. */
export interface Ads {
  readonly viewer: Viewer | null;
  readonly calls: readonly CallRecord[];
  /** Throws InputError before anything is sent, UpstreamError for a refusal, TransportError where no answer can be read. */
  readonly call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<Answer>;
}

/** What a request brings along. `deadline` is on the clock of `performance.now()`. */
export interface RequestScope {
  readonly viewer: Viewer | null;
  readonly deadline: number;
  readonly maxCalls: number;
  readonly signal: AbortSignal;
  readonly traced: boolean;
}

/** The client of a process: connections are shared, everything else belongs to one request. */
export interface Client {
  readonly forRequest: (scope: RequestScope) => Ads;
  readonly close: () => Promise<void>;
}

export interface ClientOptions {
  readonly hosts: Readonly<Record<'ads' | 'sandbox' | 'platform', string>>;
  readonly consumer: { readonly key: string; readonly secret: string };
  readonly connections: number;
  readonly maxPageBytes: number;
  readonly readRetries: number;
  readonly retryRatio: number;
  readonly timeouts: { readonly connect: number; readonly call: number; readonly batch: number };
}
