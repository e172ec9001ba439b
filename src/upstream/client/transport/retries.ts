import { setTimeout as sleep } from 'node:timers/promises';
import type { Headers } from '../answer/rate-limit.ts';
import { headerOf, retryAfterMs } from '../answer/rate-limit.ts';
import type { UpstreamError } from '../errors.ts';
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
export interface Terms {
  readonly isRead: boolean;
  readonly deadline: number;
  readonly maxRetries: number;
  readonly budget: RetryBudget;
  readonly clock: Clock;
}

/** What a call has already used of what it is allowed. */
export interface Spent {
  retries: number;
  unsent: number;
  replaced: boolean;
  waited: boolean;
  unlocked: boolean;
  /** The clock's offset before this call changed it; null where it has not. */
  offsetBefore: number | null;
  /** The clock's offset when the latest attempt was signed. */
  signedOffset: number;
}

export const nothingSpent = (): Spent => ({
  retries: 0,
  unsent: 0,
  replaced: false,
  waited: false,
  unlocked: false,
  offsetBefore: null,
  signedOffset: 0,
});

const firstBackoffMs = 100;
const maxUnsentRetries = 2;
const maxJitterMs = 500;
const lockMs = 1000;
const skewMs = 30_000;

const backoff = (attempt: number): number => Math.random() * firstBackoffMs * 2 ** attempt;

const timeLeft = ({ deadline }: Terms): number => deadline - performance.now();

const retried = (terms: Terms, spent: Spent, least: number): number | null => {
  const wait = Math.max(least, backoff(spent.retries));
  if (spent.retries >= terms.maxRetries || wait >= timeLeft(terms)) return null;
  if (!terms.budget.spend()) return null;
  spent.retries += 1;
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
export const afterLoss = (loss: Loss, terms: Terms, spent: Spent): number | null => {
  if (hopeless.has(loss.kind)) return null;
  if (terms.isRead) {
    if (!loss.stale || spent.replaced) return retried(terms, spent, 0);
    spent.replaced = true;
    return 0;
  }
  // A write goes out again only on proof that nothing of it left.
  if (loss.sent || spent.unsent >= maxUnsentRetries) return null;
  const wait = backoff(spent.unsent);
  spent.unsent += 1;
  return wait < timeLeft(terms) ? wait : null;
};

/** The same after an answer that could not be read. */
export const afterGarbage = (terms: Terms, spent: Spent): number | null =>
  terms.isRead && spent.retries === 0 ? retried(terms, spent, 0) : null;

/** The same after a refusal, which the API has not carried out. */
export const afterRefusal = (
  error: UpstreamError,
  headers: Headers,
  [terms, spent]: readonly [Terms, Spent],
): number | null => {
  if (error.status === 401) return resigned(error, headers, [terms, spent]);
  if (error.rateLimit !== null) return waited(error.rateLimit.resetAt, terms, spent);
  if (terms.isRead) {
    const now = Date.now() + terms.clock.offsetMs;
    return error.retryable ? retried(terms, spent, retryAfterMs(headers, now) ?? 0) : null;
  }
  if (error.status !== 423 || spent.unlocked || lockMs >= timeLeft(terms)) return null;
  spent.unlocked = true;
  return lockMs;
};

const waited = (resetAt: string, terms: Terms, spent: Spent): number | null => {
  const wait = Math.max(0, Date.parse(resetAt) - Date.now() - terms.clock.offsetMs);
  const left = timeLeft(terms);
  if (spent.waited || wait >= left) return null;
  spent.waited = true;
  return wait + Math.random() * Math.min(maxJitterMs, left - wait);
};

// A wrong signature (32) and a revoked token (89) stay what they are, whatever the time.
const timeless: ReadonlySet<string | undefined> = new Set(['32', '89']);

/** Learns how far our clock is off from the answer that refused the timestamp, and allows one more signature. */
const resigned = (
  error: UpstreamError,
  headers: Headers,
  [{ clock }, spent]: readonly [Terms, Spent],
): number | null => {
  if (spent.offsetBefore !== null) {
    // It was not the time after all.
    clock.offsetMs = spent.offsetBefore;
    return null;
  }
  const offset = Date.parse(headerOf(headers, 'date') ?? '') - Date.now();
  const isOff = Math.abs(offset - spent.signedOffset) > skewMs;
  if (!isOff || timeless.has(error.problems[0]?.code)) return null;
  spent.offsetBefore = clock.offsetMs;
  clock.offsetMs = offset;
  return 0;
};

/** Waits, unless the caller leaves: then it returns at once and says false. */
export const pause = async (ms: number, signal: AbortSignal): Promise<boolean> => {
  if (signal.aborted) return false;
  if (ms === 0) return true;
  return sleep(ms, true, { signal }).catch(() => false);
};
