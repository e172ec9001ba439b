import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from '../answer/rate-limit.ts';
import { headerOf, retryAfterMs } from '../answer/rate-limit.ts';
import type { RateLimit, UpstreamError } from '../errors.ts';
import type { Clock } from '../request/oauth.ts';
import type { Loss } from './exchange.ts';

/** Keeps retries of all calls to a share of first attempts, so that they never add much to a load that already fails. */
export interface RetryBudget {
  readonly earn: () => void;
  readonly spend: () => boolean;
}

const allowance = 20;
const mostSaved = 100;

/** A budget that earns `ratio` for every first attempt and a retry a second, beyond a small allowance. */
export const createRetryBudget = (ratio: number): RetryBudget => {
  let tokens = ratio > 0 ? allowance : 0;
  let earnedAt = performance.now();
  const earn = (amount: number): void => {
    tokens = Math.min(mostSaved, tokens + amount);
  };
  return {
    earn: () => earn(ratio),
    spend: () => {
      const now = performance.now();
      // Where calls are few, a share of them is nothing; a retry a second harms nobody.
      if (ratio > 0) earn((now - earnedAt) / 1000);
      earnedAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
};

/** What decides about another attempt of a call. */
export interface RetryPolicy {
  readonly isRead: boolean;
  readonly deadline: number;
  readonly maxRetries: number;
  readonly budget: RetryBudget;
  readonly clock: Clock;
}

/** What a call has already used of what it is allowed. */
export interface RetryState {
  retries: number;
  unsent: number;
  replaced: boolean;
  waited: boolean;
  unlocked: boolean;
  /** Why the latest attempt failed; null before one has. */
  last: Error | null;
  /** The clock's offset before this call changed it; null where it has not. */
  offsetBefore: number | null;
  /** The clock's offset when the latest attempt was signed. */
  signedOffset: number;
}

export const newRetryState = (): RetryState => ({
  retries: 0,
  unsent: 0,
  replaced: false,
  waited: false,
  unlocked: false,
  last: null,
  offsetBefore: null,
  signedOffset: 0,
});

const firstBackoffMs = 100;
const maxUnsentRetries = 2;
const maxJitterMs = 500;
const lockMs = 1000;
const skewMs = 30_000;

const backoff = (attempt: number): number => Math.random() * firstBackoffMs * 2 ** attempt;

const timeLeft = ({ deadline }: RetryPolicy): number => deadline - performance.now();

const retried = (
  retryPolicy: RetryPolicy,
  retryState: RetryState,
  least: number,
): number | null => {
  const wait = Math.max(least, backoff(retryState.retries));
  if (retryState.retries >= retryPolicy.maxRetries || wait >= timeLeft(retryPolicy)) return null;
  if (!retryPolicy.budget.spend()) return null;
  retryState.retries += 1;
  return wait;
};

const hopeless: ReadonlySet<Loss['kind']> = new Set([
  'certificate',
  'protocol',
  'oversize',
  'deadline',
  'cancelled',
]);

/** How long to wait before asking again after a loss; null where asking again is not allowed or pointless. */
export const afterLoss = (
  loss: Loss,
  retryPolicy: RetryPolicy,
  retryState: RetryState,
): number | null => {
  if (hopeless.has(loss.kind)) return null;
  if (retryPolicy.isRead) {
    if (!loss.stale || retryState.replaced) return retried(retryPolicy, retryState, 0);
    retryState.replaced = true;
    return 0;
  }
  // A write goes out again only on proof that nothing of it left.
  if (loss.sent || retryState.unsent >= maxUnsentRetries) return null;
  const wait = backoff(retryState.unsent);
  retryState.unsent += 1;
  return wait < timeLeft(retryPolicy) ? wait : null;
};

/** The same after an answer that could not be read. */
export const afterGarbage = (retryPolicy: RetryPolicy, retryState: RetryState): number | null =>
  retryPolicy.isRead && retryState.retries === 0 ? retried(retryPolicy, retryState, 0) : null;

/** The same after a refusal, which the API has not carried out. */
export const afterRefusal = (
  error: UpstreamError,
  headers: Headers,
  [retryPolicy, retryState]: readonly [RetryPolicy, RetryState],
): number | null => {
  if (error.status === 401) return signAgain(error, headers, [retryPolicy, retryState]);
  if (error.rateLimit !== null) return afterWindow(error.rateLimit, retryPolicy, retryState);
  if (retryPolicy.isRead) {
    const now = Date.now() + retryPolicy.clock.offsetMs;
    return error.retryable
      ? retried(retryPolicy, retryState, retryAfterMs(headers, now) ?? 0)
      : null;
  }
  if (error.status !== 423 || retryState.unlocked || lockMs >= timeLeft(retryPolicy)) return null;
  retryState.unlocked = true;
  return lockMs;
};

/** How long to wait for a window to open; null where that is too long, or was waited for already. */
export const afterWindow = (
  { resetAt }: RateLimit,
  retryPolicy: RetryPolicy,
  retryState: RetryState,
): number | null => {
  const wait = Math.max(0, Date.parse(resetAt) - Date.now() - retryPolicy.clock.offsetMs);
  const left = timeLeft(retryPolicy);
  if (retryState.waited || wait >= left) return null;
  retryState.waited = true;
  return wait + Math.random() * Math.min(maxJitterMs, left - wait);
};

// A wrong signature (32) and a revoked token (89) stay what they are, whatever the time.
const timeless: ReadonlySet<string | undefined> = new Set(['32', '89']);

/** Learns how far our clock is off from the answer that refused the timestamp, and allows one more signature. */
const signAgain = (
  error: UpstreamError,
  headers: Headers,
  [{ clock }, retryState]: readonly [RetryPolicy, RetryState],
): number | null => {
  if (retryState.offsetBefore !== null) {
    // It was not the time after all.
    clock.offsetMs = retryState.offsetBefore;
    return null;
  }
  const offset = Date.parse(headerOf(headers, 'date') ?? '') - Date.now();
  const isOff = Math.abs(offset - retryState.signedOffset) > skewMs;
  if (!isOff || timeless.has(error.problems[0]?.code)) return null;
  retryState.offsetBefore = clock.offsetMs;
  clock.offsetMs = offset;
  return 0;
};

/** Waits, unless the caller leaves: then it returns at once and says false. */
export const pause = async (ms: number, signal: AbortSignal): Promise<boolean> => {
  if (signal.aborted) return false;
  if (ms === 0) return true;
  return sleep(ms, true, { signal }).catch(() => false);
};
