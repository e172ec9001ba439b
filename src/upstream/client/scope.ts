import type { CallRecord } from './call-record.ts';
import type { Trace } from './trace.ts';
import type { Pausable } from './transport/place-pauses.ts';
import type { Viewer } from './viewer.ts';

/** The context of a request. `startedAt` and `deadline` are milliseconds of `performance.now()`. */
export interface RequestScope {
  readonly startedAt?: number;
  readonly viewer: Viewer | null;
  /**
   * The caller in whose turn calls are sent while connections are scarce; by default the viewer.
   */
  readonly callerKey?: string;
  readonly deadline: number;
  /** The most upstream calls that the request may make; retries of a call do not count. */
  readonly maxCalls: number;
  readonly signal: AbortSignal;
  /** True if calls are checked and recorded, but not sent: each fails as unsent. */
  readonly isRehearsal?: boolean;
  /** Whether the caller may act for the application itself; false by default. */
  readonly isTrusted?: boolean;
  /**
   * Called when the viewer's token is no longer valid: the API refused it (`revoked`), or the
   * viewer ended it (`invalidated`). The call waits for this before it is answered.
   */
  readonly onTokenEnded?: (cause: 'revoked' | 'invalidated') => Promise<void>;
  /** Called when the API answers a call with 401. The call waits for this before it is answered. */
  readonly onUnauthorized?: () => Promise<void>;
  /** The place that this request holds. Others may use it while the request waits to retry. */
  readonly place?: Pausable;
  /** The `traceparent` of a call, called once for each; by default none is sent. */
  readonly traceparentOf?: (call: CallRecord) => string;
}

/** The scope of one call, with the application's bearer token that was read for it. */
export interface CallScope extends RequestScope {
  readonly startedAt: number;
  readonly trace?: Trace;
  readonly bearer?: string;
}
