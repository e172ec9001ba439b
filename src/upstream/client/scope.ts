import type { CallRecord } from './call-record.ts';
import type { Trace } from './trace.ts';
import type { Pausable } from './transport/rests.ts';
import type { Viewer } from './viewer.ts';

/**
 * What a request brings along. `startedAt` and `deadline` are milliseconds of `performance.now()`.
 */
export interface RequestScope {
  readonly startedAt?: number;
  readonly viewer: Viewer | null;
  /** In whose turn calls are sent while connections are scarce: the viewer's unless given. */
  readonly who?: string;
  readonly deadline: number;
  /** The most upstream calls that the request may make; retries of a call do not count. */
  readonly maxCalls: number;
  readonly signal: AbortSignal;
  /** True if calls are checked and recorded, and none is sent: each fails as unsent. */
  readonly isRehearsal?: boolean;
  /** Whether the caller may act for the application itself; false unless given. */
  readonly isTrusted?: boolean;
  /**
   * Called when the viewer's token is no longer valid: the API refused it (`revoked`), or the
   * viewer ended it (`invalidated`). The call waits for this before it is answered.
   */
  readonly onTokenEnded?: (cause: 'revoked' | 'invalidated') => Promise<void>;
  /** What others may have while the request only waits until it may try again. */
  readonly place?: Pausable;
  /** The `traceparent` of a call, asked once for each; none is sent unless given. */
  readonly traceparentOf?: (call: CallRecord) => string;
}

/** The scope of one call, with the application's bearer token that was read for it. */
export interface CallScope extends RequestScope {
  readonly startedAt: number;
  readonly trace?: Trace;
  readonly bearer?: string;
}
