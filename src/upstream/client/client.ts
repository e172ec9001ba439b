import type { Endpoint, InputOf } from '../catalogue/language/endpoint.ts';
import { checked, createAds } from './ads.ts';
import type { Answer } from './answer/answers.ts';
import { createAuthorization } from './request/authorization.ts';
import { createBearer } from './request/bearer.ts';
import type { Values } from './request/encode.ts';
import type { Credentials } from './request/oauth.ts';
import type { Trace } from './trace.ts';
import { openConnections } from './transport/connections.ts';
import { createRetryBudget } from './transport/retries.ts';
import type { CallRecord } from './transport/send.ts';
import type { Viewer } from './viewer.ts';

export type { Answer } from './answer/answers.ts';
export type { CallRecord } from './transport/send.ts';

/** The API as one GraphQL request sees it: its viewer, its deadline and its budget of calls. */
export interface Ads {
  readonly viewer: Viewer | null;
  readonly calls: readonly CallRecord[];
  /** Throws InputError before anything is sent, UpstreamError for a refusal, TransportError where no answer can be read. */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    trace?: Trace,
  ) => Promise<Answer>;
  /** The bearer token of the application, as the value of a parameter. */
  readonly bearerToken: () => Promise<string>;
}

/** What a request brings along. `startedAt` and `deadline` are on the clock of `performance.now()`. */
export interface RequestScope {
  readonly startedAt?: number;
  readonly viewer: Viewer | null;
  readonly deadline: number;
  readonly maxCalls: number;
  readonly signal: AbortSignal;
  /** Whether the caller may act for the application itself; false unless given. */
  readonly isTrusted?: boolean;
  /** Hears that the viewer's token opens nothing any more: the API said so (`revoked`), or the viewer had it ended. */
  readonly onTokenEnded?: (cause: 'revoked' | 'invalidated') => void;
}

/** The client of a process: connections are shared, everything else belongs to one request. */
export interface Client {
  /** The application and the host it asks: what data is the same for that is the same for all viewers. */
  readonly application: string;
  readonly forRequest: (scope: RequestScope) => Ads;
  /** The address of a page that a person opens. */
  readonly pageUrl: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => string;
  readonly close: () => Promise<void>;
}

export interface ClientOptions {
  readonly hosts: Readonly<Record<'ads' | 'sandbox' | 'platform', string>>;
  readonly consumer: Credentials;
  /** The token of the application's owner, for the endpoints that it alone may sign. */
  readonly owner?: Credentials | null;
  readonly connections: number;
  readonly maxPageBytes: number;
  readonly readRetries: number;
  readonly retryRatio: number;
  readonly timeouts: { readonly connect: number; readonly call: number; readonly batch: number };
}

/** A client for the hosts and the application that the options name. */
export const createClient = (options: ClientOptions): Client => {
  const clock = { offsetMs: 0 };
  const { consumer, owner = null } = options;
  const bearer = createBearer();
  const connections = openConnections(options.hosts, {
    connections: options.connections,
    connectTimeout: options.timeouts.connect,
  });
  const shared = {
    options,
    clock,
    authorize: createAuthorization({ consumer, owner }, clock),
    bearer,
    connections: connections.to,
    budget: createRetryBudget(options.retryRatio),
  };
  return {
    application: `${consumer.key} ${options.hosts.ads}`,
    pageUrl: (endpoint, input) => {
      const { path, query } = checked(endpoint, input as Values);
      return `${options.hosts[endpoint.host]}${path}${query}`;
    },
    forRequest: (scope) => createAds(shared, scope),
    close: connections.close,
  };
};
