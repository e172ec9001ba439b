import { tokens } from '../catalogue/areas/tokens.ts';
import { type Endpoint, hostOf, type InputOf } from '../catalogue/language/endpoint.ts';
import type { Values } from '../catalogue/language/values.ts';
import {
  refuseBeyondLimits,
  refuseRehearsal,
  refuseWithoutRoom,
  retryPolicyOf,
  windowedOf,
} from './call-limits.ts';
import { isOutcomeUnknown, UpstreamError } from './errors.ts';
import { plainToken } from './request/bearer.ts';
import { withinAccounts } from './request/chosen-accounts.ts';
import { checkAndEncode } from './request/encode.ts';
import { refuseUntrusted, timeOn } from './request/oauth.ts';
import type { CallResult } from './response/read-response.ts';
import type { MakeResult, ResultFile } from './results/entries.ts';
import { type Counting, type ResultsFile, readResults } from './results/read.ts';
import type { CallScope, RequestScope, Viewer } from './scope.ts';
import type { Shared } from './shared.ts';
import type { CallRecord, Trace } from './trace.ts';
import { endCall, newCallRecord, noField, recordFailure } from './trace.ts';
import type { WindowBudget, WindowedCall } from './transport/rate-windows.ts';
import { createPlacePauses } from './transport/retries.ts';
import { type Job, send } from './transport/send.ts';
import { watchSignal } from './transport/upstream-exchange.ts';

/** The API as one GraphQL request sees it: its viewer, its deadline and its budget of calls. */
export interface Ads {
  readonly viewer: Viewer | null;
  readonly calls: readonly CallRecord[];
  /** The time in milliseconds since 1970 on the API's clock, as its last response showed it. */
  readonly now: () => number;
  /** The rate windows in which this request has made calls, with the calls that each has left. */
  readonly budget: () => readonly WindowBudget[];
  /** Throws InputError if nothing is sent, UpstreamError, or TransportError without a response. */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    trace?: Trace,
  ) => Promise<CallResult>;
  /** Learns the calls that the window has left, over all processes. Precedes `requireRoom`. */
  readonly prepareRoom: (endpoint: Endpoint, input: Values, calls: number) => Promise<void>;
  /**
   * Throws, before any call is sent, if the request or the rate window has fewer than `calls` left.
   * `input` is the input of one of these calls.
   */
  readonly requireRoom: (endpoint: Endpoint, input: Values, calls: number) => void;
  /** Reads the file of a finished job; `make` converts each entry to the value to keep. */
  readonly results: <T>(
    file: ResultsFile,
    make: MakeResult<T>,
    trace?: Trace,
  ) => Promise<ResultFile<T>>;
  /** The bearer token of the application, as the value of a parameter. */
  readonly bearerToken: () => Promise<string>;
}

/** The API for one request. It gets a new bearer token if the API refuses the one it has. */
export const createAds = (shared: Shared, given: RequestScope): Ads => {
  const startedAt = given.startedAt ?? performance.now();
  const scope: CallScope = { ...given, startedAt, watch: watchSignal(given.signal) };
  const { viewer, isTrusted = false, isRehearsal = false, isReadOnly = false } = scope;
  const { windows, clock, bearer } = shared;
  const calls: CallRecord[] = [];
  const windowedCalls: WindowedCall[] = [];
  const request = { shared, calls, windowedCalls, pauses: createPlacePauses(scope.place ?? null) };
  const caller = { viewer, isTrusted };
  const fetchBearer = (): Promise<CallResult> => {
    const input = { grant_type: 'client_credentials' };
    return makeCall(request, {
      endpoint: tokens.createBearerToken,
      input,
      scope: detached(scope),
      trace: noField(),
      bearer: null,
    });
  };
  const readBearer = async (): Promise<string> =>
    isRehearsal || isReadOnly ? 'none' : bearer.read(fetchBearer);
  const callWithBearer = async (endpoint: Endpoint, input: Values, trace: Trace) => {
    checkAndEncode(endpoint, input, clock.now());
    refuseUntrusted(endpoint, caller);
    const token = await readBearer();
    try {
      return await makeCall(request, { endpoint, input, scope, trace, bearer: token });
    } catch (error) {
      // The API refused the token, so the call had no effect. The token was invalidated elsewhere.
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      await bearer.drop(token);
    }
    return makeCall(request, { endpoint, input, scope, trace, bearer: await readBearer() });
  };
  return {
    viewer,
    calls,
    now: () => clock.now() + (clock.shownOffsetMs ?? clock.offsetMs),
    budget: () => windows.budgetOf(windowedCalls, timeOn(clock)),
    call: (endpoint, input, trace = noField()) =>
      endpoint.auth === 'bearer'
        ? callWithBearer(endpoint, input as Values, trace)
        : makeCall(request, { endpoint, input: input as Values, scope, trace, bearer: null }),
    prepareRoom: async (endpoint, input, callCount) => {
      if (isRehearsal || calls.length + callCount > scope.maxCalls) return;
      await windows.reserve(windowedOf(endpoint, input, viewer), callCount, timeOn(clock));
    },
    requireRoom: (endpoint, input, callCount) => {
      refuseBeyondLimits(endpoint, scope, calls.length + callCount);
      if (isRehearsal) return;
      refuseWithoutRoom(shared, scope, { endpoint, input, calls: callCount });
    },
    results: (file, make, trace = noField()) => readResults(request, { file, scope, trace }, make),
    bearerToken: async () => {
      refuseUntrusted(tokens.invalidateBearerToken, caller);
      return plainToken(await readBearer());
    },
  };
};

const never = new AbortController().signal;
const watchNever = watchSignal(never);

/** The scope of a call that several requests wait for. The call continues when one of them ends. */
const detached = (scope: CallScope): CallScope => ({
  ...scope,
  signal: never,
  watch: watchNever,
  deadline: Number.POSITIVE_INFINITY,
});

/** The record of a request's calls: for its trace, its rate windows and its place. */
interface CallRecording extends Counting {
  readonly windowedCalls: WindowedCall[];
}

interface Call {
  readonly endpoint: Endpoint;
  readonly input: Values;
  readonly scope: CallScope;
  readonly trace: Trace;
  /** The application's bearer token that was read for it; null for other calls. */
  readonly bearer: string | null;
}

/** Makes a call, and records how it ended. */
const makeCall = async (request: CallRecording, given: Call): Promise<CallResult> => {
  const { endpoint, scope } = given;
  const { accounts } = scope;
  const call =
    accounts === undefined
      ? given
      : { ...given, input: withinAccounts(endpoint, given.input, accounts) };
  const { bearer } = request.shared;
  // A call that a dry run stops is checked, but not counted.
  const isStopped = scope.isReadOnly === true && !endpoint.readOnly;
  const job = prepare(isStopped ? { ...request, calls: [], windowedCalls: [] } : request, call);
  refuseRehearsal(endpoint, scope);
  if (scope.admitCall !== undefined) await scope.admitCall();
  request.pauses.begin();
  try {
    const result = await send(job);
    if (!endpoint.readOnly) job.record.outcome = 'applied';
    if (endpoint.quirks.ends === 'viewer') await scope.onTokenEnded?.('invalidated');
    if (endpoint.quirks.ends === 'bearer') await bearer.drop();
    return result;
  } catch (error) {
    recordFailure(job.record, error);
    if (!endpoint.readOnly) job.record.outcome = outcomeOf(error);
    if (error instanceof UpstreamError && error.status === 401) {
      await scope.onUnauthorized?.();
      if (error.code === 'REAUTHENTICATION_REQUIRED') await scope.onTokenEnded?.('revoked');
    }
    // If it is unknown whether a token was invalidated, it is dropped. If the API refused to
    // invalidate it, it is still valid.
    if (endpoint.quirks.ends === 'bearer' && isOutcomeUnknown(error)) await bearer.drop();
    throw error;
  } finally {
    request.pauses.end();
    endCall(job.record);
  }
};

const outcomeOf = (error: unknown): CallRecord['outcome'] => {
  if (isOutcomeUnknown(error)) return 'unknown';
  return error instanceof UpstreamError && error.status !== 429 ? 'rejected' : 'unsent';
};

/**
 * Prepares a call for sending, and records it.
 *
 * Throws InputError for an input or a caller that the endpoint does not accept, and TransportError
 * if the request has no time or no calls left. Such a call is not recorded.
 */
const prepare = (
  { shared, calls, windowedCalls, pauses }: CallRecording,
  { endpoint, input, scope, trace, bearer }: Call,
): Job => {
  const { signal, watch, viewer, isTrusted = false } = scope;
  const proof = shared.authorize(endpoint, { viewer, isTrusted }, bearer);
  const encoded = checkAndEncode(endpoint, input, shared.clock.now());
  refuseBeyondLimits(endpoint, scope, calls.length + 1);
  const connections = shared.connections[hostOf(endpoint)];
  const { path, ids } = encoded;
  const { host } = connections.base;
  const record = newCallRecord(endpoint, { host, path, ids, scope, trace });
  calls.push(record);
  shared.budget.earn();
  const windowed = windowedOf(endpoint, input, viewer);
  windowedCalls.push(windowed);
  return {
    endpoint,
    input,
    encoded,
    ...proof,
    record,
    connections,
    callerKey: scope.callerKey ?? viewer?.key ?? '',
    retryPolicy: retryPolicyOf(endpoint, shared, scope),
    maxBytes: shared.options.maxPageBytes,
    signal,
    watch,
    windows: shared.windows,
    windowed,
    traceparent: scope.traceparentOf?.(record) ?? null,
    onNotice: shared.options.onNotice ?? null,
    rest: pauses.rest,
    beforeSending: trace.beforeSending ?? null,
  };
};
