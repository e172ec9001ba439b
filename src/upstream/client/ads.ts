import { tokens } from '../catalogue/areas/tokens.ts';
import { problemsOf } from '../catalogue/language/check.ts';
import type { Endpoint, Host, InputOf } from '../catalogue/language/endpoint.ts';
import { windowsOf } from '../catalogue/windows.ts';
import type { Answer } from './answer/answers.ts';
import { InputError, isOutcomeUnknown, TransportError, UpstreamError } from './errors.ts';
import type { Authorization } from './request/authorization.ts';
import { refuseStrangers } from './request/authorization.ts';
import type { Bearer, KeptToken } from './request/bearer.ts';
import { plainToken } from './request/bearer.ts';
import type { Encoded, Values } from './request/encode.ts';
import { encodeRequest } from './request/encode.ts';
import type { Clock, Credentials } from './request/oauth.ts';
import type { Trace } from './trace.ts';
import { noField } from './trace.ts';
import type { Connections } from './transport/connections.ts';
import type { Exchange } from './transport/exchange.ts';
import type { Pausable, Rests } from './transport/rests.ts';
import { createRests } from './transport/rests.ts';
import type { RetryBudget, RetryPolicy } from './transport/retries.ts';
import type { CallRecord, Job } from './transport/send.ts';
import { send } from './transport/send.ts';
import type { BudgetEntry, WindowedCall, WindowStore, Windows } from './transport/windows.ts';
import { windowedCall } from './transport/windows.ts';
import type { Viewer } from './viewer.ts';

/** The API as one GraphQL request sees it: its viewer, its deadline and its budget of calls. */
export interface Ads {
  readonly viewer: Viewer | null;
  readonly calls: readonly CallRecord[];
  /** What is left of the windows that the calls so far count in. */
  readonly budget: () => readonly BudgetEntry[];
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
  /** True where calls are recorded and checked, and none is sent: each fails as unsent. */
  readonly isRehearsal?: boolean;
  /** Whether the caller may act for the application itself; false unless given. */
  readonly isTrusted?: boolean;
  /** Hears that the viewer's token opens nothing any more: the API said so (`revoked`), or the viewer had it ended. */
  readonly onTokenEnded?: (cause: 'revoked' | 'invalidated') => void;
  /** What others may have while the request only waits until it may ask again. */
  readonly place?: Pausable;
}

/** What a client is made with. */
export interface ClientOptions {
  readonly hosts: Readonly<Record<'ads' | 'sandbox' | 'platform', string>>;
  readonly consumer: Credentials;
  /** The token of the application's owner, for the endpoints that it alone may sign. */
  readonly owner?: Credentials | null;
  readonly connections: number;
  readonly maxPageBytes: number;
  readonly readRetries: number;
  readonly retryRatio: number;
  /** Where rate windows are remembered: in this process unless given. */
  readonly windows?: WindowStore;
  /** Where the application's bearer token is kept besides. */
  readonly keptToken?: KeptToken;
  readonly timeouts: { readonly connect: number; readonly call: number; readonly batch: number };
}

/** What all requests of a process share. */
export interface Shared {
  readonly options: ClientOptions;
  readonly clock: Clock;
  readonly authorize: Authorization;
  readonly bearer: Bearer;
  readonly connections: Readonly<Record<Host, Connections>>;
  readonly budget: RetryBudget;
  readonly windows: Windows;
}

/** The API as one request sees it. */
export const createAds = (shared: Shared, given: RequestScope): Ads => {
  const scope = { startedAt: performance.now(), ...given };
  const calls: CallRecord[] = [];
  const touched: WindowedCall[] = [];
  const rests = createRests(scope.place ?? null);
  const exchange = exchanger({ shared, calls, touched, rests });
  const { viewer, isTrusted = false, isRehearsal = false } = scope;
  const asker = { viewer, isTrusted };
  const readBearer = async (): Promise<string> =>
    isRehearsal
      ? 'none'
      : shared.bearer.read(() =>
          exchange(tokens.createBearerToken, { grant_type: 'client_credentials' }, forAll(scope)),
        );
  const call: Ads['call'] = async (endpoint, input, trace = noField()) => {
    if (endpoint.auth !== 'bearer') return exchange(endpoint, input as Values, { ...scope, trace });
    checked(endpoint, input as Values);
    refuseStrangers(endpoint, asker);
    const token = await readBearer();
    try {
      return await exchange(endpoint, input as Values, { ...scope, trace, bearer: token });
    } catch (error) {
      // A refused token was invalidated elsewhere, and what it was used for was not done.
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      shared.bearer.drop(token);
    }
    return exchange(endpoint, input as Values, { ...scope, trace, bearer: await readBearer() });
  };
  const bearerToken = async (): Promise<string> => {
    refuseStrangers(tokens.invalidateBearerToken, asker);
    return plainToken(await readBearer());
  };
  const { windows, clock } = shared;
  const budget = () => windows.shown(touched, Date.now() + clock.offsetMs);
  return { viewer, calls, call, bearerToken, budget };
};

/** The scope of one call, with the bearer token that was read for it: the next one may be another by then. */
interface CallScope extends RequestScope {
  readonly startedAt: number;
  readonly trace?: Trace;
  readonly bearer?: string;
}

type ExchangeOnce = (endpoint: Endpoint, input: Values, scope: CallScope) => Promise<Answer>;

/** What is kept of the calls of a request. */
interface Recording {
  readonly shared: Shared;
  readonly calls: CallRecord[];
  readonly touched: WindowedCall[];
  readonly rests: Rests;
}

/** Sends calls and records them. */
const exchanger = (recording: Recording): ExchangeOnce => {
  const { shared, rests } = recording;
  const jobOf = jobs(recording);
  return async (endpoint, input, scope) => {
    const job = jobOf(endpoint, input, scope);
    if (scope.isRehearsal === true) throw rehearsed(endpoint);
    const start = performance.now();
    rests.begin();
    try {
      const answer = await send(job);
      if (!endpoint.readOnly) job.record.outcome = 'applied';
      if (endpoint.ends === 'viewer') scope.onTokenEnded?.('invalidated');
      if (endpoint.ends === 'bearer') shared.bearer.drop();
      return answer;
    } catch (error) {
      if (!endpoint.readOnly) job.record.outcome = outcomeOf(error);
      if (error instanceof UpstreamError && error.code === 'REAUTHENTICATION_REQUIRED') {
        scope.onTokenEnded?.('revoked');
      }
      // A token that may have been ended is not worth a try; one whose end was refused is as good as before.
      if (endpoint.ends === 'bearer' && isOutcomeUnknown(error)) shared.bearer.drop();
      throw error;
    } finally {
      rests.end();
      job.record.durationMs = performance.now() - start;
    }
  };
};

type JobOf = (endpoint: Endpoint, input: Values, scope: CallScope) => Job;

const windowedOf = (endpoint: Endpoint, input: Values, viewer: Viewer | null): WindowedCall => {
  const { usual, counted } = windowsOf(endpoint);
  const accountId = input['account_id'];
  return windowedCall(
    input['with_total_count'] === true ? counted : usual,
    // What the application signs itself counts for it alone, and the sandbox counts for itself.
    `${endpoint.host} ${endpoint.auth === 'viewer' ? (viewer?.key ?? '') : ''}`,
    typeof accountId === 'string' ? accountId : null,
  );
};

const jobs = ({ shared, calls, touched, rests }: Recording): JobOf => {
  const watches = new WeakMap<AbortSignal, Job['watch']>();
  return (endpoint, input, scope) => {
    const { signal, viewer, isTrusted = false, bearer = null } = scope;
    const proof = shared.authorize(endpoint, { viewer, isTrusted }, bearer);
    const encoded = checked(endpoint, input);
    refuseTooLate(endpoint, scope, calls.length);
    const record = recordOf(endpoint, encoded, scope);
    calls.push(record);
    shared.budget.earn();
    const connections = shared.connections[endpoint.host];
    const retryPolicy = termsOf(endpoint, shared, scope);
    const maxBytes = shared.options.maxPageBytes;
    const watch = watches.get(signal) ?? watcher(signal);
    watches.set(signal, watch);
    const windowed = windowedOf(endpoint, input, viewer);
    touched.push(windowed);
    const call = { endpoint, input, encoded, ...proof, record };
    const { windows } = shared;
    const { rest } = rests;
    return { ...call, connections, retryPolicy, maxBytes, signal, watch, windows, windowed, rest };
  };
};

const rehearsed = ({ name }: Endpoint): TransportError =>
  new TransportError('UPSTREAM_UNAVAILABLE', name, 'a rehearsal sends nothing', { sent: false });

const outcomeOf = (error: unknown): CallRecord['outcome'] => {
  if (isOutcomeUnknown(error)) return 'unknown';
  return error instanceof UpstreamError && error.status !== 429 ? 'rejected' : 'unsent';
};

const never = new AbortController().signal;

/** The scope of a call that others wait for too: it ends with noField's request. */
const forAll = (scope: CallScope): CallScope => ({
  ...scope,
  signal: never,
  deadline: Number.POSITIVE_INFINITY,
});

const termsOf = (endpoint: Endpoint, shared: Shared, scope: RequestScope): RetryPolicy => {
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

/** Writes an input as a request. Throws InputError for what cannot work. */
export const checked = (endpoint: Endpoint, input: Values): Encoded => {
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

const recordOf = (
  endpoint: Endpoint,
  { method, path, ids }: Encoded,
  { startedAt, trace = noField() }: CallScope,
): CallRecord => ({
  endpoint: endpoint.name,
  method,
  path,
  status: null,
  durationMs: 0,
  attempts: 0,
  ids,
  startMs: performance.now() - startedAt,
  outcome: null,
  round: trace.round,
  field: trace.field,
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
