import { randomUUID } from 'node:crypto';

/** The state of a window: 12 of 300 calls are `{ limit: 300, remaining: 12, resetAt: … }`. */
export interface WindowState {
  /** Null if the API does not report it. */
  limit: number | null;
  /** Counted down with every call. */
  remaining: number;
  /** Milliseconds since 1970 on the API's clock. */
  resetAt: number;
  /** The source: an assumption, a response that described it, or a refusal because of it. */
  readonly from: 'assumed' | 'told' | 'refused';
}

/**
 * A process's request to the call counter of a rate window, which all processes share. It has
 * totals, not changes, so a request whose response was lost does no harm.
 */
export interface ShareRequest {
  /** The name of its share: of one process, in one window. */
  readonly by: string;
  /** The calls of the window that it has made. They count even if they exceed the limit. */
  readonly made: number;
  /** The calls that it wants to hold, and may then make without another request to the counter. */
  readonly want: number;
  /** True if it wants all of them, or else only those that it holds already. */
  readonly isWhole: boolean;
  /** The most calls of the window, as this process knows it. */
  readonly limit: number;
  /** The least number of calls that were made, according to the API. */
  readonly least: number;
  /** The milliseconds until the window ends. */
  readonly ttlMs: number;
  /**
   * True if the API reported the limit and the end. If not, the counter uses the limit that another
   * process reported, and the window ends `ttlMs` after its first call.
   */
  readonly isReported: boolean;
}

/** The calls that the counter granted a process. */
export interface ShareGrant {
  /** The calls that it holds now. */
  readonly holds: number;
  /** The calls that are still free. */
  readonly left: number;
  /** The most calls of the window, as the API reported it to any process. */
  readonly limit: number;
  /** The milliseconds until the window ends. */
  readonly ttlMs: number;
  /** The milliseconds for which it holds the calls, unless it sends another request. */
  readonly leaseMs: number;
}

/**
 * The windows by their keys. `set` keeps a state that the API reported, and publishes it to other
 * processes with the same viewers unless `isPublished` is false.
 */
export interface WindowStore {
  readonly get: (key: string) => WindowState | undefined;
  readonly set: (key: string, state: WindowState, isPublished?: boolean) => void;
  /** Learns what other processes know of a window; null for no wait, absent without others. */
  readonly learn?: (key: string) => Promise<void> | null;
  /**
   * Takes calls from the counter that all processes share; absent if there is no other process.
   * Null if the counter does not answer.
   */
  readonly take?: (key: string, request: ShareRequest) => Promise<ShareGrant | null>;
}

/**
 * Ends that differ by less belong to the same window: resets are whole seconds, so two responses
 * about it may differ by one.
 */
export const sameWindowMs = 2000;

/** The remaining calls of a window that was assumed. Some calls that it counted may still run. */
const leftOf = ({ limit, remaining }: WindowState, assumed: WindowState): number => {
  const taken = (assumed.limit ?? 0) - assumed.remaining;
  return limit === null ? remaining : Math.max(0, Math.min(remaining, limit - taken));
};

/**
 * A window after a response, which replaces an assumed one. Responses arrive in any order: within
 * one window the lowest count is right.
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

/** The share of a process. Milliseconds are those of `performance.now()`. */
export class WindowShare {
  readonly name = randomUUID();
  made = 0;
  /** The calls that may still be made; negative if more were made before the counter answered. */
  available = 0;
  /** True before the first request to the shared counter. */
  isNew = true;
  /** True if calls do not wait: before the first request, and after the share was returned. */
  isIdle = true;
  /** The calls made according to the API, for the next request to the counter. */
  reportedCalls = 0;
  waiting = 0;
  usedAt = 0;
  /** The time of the last request to the counter. */
  requestedAt = 0;
  /** The end of the lease of its calls. */
  heldUntil = 0;
  aloneUntil = 0;
  /** The time before which no request is sent to the counter, because it had no call left. */
  emptyUntil = 0;
  /** The end of the window, in milliseconds since 1970 on the API's clock. */
  resetAt: number;
  pending: Promise<void> | null = null;

  constructor(resetAt: number) {
    this.resetAt = resetAt;
  }
}

/** A window whose limit is known. */
export type CountedState = WindowState & { readonly limit: number };

export interface FoundShare {
  readonly share: WindowShare;
  readonly state: CountedState;
}
