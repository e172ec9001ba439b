import { tokens } from '../catalogue/areas/tokens.ts';
import type { Endpoint, InputOf } from '../catalogue/language/endpoint.ts';
import type { Values } from '../catalogue/language/values.ts';
import type { CallRecord } from './call-record.ts';
import { createCalls } from './calls.ts';
import { UpstreamError } from './errors.ts';
import { refuseBeyondLimits, windowedOf } from './jobs.ts';
import { refuseUntrusted } from './request/authorization.ts';
import { plainToken } from './request/bearer.ts';
import { checkAndEncode } from './request/check.ts';
import { timeOn } from './request/oauth.ts';
import type { CallResult } from './response/answers.ts';
import type { MakeResult, ResultFile } from './results/entries.ts';
import { createResultReads } from './results/read.ts';
import { refuseWithoutRoom } from './room.ts';
import type { CallScope, RequestScope } from './scope.ts';
import type { Shared } from './shared.ts';
import type { Trace } from './trace.ts';
import { noField } from './trace.ts';
import { createPlacePauses } from './transport/place-pauses.ts';
import type { WindowBudget, WindowedCall } from './transport/windows.ts';
import type { Viewer } from './viewer.ts';

/** The API as one GraphQL request sees it: its viewer, its deadline and its budget of calls. */
export interface Ads {
  readonly viewer: Viewer | null;
  readonly calls: readonly CallRecord[];
  /** The time in milliseconds since 1970 on the API's clock, as its last answer showed it. */
  readonly now: () => number;
  /** What is left of the windows that the calls so far count in. */
  readonly budget: () => readonly WindowBudget[];
  /**
   * Throws InputError before anything is sent, UpstreamError for a refusal, TransportError if no
   * answer can be read.
   */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    trace?: Trace,
  ) => Promise<CallResult>;
  /**
   * Waits until it is known how many of these calls the rate window has left, counted over all
   * processes. Call it before `requireRoom`.
   */
  readonly prepareRoom: (endpoint: Endpoint, input: Values, calls: number) => Promise<void>;
  /**
   * Throws if the request or the rate window has fewer calls left than these; then none is sent.
   * `input` is that of one of them.
   */
  readonly requireRoom: (endpoint: Endpoint, input: Values, calls: number) => void;
  /**
   * Reads the file of a finished job that computes results; `make` turns each entry into what is
   * kept.
   */
  readonly results: <T>(url: string, make: MakeResult<T>, trace?: Trace) => Promise<ResultFile<T>>;
  /** The bearer token of the application, as the value of a parameter. */
  readonly bearerToken: () => Promise<string>;
}

/**
 * The API for one request. Calls that need the application's bearer token get it, and a new one if
 * the API refuses it.
 */
export const createAds = (shared: Shared, given: RequestScope): Ads => {
  const scope = { startedAt: performance.now(), ...given };
  const { viewer, isTrusted = false, isRehearsal = false } = scope;
  const calls: CallRecord[] = [];
  const windowedCalls: WindowedCall[] = [];
  const pauses = createPlacePauses(scope.place ?? null);
  const send = createCalls({ shared, calls, windowedCalls, pauses });
  const caller = { viewer, isTrusted };
  const readBearer = async (): Promise<string> =>
    isRehearsal
      ? 'none'
      : shared.bearer.read(() =>
          send(tokens.createBearerToken, { grant_type: 'client_credentials' }, detached(scope)),
        );
  const callWithBearer = async (endpoint: Endpoint, input: Values, trace: Trace) => {
    checkAndEncode(endpoint, input);
    refuseUntrusted(endpoint, caller);
    const bearer = await readBearer();
    try {
      return await send(endpoint, input, { ...scope, trace, bearer });
    } catch (error) {
      // The API refused the token, so the call had no effect. The token was invalidated elsewhere.
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      await shared.bearer.drop(bearer);
    }
    return send(endpoint, input, { ...scope, trace, bearer: await readBearer() });
  };
  const call: Ads['call'] = (endpoint, input, trace = noField()) =>
    endpoint.auth === 'bearer'
      ? callWithBearer(endpoint, input as Values, trace)
      : send(endpoint, input as Values, { ...scope, trace });
  const bearerToken = async (): Promise<string> => {
    refuseUntrusted(tokens.invalidateBearerToken, caller);
    return plainToken(await readBearer());
  };
  const readResults = createResultReads({ shared, calls, pauses });
  const results: Ads['results'] = (url, make, trace = noField()) =>
    readResults(url, make, { ...scope, trace });
  const requireRoom: Ads['requireRoom'] = (endpoint, input, callCount) => {
    refuseBeyondLimits(endpoint, scope, calls.length + callCount);
    if (isRehearsal) return;
    const { call: timeout } = shared.options.timeouts;
    const timeLeft = Math.min(timeout, scope.deadline - performance.now());
    const call = windowedOf(endpoint, input, viewer);
    refuseWithoutRoom(shared, { endpoint, call, calls: callCount, timeLeft });
  };
  const prepareRoom: Ads['prepareRoom'] = async (endpoint, input, callCount) => {
    if (isRehearsal || calls.length + callCount > scope.maxCalls) return;
    const { windows, clock } = shared;
    await windows.reserve(windowedOf(endpoint, input, viewer), callCount, timeOn(clock));
  };
  const budget = () => shared.windows.budgetOf(windowedCalls, timeOn(shared.clock));
  const { clock } = shared;
  const now = () => Date.now() + (clock.shownOffsetMs ?? clock.offsetMs);
  return { viewer, calls, now, call, prepareRoom, requireRoom, results, bearerToken, budget };
};

const never = new AbortController().signal;

/** The scope of a call that several requests wait for: the end of one of them does not stop it. */
const detached = (scope: CallScope): CallScope => ({
  ...scope,
  signal: never,
  deadline: Number.POSITIVE_INFINITY,
});
