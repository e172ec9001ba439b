import type { ChosenAccounts } from './request/chosen-accounts.ts';
import type { CallRecord } from './trace.ts';
import type { Watch } from './transport/upstream-exchange.ts';

/** The user that a request acts for. It holds tokens, so it must never be printed. */
export interface Viewer {
  /** Separates the work and the results of different viewers; never shown. */
  readonly key: string;
  readonly token: string;
  readonly tokenSecret: string;
  readonly userId: string | null;
  readonly screenName: string | null;
  /** True for the application's owner, whose token is lent; false for a signed-in user. */
  readonly isOwnerToken: boolean;
}

/** The context of a request. `startedAt` and `deadline` are milliseconds of `performance.now()`. */
export interface RequestScope {
  readonly startedAt?: number;
  readonly viewer: Viewer | null;
  /** The caller in whose turn calls are sent if connections are scarce; by default the viewer. */
  readonly callerKey?: string;
  readonly deadline: number;
  /** The most upstream calls that the request may make; retries of a call do not count. */
  readonly maxCalls: number;
  readonly signal: AbortSignal;
  /** True if calls are checked and recorded, but not sent: each fails as unsent. */
  readonly isRehearsal?: boolean;
  /** True if only calls that change nothing are sent: others fail as unsent. */
  readonly isReadOnly?: boolean;
  /** True if the caller may act for the application itself; false by default. */
  readonly isTrusted?: boolean;
  /** The only accounts that it may touch; by default all accounts of the viewer. */
  readonly accounts?: ChosenAccounts | undefined;
  /** Called before each call. If it rejects, the call fails with that error, unsent. */
  readonly admitCall?: (() => Promise<void>) | undefined;
  /**
   * Called when the viewer's token is no longer valid: the API refused it (`revoked`), or the
   * viewer ended it (`invalidated`). The result of the call waits for this.
   */
  readonly onTokenEnded?: ((cause: 'revoked' | 'invalidated') => Promise<void>) | null;
  /** Called when the API responds to a call with 401. The result of the call waits for this. */
  readonly onUnauthorized?: () => Promise<void>;
  /** The place that this request holds. Others may use it while the request waits to retry. */
  readonly place?: Pausable | null;
  /** The `traceparent` of a call, called once for each; by default none is sent. */
  readonly traceparentOf?: ((call: CallRecord) => string) | null;
  /** Called when a call or an attempt begins or ends. */
  readonly onCall?: () => void;
}

export interface CallScope extends RequestScope {
  readonly startedAt: number;
  /** Watches `signal`. */
  readonly watch: Watch;
}

/** The place of a request, which others may use while the request only waits to retry. */
export interface Pausable {
  readonly pause: () => void;
  readonly resume: () => void;
}
