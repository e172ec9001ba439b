import type { Answer } from './answers.ts';
import type { Authorization } from './authorization.ts';
import { createAuthorization, refuseStrangers } from './authorization.ts';
import type { Bearer } from './bearer.ts';
import { createBearer, plainToken } from './bearer.ts';
import { problemsOf } from './catalogue/check.ts';
import type { Endpoint, Host, InputOf } from './catalogue/endpoint.ts';
import { tokens } from './catalogue/tokens.ts';
import type { Connections } from './connections.ts';
import { openConnections } from './connections.ts';
import type { Encoded, Values } from './encode.ts';
import { encodeRequest } from './encode.ts';
import { InputError, TransportError, UpstreamError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { Clock, Credentials } from './oauth.ts';
import type { RetryBudget, Terms } from './retries.ts';
import { createRetryBudget } from './retries.ts';
import type { CallRecord, Job } from './send.ts';
import { send } from './send.ts';
import type { Viewer } from './viewer.ts';

export type { Answer } from './answers.ts';
export type { CallRecord } from './send.ts';

/** The API as one GraphQL request sees it: its viewer, its deadline and its budget of calls. */
export interface Ads {
  readonly viewer: Viewer | null;
  readonly calls: readonly CallRecord[];
  /** Throws InputError before anything is sent, UpstreamError for a refusal, TransportError where no answer can be read. */
  readonly call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<Answer>;
  /** The bearer token of the application, as the value of a parameter. */
  readonly bearerToken: () => Promise<string>;
}

/** What a request brings along. `deadline` is on the clock of `performance.now()`. */
export interface RequestScope {
  readonly viewer: Viewer | null;
  readonly deadline: number;
  readonly maxCalls: number;
  readonly signal: AbortSignal;
  readonly traced: boolean;
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
    authorize: createAuthorization({ consumer, owner, bearer: bearer.current }, clock),
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

/** What all requests of a process share. */
interface Shared {
  readonly options: ClientOptions;
  readonly clock: Clock;
  readonly authorize: Authorization;
  readonly bearer: Bearer;
  readonly connections: Readonly<Record<Host, Connections>>;
  readonly budget: RetryBudget;
}

const createAds = (shared: Shared, scope: RequestScope): Ads => {
  const calls: CallRecord[] = [];
  const exchange = exchanger(shared, calls);
  const { viewer, isTrusted = false } = scope;
  const asker = { viewer, isTrusted };
  const readBearer = (): Promise<string> =>
    shared.bearer.read(() =>
      exchange(tokens.createBearerToken, { grant_type: 'client_credentials' }, forAll(scope)),
    );
  const call: Ads['call'] = async (endpoint, input) => {
    if (endpoint.auth !== 'bearer') return exchange(endpoint, input as Values, scope);
    checked(endpoint, input as Values);
    refuseStrangers(endpoint, asker);
    const token = await readBearer();
    try {
      return await exchange(endpoint, input as Values, scope);
    } catch (error) {
      // A refused token was invalidated elsewhere, and what it was used for was not done.
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      shared.bearer.drop(token);
    }
    await readBearer();
    return exchange(endpoint, input as Values, scope);
  };
  const bearerToken = async (): Promise<string> => {
    refuseStrangers(tokens.invalidateBearerToken, asker);
    return plainToken(await readBearer());
  };
  return { viewer, calls, call, bearerToken };
};

type ExchangeOnce = (endpoint: Endpoint, input: Values, scope: RequestScope) => Promise<Answer>;

/** Sends calls and records them. */
const exchanger = (shared: Shared, calls: CallRecord[]): ExchangeOnce => {
  const jobOf = jobs(shared, calls);
  return async (endpoint, input, scope) => {
    const job = jobOf(endpoint, input, scope);
    const start = performance.now();
    try {
      const answer = await send(job);
      if (endpoint.ends === 'viewer') scope.onTokenEnded?.('invalidated');
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'REAUTHENTICATION_REQUIRED') {
        scope.onTokenEnded?.('revoked');
      }
      throw error;
    } finally {
      // Whatever the outcome: a token that may have been ended is not worth a try.
      if (endpoint.ends === 'bearer') shared.bearer.drop();
      job.record.durationMs = performance.now() - start;
    }
  };
};

type JobOf = (endpoint: Endpoint, input: Values, scope: RequestScope) => Job;

const jobs = (shared: Shared, calls: CallRecord[]): JobOf => {
  const watches = new WeakMap<AbortSignal, Job['watch']>();
  return (endpoint, input, scope) => {
    const { signal, viewer, isTrusted = false } = scope;
    const authorize = shared.authorize(endpoint, { viewer, isTrusted });
    const encoded = checked(endpoint, input);
    refuseTooLate(endpoint, scope, calls.length);
    const record = recordOf(endpoint, encoded);
    calls.push(record);
    shared.budget.earn();
    const connections = shared.connections[endpoint.host];
    const terms = termsOf(endpoint, shared, scope);
    const maxBytes = shared.options.maxPageBytes;
    const watch = watches.get(signal) ?? watcher(signal);
    watches.set(signal, watch);
    const call = { endpoint, input, encoded, authorize, record };
    return { ...call, connections, terms, maxBytes, signal, watch };
  };
};

const never = new AbortController().signal;

/** The scope of a call that others wait for too: it ends with nobody's request. */
const forAll = (scope: RequestScope): RequestScope => ({
  ...scope,
  signal: never,
  deadline: Number.POSITIVE_INFINITY,
});

const termsOf = (endpoint: Endpoint, shared: Shared, scope: RequestScope): Terms => {
  const { timeouts, readRetries } = shared.options;
  const timeout = endpoint.body === 'operations' ? timeouts.batch : timeouts.call;
  return {
    isRead: endpoint.readOnly,
    deadline: Math.min(scope.deadline, performance.now() + timeout),
    maxRetries: readRetries,
    budget: shared.budget,
    clock: shared.clock,
  };
};

const checked = (endpoint: Endpoint, input: Values): Encoded => {
  const [problem] = problemsOf(endpoint, input);
  if (problem !== undefined) {
    throw new InputError(`${endpoint.name}: ${problem.message}`, problem.path);
  }
  const encoded = encodeRequest(endpoint, input);
  if (endpoint.maxBytes === null || encoded.body === null) return encoded;
  const size = Buffer.byteLength(encoded.body);
  if (size <= endpoint.maxBytes) return encoded;
  const message = `the body would have ${size} bytes, more than ${endpoint.maxBytes}`;
  throw new InputError(`${endpoint.name}: ${message}`, ['operations']);
};

const refuseTooLate = (endpoint: Endpoint, scope: RequestScope, made: number): void => {
  if (scope.signal.aborted || performance.now() >= scope.deadline) {
    throw new TransportError('OPERATION_TIMEOUT', endpoint.name, 'there is no time left', {
      sent: false,
    });
  }
  if (made >= scope.maxCalls) {
    const reason = `the request would make more than ${scope.maxCalls} upstream calls`;
    throw new TransportError('UPSTREAM_CALL_LIMIT', endpoint.name, reason, { sent: false });
  }
};

const recordOf = (endpoint: Endpoint, { method, path, ids }: Encoded): CallRecord => ({
  endpoint: endpoint.name,
  method,
  path,
  status: null,
  durationMs: 0,
  attempts: 0,
  ids,
});

/** One listener for all exchanges of a request: signals with hundreds of listeners are slow and warn. */
const watcher = (signal: AbortSignal): Job['watch'] => {
  const watched = new Set<Exchange>();
  const leave = (): void => {
    for (const exchange of watched) exchange.abandon();
  };
  return (exchange) => {
    if (watched.size === 0) signal.addEventListener('abort', leave);
    watched.add(exchange);
    return () => {
      watched.delete(exchange);
      if (watched.size === 0) signal.removeEventListener('abort', leave);
    };
  };
};
