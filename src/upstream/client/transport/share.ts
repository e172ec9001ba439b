import type { WindowState } from './window-store.ts';

/** The calls of a window that a process may make. Milliseconds are those of `performance.now()`. */
export interface WindowShare {
  /** The calls that may be made; below 0, those that were made without asking. */
  own: number;
  /** Whether the count was never asked. */
  isNew: boolean;
  /** Whether a call is made without waiting: nothing was asked yet, or the share was given back. */
  isIdle: boolean;
  /** How many calls the API said were made, for the next question. */
  least: number;
  waiting: number;
  usedAt: number;
  aloneUntil: number;
  /** Until when it is known that nothing is left; 0 where the count did not say so. */
  emptyUntil: number;
  /** When the window ends, in milliseconds since 1970 on the API's clock. */
  resetAt: number;
  asking: Promise<void> | null;
}

/** A window of which the most calls are known. */
export type CountedState = WindowState & { readonly limit: number };

/** A window and the share of it. */
export interface FoundShare {
  readonly share: WindowShare;
  readonly state: CountedState;
}

export const newShare = (resetAt: number): WindowShare => ({
  own: 0,
  isNew: true,
  isIdle: true,
  least: 0,
  waiting: 0,
  usedAt: 0,
  aloneUntil: 0,
  emptyUntil: 0,
  resetAt,
  asking: null,
});
