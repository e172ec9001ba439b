import { randomUUID } from 'node:crypto';

/**
 * What is known of a rate window: 12 of 300 calls until 10:15 are `{ limit: 300, remaining: 12,
 * resetAt: … }`.
 */
export interface WindowState {
  /** Null if the API does not say. */
  limit: number | null;
  /** Counted down with every call. */
  remaining: number;
  /** Milliseconds since 1970 on the API's clock. */
  resetAt: number;
  /** Whether it is assumed, a response described it, or a call was refused because of it. */
  readonly from: 'assumed' | 'told' | 'refused';
}

/**
 * A process's request to the call counter of a rate window, which all processes share. It says
 * where the process stands, so a request whose response was lost does no harm.
 */
export interface WindowAsk {
  /** The name of its share: of one process, in one window. */
  readonly by: string;
  /** How many calls of the window it has made. They count even if they exceed the limit. */
  readonly made: number;
  /** How many calls it wants to hold, so that it may make them without asking. */
  readonly want: number;
  /** Whether it wants all of them, or else no more than it holds. */
  readonly isWhole: boolean;
  /** The most calls of the window, as this process knows it. */
  readonly limit: number;
  /** The least number of calls that were made, as the API said. */
  readonly least: number;
  /** The milliseconds until the window ends. */
  readonly ttlMs: number;
  /**
   * Whether the API said the limit and the end. If not, the counter uses the limit that another
   * process was told, and the window ends `ttlMs` after its first call.
   */
  readonly isReported: boolean;
}

/** What a process was granted of a count. */
export interface WindowGrant {
  /** How many calls it holds now. */
  readonly holds: number;
  /** How many calls are still free. */
  readonly left: number;
  /** The most calls of the window, as any process was told. */
  readonly limit: number;
  /** The milliseconds until the window ends. */
  readonly ttlMs: number;
  /** For how long it holds the calls unless it asks again, in milliseconds. */
  readonly leaseMs: number;
}

/**
 * The windows by their keys. `set` keeps what the API said, and tells other processes with the same
 * viewers unless `isTold` is false.
 */
export interface WindowStore {
  readonly get: (key: string) => WindowState | undefined;
  readonly set: (key: string, state: WindowState, isTold?: boolean) => void;
  /**
   * Learns of a window what other processes know; null if there is nothing to wait for. Absent if
   * there is no other process.
   */
  readonly learn?: (key: string) => Promise<void> | null;
  /**
   * Takes calls from the counter that all processes share; absent if there is no other process.
   * Null if the counter does not answer.
   */
  readonly take?: (key: string, ask: WindowAsk) => Promise<WindowGrant | null>;
}

/**
 * Ends that differ by less belong to the same window: resets are whole seconds, so two answers
 * about it may differ by one.
 */
export const sameWindowMs = 2000;

/**
 * What is left of a window that was assumed. Some of the calls that it counted may not have been
 * answered yet.
 */
const leftOf = ({ limit, remaining }: WindowState, assumed: WindowState): number => {
  const taken = (assumed.limit ?? 0) - assumed.remaining;
  return limit === null ? remaining : Math.max(0, Math.min(remaining, limit - taken));
};

/**
 * A window after a response, which replaces an assumed one. Answers arrive in any order: within one
 * window the lowest count is right.
 */
export const after = (known: WindowState | undefined, reported: WindowState): WindowState => {
  if (known === undefined || reported.resetAt > known.resetAt + sameWindowMs) return reported;
  // A response from before the refusal must not open the window again.
  if (known.from === 'refused') return known;
  if (known.from === 'assumed') return { ...reported, remaining: leftOf(reported, known) };
  const isSame = reported.resetAt > known.resetAt - sameWindowMs;
  const remaining = isSame ? Math.min(known.remaining, reported.remaining) : reported.remaining;
  const isNew = !isSame || remaining < known.remaining || known.limit !== reported.limit;
  return isNew ? { ...reported, remaining } : known;
};

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
