import { randomUUID } from 'node:crypto';
import type { WindowState } from './window-store.ts';

/**
 * The calls of a rate window that this process may make. Milliseconds are those of
 * `performance.now()`.
 */
export interface WindowShare {
  /** Its name at the shared counter. */
  readonly name: string;
  /** The calls that this process has made in the window. */
  made: number;
  /** The calls that may still be made; negative if more were made before the counter answered. */
  available: number;
  /** Whether the shared counter has never been asked. */
  isNew: boolean;
  /**
   * Whether a call is made without waiting: the counter was not asked yet, or the share was given
   * back.
   */
  isIdle: boolean;
  /** How many calls were made according to the API; sent to the counter the next time. */
  reportedCalls: number;
  waiting: number;
  usedAt: number;
  /** When the counter was last asked. */
  askedAt: number;
  /** Until when it holds its calls, on the clock of `performance.now()`. */
  heldUntil: number;
  aloneUntil: number;
  /** Until when the counter is not asked again, because it had no call left. */
  emptyUntil: number;
  /** When the window ends, in milliseconds since 1970 on the API's clock. */
  resetAt: number;
  pending: Promise<void> | null;
}

/** A window whose limit is known. */
export type CountedState = WindowState & { readonly limit: number };

/** A window and the share of it. */
export interface FoundShare {
  readonly share: WindowShare;
  readonly state: CountedState;
}

export const newShare = (resetAt: number): WindowShare => ({
  name: randomUUID(),
  made: 0,
  available: 0,
  isNew: true,
  isIdle: true,
  reportedCalls: 0,
  waiting: 0,
  usedAt: 0,
  askedAt: 0,
  heldUntil: 0,
  aloneUntil: 0,
  emptyUntil: 0,
  resetAt,
  pending: null,
});
