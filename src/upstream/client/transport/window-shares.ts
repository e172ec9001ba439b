import { LRUCache } from 'lru-cache';
import type { Without } from '../../catalogue/without.ts';
import type {
  CountedState,
  FoundShare,
  ShareGrant,
  ShareRequest,
  WindowState,
  WindowStore,
} from './window-store.ts';
import { sameWindowMs, WindowShare } from './window-store.ts';

const maxShares = 20_000;
// A share is this part of the free calls: 1/16.
const sharesPerWindow = 16;
// While the counter does not answer, a process counts alone.
const aloneMs = 1000;
// A share that is not used for this long is returned.
const idleMs = 1000;
const sweepMs = 500;
// If other processes have used a window up, the next request to the counter waits this long.
const retryEmptyMs = 1000;

const shareSize = (callsLeft: number): number =>
  Math.max(1, Math.floor(callsLeft / sharesPerWindow));

/** Creates the shares; null without other processes. `now` is the API's time in milliseconds. */
export const createShares = (store: WindowStore, now: () => number): WindowShares | null =>
  store.take === undefined ? null : new WindowShares(store, store.take, now);

/**
 * This process's shares of rate windows that several processes use. A shared counter grants each
 * process a share: a number of calls that it may make without a request to the counter. The next
 * share is requested before this one is used up, so calls hardly ever wait.
 *
 * Example: a window has 320 free calls. Process A gets a sixteenth of them, 20, then B a sixteenth
 * of the other 300, 18. A spends 12 calls: the remaining 8 are less than half of a new share, so A
 * requests more. Every second, A reports the calls that it has made; if it made none, it returns
 * the rest of its share. If A is killed, the counter takes its share back after 15 seconds.
 */
export class WindowShares {
  readonly #store: WindowStore;
  readonly #take: NonNullable<WindowStore['take']>;
  readonly #now: () => number;
  readonly #shares = new LRUCache<string, WindowShare>({ max: maxShares });
  /** The windows in which this process has calls left. */
  readonly #unused = new Set<string>();
  readonly #sweepTimer: NodeJS.Timeout;

  constructor(store: WindowStore, take: NonNullable<WindowStore['take']>, now: () => number) {
    this.#store = store;
    this.#take = take;
    this.#now = now;
    this.#sweepTimer = setInterval(() => void this.#sweep(idleMs), sweepMs).unref();
  }

  /** Waits for the shared counter before a call is counted; null for no wait. */
  wait(key: string): Promise<unknown> | null {
    const found = this.#find(key);
    if (found === null || found.share.available > 0) return null;
    const { share, state } = found;
    const time = performance.now();
    if (time < share.aloneUntil) return null;
    if (share.pending === null) {
      if (state.remaining <= 0 ? time < share.emptyUntil : share.isIdle) return null;
      void this.#request(key, found, { want: shareSize(callsLeft(found)) });
    }
    share.waiting += 1;
    return share.pending;
  }

  /** Requests a share of this many calls, unless the window has fewer left. */
  async reserve(key: string, calls: number): Promise<void> {
    for (;;) {
      const found = this.#find(key);
      if (found === null || found.share.available >= calls) return;
      const { share } = found;
      if (performance.now() < share.aloneUntil) return;
      if (share.pending !== null) await share.pending;
      else {
        const want = calls - Math.max(0, share.available);
        await this.#request(key, found, { want, isWhole: true });
        return;
      }
    }
  }

  spend(key: string): void {
    const found = this.#find(key);
    if (found === null) return;
    const { share } = found;
    share.available -= 1;
    share.made += 1;
    share.usedAt = performance.now();
    if (share.pending !== null || share.usedAt < share.aloneUntil) return;
    const size = shareSize(callsLeft(found));
    const isLow = share.available < size / 2;
    if (isLow && callsLeft(found) > 0) void this.#request(key, found, { want: size });
  }

  /** Uncounts a call that was not sent. */
  uncount(key: string): void {
    const found = this.#find(key);
    if (found === null) return;
    found.share.available += 1;
    found.share.made -= 1;
    this.#unused.add(key);
  }

  /**
   * Records the number of calls that the window has left according to the API. True if it is lower
   * than the processes' own count, so that they must learn it.
   */
  correct(key: string, remaining: number): boolean {
    const found = this.#find(key);
    if (found === null) return false;
    const { share } = found;
    const known = callsLeft(found);
    if (remaining > known - shareSize(known) / 2) return false;
    share.available = Math.min(share.available, remaining);
    this.#report(key, found, remaining);
    return true;
  }

  /** Reports the API's figures of an assumed window to the counter. */
  report(key: string): void {
    const found = this.#find(key);
    if (found !== null) this.#report(key, found, found.state.remaining);
  }

  /** Returns all shares to the counter. */
  async close(): Promise<void> {
    clearInterval(this.#sweepTimer);
    await this.#sweep(0);
  }

  /** Sends the counter the number of calls that are left according to the API. */
  #report(key: string, found: FoundShare, remaining: number): void {
    const { share, state } = found;
    share.reportedCalls = Math.max(share.reportedCalls, state.limit - remaining);
    if (share.pending === null) void this.#request(key, found, { want: 0 });
  }

  /** The share of a window; null if its calls are not counted. */
  #find(key: string): FoundShare | null {
    const state = this.#store.get(key);
    if (state === undefined || state.from === 'refused' || !hasLimit(state)) return null;
    let share = this.#shares.get(key);
    if (share === undefined || state.resetAt > share.resetAt + sameWindowMs) {
      share = new WindowShare(state.resetAt);
      this.#shares.set(key, share);
    }
    // The counter may have granted it to other processes already.
    const isOver = performance.now() >= share.heldUntil;
    if (isOver) share.available = Math.min(share.available, 0);
    return { share, state };
  }

  /** Requests `want` more calls from the shared counter, and reports the calls made so far. */
  #request(
    key: string,
    found: FoundShare,
    { want, isWhole = false }: Readonly<{ want: number; isWhole?: boolean }>,
  ): Promise<void> {
    const { share } = found;
    const all = Math.max(0, share.available) + want + share.waiting;
    const request: ShareRequest = { ...usageOf(found, this.#now()), isWhole, want: all };
    const requestedAt = performance.now();
    share.isNew = false;
    share.isIdle = false;
    share.reportedCalls = 0;
    const pending = this.#take(key, request).then((answer) => {
      share.pending = null;
      share.waiting = 0;
      const time = performance.now();
      if (answer === null) share.aloneUntil = time + aloneMs;
      else if (this.#shares.peek(key) === share) {
        share.requestedAt = requestedAt;
        share.heldUntil = requestedAt + answer.leaseMs;
        share.available = answer.holds - (share.made - request.made);
        const isEmpty = want > 0 && !isWhole && answer.holds === 0;
        share.emptyUntil = isEmpty ? time + retryEmptyMs : 0;
        this.#apply(key, share, answer);
      }
      // The API has reported more calls meanwhile; the counter must know, even if no call follows.
      if (share.reportedCalls > 0 && this.#shares.peek(key) === share) {
        void this.#request(key, found, { want: 0 });
      }
    });
    share.pending = pending;
    return pending;
  }

  /** Updates a window after the counter has answered. */
  #apply(key: string, share: WindowShare, { left, limit, ttlMs }: ShareGrant): void {
    if (share.available > 0) this.#unused.add(key);
    const state = this.#store.get(key);
    if (state === undefined || state.from === 'refused') return;
    state.remaining = Math.max(0, share.available + left);
    // An assumed window began with any process's first call; the API may have reported it to one.
    if (state.from === 'assumed') {
      state.limit = limit;
      state.resetAt = this.#now() + ttlMs;
    }
    share.resetAt = state.resetAt;
  }

  /**
   * Returns shares that have not been used for this long, so that other processes may use them.
   * Renews the lease of the other shares.
   */
  async #sweep(ms: number): Promise<void> {
    const time = performance.now();
    const returns: Promise<unknown>[] = [];
    for (const key of this.#unused) {
      const known = this.#shares.peek(key);
      const found = known === undefined ? null : this.#find(key);
      if (found === null || found.share !== known || known.available <= 0) this.#unused.delete(key);
      else if (known.pending !== null) continue;
      else if (time - known.usedAt >= ms) returns.push(this.#return(key, found));
      else if (time - known.requestedAt >= idleMs) void this.#request(key, found, { want: 0 });
    }
    await Promise.all(returns);
  }

  #return(key: string, found: FoundShare): Promise<unknown> {
    found.share.available = 0;
    found.share.isIdle = true;
    this.#unused.delete(key);
    return this.#take(key, { ...usageOf(found, this.#now()), isWhole: false, want: 0 });
  }
}

/** The state of a window for the counter: its limit and end, and the calls made so far. */
const usageOf = (
  { share, state }: FoundShare,
  now: number,
): Without<ShareRequest, 'isWhole' | 'want'> => {
  const { limit, remaining, resetAt, from } = state;
  // Before its first request to the counter, this process knows only what others published.
  const published = share.isNew ? limit - (remaining - share.available) + share.made : 0;
  return {
    by: share.name,
    made: share.made,
    limit,
    least: Math.max(0, share.reportedCalls, published),
    ttlMs: Math.max(1, Math.ceil(resetAt - now)),
    isReported: from === 'told',
  };
};

const hasLimit = (state: WindowState): state is CountedState => state.limit !== null;

/** The calls that no process has made or holds, as far as this process knows. */
const callsLeft = ({ share, state }: FoundShare): number => state.remaining - share.available;
