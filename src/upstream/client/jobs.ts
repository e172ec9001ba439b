import type { Endpoint } from '../catalogue/language/endpoint.ts';
import { hostOf } from '../catalogue/language/endpoint.ts';
import type { Values } from '../catalogue/language/values.ts';
import { windowsOf } from '../catalogue/windows.ts';
import type { CallRecord } from './call-record.ts';
import { newCallRecord } from './call-record.ts';
import { TransportError } from './errors.ts';
import { memoize } from './memoize.ts';
import { checkAndEncode } from './request/check.ts';
import type { CallScope, RequestScope } from './scope.ts';
import type { Shared } from './shared.ts';
import type { PlacePauses } from './transport/place-pauses.ts';
import type { RetryPolicy } from './transport/retries.ts';
import type { Job } from './transport/send.ts';
import { watchSignal } from './transport/watch.ts';
import type { WindowedCall } from './transport/windows.ts';
import { windowedCall } from './transport/windows.ts';
import type { Viewer } from './viewer.ts';

/** What the calls of a request are recorded in. */
export interface Recording {
  readonly shared: Shared;
  readonly calls: CallRecord[];
  readonly windowedCalls: WindowedCall[];
  readonly pauses: PlacePauses;
}

type PrepareJob = (endpoint: Endpoint, input: Values, scope: CallScope) => Job;

/**
 * Prepares calls for sending, and records them.
 *
 * Throws InputError for an input or a caller that the endpoint does not accept, and TransportError
 * if the request has no time or no calls left. Such a call is not recorded.
 */
export const createJobs = ({ shared, calls, windowedCalls, pauses }: Recording): PrepareJob => {
  const watchOf = memoize(watchSignal);
  return (endpoint, input, scope) => {
    const { signal, viewer, isTrusted = false, bearer = null } = scope;
    const proof = shared.authorize(endpoint, { viewer, isTrusted }, bearer);
    const encoded = checkAndEncode(endpoint, input);
    refuseBeyondLimits(endpoint, scope, calls.length + 1);
    const connections = shared.connections[hostOf(endpoint)];
    const { path, ids } = encoded;
    const record = newCallRecord(endpoint, { host: connections.base.host, path, ids }, scope);
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
      watch: watchOf(signal),
      windows: shared.windows,
      windowed,
      traceparent: scope.traceparentOf?.(record) ?? null,
      rest: pauses.rest,
    };
  };
};

/** A call and its rate windows. */
export const windowedOf = (
  endpoint: Endpoint,
  input: Values,
  viewer: Viewer | null,
): WindowedCall => {
  const { standard, counted } = windowsOf(endpoint);
  const accountId = input['account_id'];
  return windowedCall(
    input['with_total_count'] === true ? counted : standard,
    // Calls that the application itself signs count for the application, and the sandbox counts
    // separately.
    `${endpoint.host} ${endpoint.auth === 'viewer' ? (viewer?.key ?? '') : ''}`,
    typeof accountId === 'string' ? accountId : null,
  );
};

const retryPolicyOf = (endpoint: Endpoint, shared: Shared, scope: RequestScope): RetryPolicy => {
  const { timeouts, readRetries } = shared.options;
  const isLong = endpoint.body === 'operations' || endpoint.body === 'multipart';
  const timeout = isLong ? timeouts.batch : timeouts.call;
  return {
    isRead: endpoint.readOnly || endpoint.isRepeatable,
    deadline: Math.min(scope.deadline, performance.now() + timeout),
    maxRetries: readRetries,
    budget: shared.budget,
    clock: shared.clock,
  };
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
