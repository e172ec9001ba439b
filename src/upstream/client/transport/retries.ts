import type { RateLimit, UpstreamError } from '../errors.ts';
import type { Pace } from '../pace.ts';
import { type Clock, timeOn } from '../request/oauth.ts';
import { type Headers, headerOf, retryAfterMs } from '../response/headers.ts';
import type { Pausable } from '../scope.ts';
import type { Loss } from './upstream-exchange.ts';

/**
 * Limits the retries of all calls to a share of the first attempts, so that they add little load to
 * an API that fails. With a ratio of 0.1, 100 calls allow 10 retries.
 */
export interface RetryBudget {
  /** Counts a first attempt. */
  readonly earn: () => void;
  /** Takes one retry; false if none is left. */
  readonly spend: () => boolean;
}

const allowance = 20;
const maxTokens = 100;

/** A budget of 20 retries, up to 100: each call earns `ratio`, each second 1. 0 allows none. */
export const createRetryBudget = (ratio: number): RetryBudget => {
  let tokens = ratio > 0 ? allowance : 0;
  let earnedAt = performance.now();
  const earn = (amount: number): void => {
    tokens = Math.min(maxTokens, tokens + amount);
  };
  return {
    earn: () => earn(ratio),
    spend: () => {
      const now = performance.now();
      // A share of few calls is less than one, and one retry a second does no harm.
      if (ratio > 0) earn((now - earnedAt) / 1000);
      earnedAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
};

/** The attempts that a call may make, and their deadline. */
export interface RetryPolicy {
  readonly isRead: boolean;
  /** Milliseconds of `performance.now()`. */
  readonly deadline: number;
  readonly maxRetries: number;
  readonly budget: RetryBudget;
  readonly clock: Clock;
  readonly pace: Pace;
}

/** The attempts that a call has made. */
export class RetryState {
  readonly policy: RetryPolicy;
  retries = 0;
  /** The attempts of a write that sent nothing. */
  unsent = 0;
  /** True if it was sent again because a reused connection was cut. */
  replaced = false;
  /** The reset of the rate window for which it has waited; null if it has not waited. */
  awaitedReset: string | null = null;
  /** True if it has waited for a locked entity (423). */
  waitedForLock = false;
  /** The error of the latest attempt; null before an attempt has failed. */
  last: Error | null = null;
  /** The clock's offset before this call changed it; null if it has not. */
  offsetBefore: number | null = null;
  /** The clock's offset when the latest attempt was signed. */
  signedOffset = 0;

  constructor(policy: RetryPolicy) {
    this.policy = policy;
  }
}

const firstBackoffMs = 100;
const maxUnsentRetries = 2;
const maxJitterMs = 500;
const lockMs = 1000;
const skewMs = 30_000;

/** Full jitter: 0 to 100 ms before the first retry, 0 to 400 ms before the third. */
const backoff = (attempt: number): number => Math.random() * firstBackoffMs * 2 ** attempt;

const timeLeft = ({ deadline }: RetryPolicy): number => deadline - performance.now();

const waitForRetry = (state: RetryState, least: number): number | null => {
  const { policy, retries } = state;
  const wait = Math.max(least, backoff(retries));
  if (retries >= policy.maxRetries || wait >= timeLeft(policy)) return null;
  if (!policy.budget.spend()) return null;
  state.retries += 1;
  return wait;
};

const persistentLosses: ReadonlySet<Loss['kind']> = new Set([
  'certificate',
  'protocol',
  'oversize',
  'deadline',
  'cancelled',
]);

/** Milliseconds to wait before another attempt after a loss; null if none is allowed. */
export const afterLoss = (loss: Loss, state: RetryState): number | null => {
  if (persistentLosses.has(loss.kind)) return null;
  if (state.policy.isRead) {
    if (!loss.stale || state.replaced) return waitForRetry(state, 0);
    state.replaced = true;
    return 0;
  }
  // A write is sent again only if nothing of it was sent before.
  if (loss.sent || state.unsent >= maxUnsentRetries) return null;
  const wait = backoff(state.unsent);
  state.unsent += 1;
  return wait < timeLeft(state.policy) ? wait : null;
};

/** The same after a JSON body that is incomplete. */
export const afterGarbage = (state: RetryState): number | null =>
  state.policy.isRead && state.retries === 0 ? waitForRetry(state, 0) : null;

/** The same after a refusal. */
export const afterRefusal = (
  error: UpstreamError,
  headers: Headers,
  state: RetryState,
): number | null => {
  if (error.status === 401) return signAgain(error, headers, state);
  if (error.rateLimit !== null) return afterWindow(error.rateLimit, state);
  if (state.policy.isRead) {
    if (!error.retryable) return null;
    const least = retryAfterMs(headers, timeOn(state.policy.clock)) ?? 0;
    return waitForRetry(state, least);
  }
  if (error.status !== 423 || state.waitedForLock || lockMs >= timeLeft(state.policy)) return null;
  state.waitedForLock = true;
  return lockMs;
};

/**
 * Milliseconds until the window's reset, plus up to 500 ms at random. Null if that is after the
 * deadline, or if the call has waited for a window before. A timer that fires before the reset
 * waits again.
 */
const afterWindow = ({ resetAt }: RateLimit, state: RetryState): number | null => {
  const wait = Math.max(0, Date.parse(resetAt) - timeOn(state.policy.clock));
  const left = timeLeft(state.policy);
  const isSecond = state.awaitedReset !== null;
  const isEarly = state.awaitedReset === resetAt && wait > 0;
  if ((isSecond && !isEarly) || wait >= left) return null;
  state.awaitedReset = resetAt;
  return wait + Math.random() * Math.min(maxJitterMs, left - wait);
};

// A wrong signature (32) and a revoked token (89) are refused whatever the timestamp.
const refusedAtAnyTime: ReadonlySet<string | undefined> = new Set(['32', '89']);

/** Sets the clock by the `date` header if it is 30 s wrong, and allows one more attempt. */
const signAgain = (error: UpstreamError, headers: Headers, state: RetryState): number | null => {
  const { clock } = state.policy;
  if (state.offsetBefore !== null) {
    // The clock was not the cause.
    clock.offsetMs = state.offsetBefore;
    return null;
  }
  const offset = Date.parse(headerOf(headers, 'date') ?? '') - clock.now();
  const isOff = Math.abs(offset - state.signedOffset) > skewMs;
  if (!isOff || refusedAtAnyTime.has(error.problems[0]?.code)) return null;
  state.offsetBefore = clock.offsetMs;
  clock.offsetMs = offset;
  return 0;
};

/** Waits, then returns true; returns false at once when the caller leaves. */
export const pause = async (
  { pace }: Pick<RetryPolicy, 'pace'>,
  ms: number,
  signal: AbortSignal,
): Promise<boolean> => {
  if (signal.aborted) return false;
  if (ms === 0) return true;
  return pace.pause(ms, signal).then(
    () => true,
    () => false,
  );
};

/** Pauses the place of a request while all of its running calls wait to retry. */
export interface PlacePauses {
  /** Begins and ends a call; its waits end before it. */
  readonly begin: () => void;
  readonly end: () => void;
  /** Waits as a part of such a call. */
  readonly rest: <T>(wait: Promise<T>) => Promise<T>;
}

export const createPlacePauses = (place: Pausable | null): PlacePauses => {
  let calls = 0;
  let waiting = 0;
  const isIdle = (): boolean => waiting > 0 && waiting === calls;
  const change = (call: number, wait: number): void => {
    const wasIdle = isIdle();
    calls += call;
    waiting += wait;
    if (wasIdle === isIdle()) return;
    if (wasIdle) place?.resume();
    else place?.pause();
  };
  return {
    begin: () => change(1, 0),
    end: () => change(-1, 0),
    rest: async (wait) => {
      change(0, 1);
      try {
        return await wait;
      } finally {
        change(0, -1);
      }
    },
  };
};
