import type { Endpoint } from '../catalogue/language/endpoint.ts';
import { lowerId } from '../catalogue/language/identifiers.ts';
import type { Values } from '../catalogue/language/values.ts';
import { windowsOf } from '../catalogue/rate-windows.ts';
import { TransportError } from './errors.ts';
import { timeOn } from './request/oauth.ts';
import type { RequestScope, Viewer } from './scope.ts';
import type { Shared } from './shared.ts';
import { type WindowedCall, withoutRoom } from './transport/rate-windows.ts';
import type { RetryPolicy } from './transport/retries.ts';

/** A call and its windows: viewer `k` and account `AB1` are `k user:…` and `k account:…:ab1`. */
export const windowedOf = (
  endpoint: Endpoint,
  input: Values,
  viewer: Viewer | null,
): WindowedCall => {
  const { standard, counted } = windowsOf(endpoint);
  const window = input['with_total_count'] === true ? counted : standard;
  // Calls that the application itself signs count for the application, and the sandbox counts
  // separately.
  const key = `${endpoint.host} ${endpoint.auth === 'viewer' ? (viewer?.key ?? '') : ''}`;
  const id = input['account_id'];
  const accountId = typeof id === 'string' ? id : null;
  const accountKey =
    accountId === null ? null : `${key} ${window.accountScope}:${lowerId(accountId)}`;
  return { window, userKey: `${key} ${window.userScope}`, accountKey, accountId };
};

/** Throws TransportError if a request has no time for a call, or would make too many calls. */
export const refuseBeyondLimits = (
  endpoint: Endpoint,
  scope: RequestScope,
  calls: number,
): void => {
  if (scope.signal.aborted || performance.now() >= scope.deadline) {
    throw new TransportError('OPERATION_TIMEOUT', endpoint.name, 'there is no time left', {
      sent: false,
    });
  }
  if (calls > scope.maxCalls) {
    const reason = `the request would make more than ${scope.maxCalls} upstream calls`;
    throw new TransportError('UPSTREAM_CALL_LIMIT', endpoint.name, reason, { sent: false });
  }
};

/** Throws TransportError if calls are only rehearsed, or for a write if only reads are sent. */
export const refuseRehearsal = (
  { name, readOnly }: Endpoint,
  { isRehearsal, isReadOnly }: RequestScope,
): void => {
  if (isRehearsal !== true && (readOnly || isReadOnly !== true)) return;
  throw new TransportError('UPSTREAM_UNAVAILABLE', name, rehearsal, { sent: false });
};

const rehearsal = 'a rehearsal sends nothing';

/** True if a call failed only because it was rehearsed: it passed every check. */
export const isRehearsed = (error: unknown): boolean =>
  error instanceof TransportError && error.reason === rehearsal;

/** The attempts that a call may make, and their deadline. */
export const retryPolicyOf = (
  endpoint: Endpoint,
  shared: Shared,
  scope: RequestScope,
): RetryPolicy => {
  const { timeouts, readRetries } = shared.options;
  const isLong = endpoint.body === 'operations' || endpoint.body === 'multipart';
  const timeout = isLong ? timeouts.batch : timeouts.call;
  return {
    isRead: endpoint.readOnly || endpoint.quirks.isRepeatable === true,
    deadline: Math.min(scope.deadline, performance.now() + timeout),
    maxRetries: readRetries,
    budget: shared.budget,
    pace: shared.pace,
    clock: shared.clock,
  };
};

/** Calls that are made together: an example of them, and their number. */
interface RoomRequest {
  readonly endpoint: Endpoint;
  readonly input: Values;
  readonly calls: number;
}

/**
 * Throws UpstreamError if the rate window has fewer calls left than are made together: a part of
 * them would be useless. If the calls can wait for the next window, does nothing.
 */
export const refuseWithoutRoom = (
  { windows, clock, options: { timeouts } }: Shared,
  { viewer, deadline }: RequestScope,
  { endpoint, input, calls }: RoomRequest,
): void => {
  const now = timeOn(clock);
  const timeLeft = Math.min(timeouts.call, deadline - performance.now());
  const room = windows.room(windowedOf(endpoint, input, viewer), now);
  if (room === null || room.left >= calls || room.resetAt - now < timeLeft) return;
  const { left, ...window } = room;
  const needed = calls === 1 ? '1 call is' : `${calls} calls are`;
  throw withoutRoom(endpoint, `${needed} needed and the rate window has ${left} left`, {
    ...window,
    now,
    callsNeeded: calls,
    callsLeft: left,
  });
};
