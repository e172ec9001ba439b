import { LRUCache } from 'lru-cache';
import type { CountAsk, Granted } from '../../../state/count.ts';
import type { CountedState, FoundShare, WindowShare } from './share.ts';
import { newShare } from './share.ts';
import type { WindowState, WindowStore } from './window-store.ts';
import { sameWindowMs } from './window-store.ts';

/**
 * This process's shares of rate windows that several processes use. A shared counter grants each
 * process a share: a number of calls that it may make without asking. The next share is requested
 * before this one is used up, so calls hardly ever wait.
 *
 * Example: a window has 320 free calls. Process A gets a sixteenth of them, 20, then B a sixteenth
 * of the other 300, 18. A spends 12 calls: 8 are less than half of what a share has by then, so A
 * asks for more. If A makes no call for a second, it returns what it has left.
 */
export interface WindowShares {
  /** What a call waits for before it is counted: nothing, or an answer of the shared counter. */
  readonly wait: (key: string, now: number) => Promise<unknown> | null;
  /** Gets a share for this many calls, unless the window has fewer left. */
  readonly reserve: (key: string, calls: number, now: number) => Promise<void>;
  /** Counts a call. */
  readonly spend: (key: string, now: number) => void;
  /** Uncounts a call that was not sent. */
  readonly uncount: (key: string) => void;
  /**
   * Notes how many calls the known window has left according to the API. True if they are fewer
   * than the processes have counted together, so that the others must know.
   */
  readonly correct: (key: string, remaining: number, now: number) => boolean;
  /** Gives all shares back. */
  readonly close: () => Promise<void>;
}

/** For a process that shares its windows with no other. */
export const noShares: WindowShares = {
  wait: () => null,
  reserve: async () => undefined,
  spend: () => undefined,
  uncount: () => undefined,
  correct: () => false,
  close: async () => undefined,
};

const maxShares = 20_000;
// A share is this part of the free calls: 1/16.
const sharesPerWindow = 16;
// While the counter does not answer, a process counts alone.
const aloneMs = 1000;
// A share that is not used for this long is given back.
const idleMs = 1000;
const sweepMs = 500;
// If others have used a window up, the counter is asked again after this.
const retryEmptyMs = 1000;

const shareSize = (callsLeft: number): number =>
  Math.max(1, Math.floor(callsLeft / sharesPerWindow));

export const createShares = (store: WindowStore): WindowShares =>
  store.take === undefined ? noShares : new CountedShares(store, store.take);

class CountedShares implements WindowShares {
  readonly #store: WindowStore;
  readonly #take: NonNullable<WindowStore['take']>;
  readonly #shares = new LRUCache<string, WindowShare>({ max: maxShares });
  /** The windows in which this process has calls left. */
  readonly #unused = new Set<string>();
  readonly #sweepTimer: NodeJS.Timeout;

  constructor(store: WindowStore, take: NonNullable<WindowStore['take']>) {
    this.#store = store;
    this.#take = take;
    this.#sweepTimer = setInterval(() => void this.#returnIdle(idleMs), sweepMs).unref();
  }

  readonly wait: WindowShares['wait'] = (key, now) => {
    const found = this.#find(key);
    if (found === null || found.share.available > 0) return null;
    const { share, state } = found;
    const time = performance.now();
    if (time < share.aloneUntil) return null;
    if (share.pending === null) {
      const isEmpty = state.remaining <= 0;
      if (isEmpty ? share.emptyUntil === 0 || time < share.emptyUntil : share.isIdle) return null;
      void this.#askCounter(key, found, { now, want: shareSize(callsLeft(found)) });
    }
    share.waiting += 1;
    return share.pending;
  };

  readonly reserve: WindowShares['reserve'] = async (key, calls, now) => {
    for (;;) {
      const found = this.#find(key);
      if (found === null || found.share.available >= calls) return;
      const { share } = found;
      if (performance.now() < share.aloneUntil) return;
      if (share.pending !== null) await share.pending;
      else {
        await this.#askCounter(key, found, {
          now,
          want: calls - Math.max(0, share.available),
          isWhole: true,
        });
        return;
      }
    }
  };

  readonly spend: WindowShares['spend'] = (key, now) => {
    const found = this.#find(key);
    if (found === null) return;
    const { share } = found;
    share.available -= 1;
    share.usedAt = performance.now();
    if (share.pending !== null || share.usedAt < share.aloneUntil) return;
    const size = shareSize(callsLeft(found));
    const isLow = share.available < size / 2;
    if (isLow && callsLeft(found) > 0) void this.#askCounter(key, found, { now, want: size });
  };

  readonly uncount: WindowShares['uncount'] = (key) => {
    const found = this.#find(key);
    if (found === null) return;
    found.share.available += 1;
    this.#unused.add(key);
  };

  readonly correct: WindowShares['correct'] = (key, remaining, now) => {
    const found = this.#find(key);
    if (found === null) return false;
    const { share, state } = found;
    const known = callsLeft(found);
    if (remaining > known - shareSize(known) / 2) return false;
    share.reportedCalls = Math.max(share.reportedCalls, state.limit - remaining);
    share.available = Math.min(share.available, remaining);
    if (share.pending === null) void this.#askCounter(key, found, { now, want: 0 });
    return true;
  };

  readonly close: WindowShares['close'] = async () => {
    clearInterval(this.#sweepTimer);
    await this.#returnIdle(0);
  };

  /** The share of a window; null if its calls are not counted. */
  #find(key: string): FoundShare | null {
    const state = this.#store.get(key);
    if (state === undefined || state.from === 'refused' || !hasLimit(state)) return null;
    let share = this.#shares.get(key);
    if (share === undefined || state.resetAt > share.resetAt + sameWindowMs) {
      share = newShare(state.resetAt);
      this.#shares.set(key, share);
    }
    return { share, state };
  }

  /** Asks the shared counter for calls, and reports those that were made without its grant. */
  #askCounter(
    key: string,
    found: FoundShare,
    { now, want, isWhole = false }: Readonly<{ now: number; want: number; isWhole?: boolean }>,
  ): Promise<void> {
    const { share } = found;
    const ask = { ...usageOf(found, now), isWhole, want: want + share.waiting };
    share.isNew = false;
    share.isIdle = false;
    share.reportedCalls = 0;
    const pending = this.#take(key, ask).then((answer) => {
      share.pending = null;
      share.waiting = 0;
      const wantsCalls = want > 0 && !isWhole;
      if (answer === null) share.aloneUntil = performance.now() + aloneMs;
      else this.#apply(key, share, { ...answer, made: ask.made, now, wantsCalls });
      // The API has said more in the meantime; the counter must know, even if no call follows.
      if (share.reportedCalls > 0 && this.#shares.peek(key) === share) {
        void this.#askCounter(key, found, { now, want: 0 });
      }
    });
    share.pending = pending;
    return pending;
  }

  /** Adds what the counter granted to the share, and updates the window. */
  #apply(
    key: string,
    share: WindowShare,
    answer: Granted & { readonly made: number; readonly now: number; readonly wantsCalls: boolean },
  ): void {
    // The next window may have begun in the meantime.
    if (this.#shares.peek(key) !== share) return;
    share.available += answer.made + answer.granted;
    const isEmpty = answer.wantsCalls && answer.granted === 0;
    share.emptyUntil = isEmpty ? performance.now() + retryEmptyMs : 0;
    if (share.available > 0) this.#unused.add(key);
    const state = this.#store.get(key);
    if (state === undefined || state.from === 'refused') return;
    state.remaining = Math.max(0, share.available + answer.left);
    // An assumed window began with the first call of any process.
    if (state.from === 'assumed') state.resetAt = answer.now + answer.ttlMs;
    share.resetAt = state.resetAt;
  }

  /** Returns shares that have not been used for this long, so that others may use them. */
  async #returnIdle(ms: number): Promise<void> {
    const time = performance.now();
    const returns: Promise<unknown>[] = [];
    for (const key of this.#unused) {
      const share = this.#shares.peek(key);
      const found = share === undefined ? null : this.#find(key);
      const isOver = found === null || found.share !== share || found.share.available <= 0;
      if (isOver) this.#unused.delete(key);
      else if (found.share.pending === null && time - found.share.usedAt >= ms) {
        returns.push(this.#return(key, found));
      }
    }
    await Promise.all(returns);
  }

  #return(key: string, { share, state }: FoundShare): Promise<unknown> {
    const { limit } = state;
    const want = -share.available;
    share.available = 0;
    share.isIdle = true;
    this.#unused.delete(key);
    const same = { isWhole: false, made: 0, limit, least: 0, ttlMs: 1, isReported: false };
    return this.#take(key, { ...same, want });
  }
}

/** What the counter must know of a window: its limit and end, and the calls made so far. */
const usageOf = ({ share, state }: FoundShare, now: number): Omit<CountAsk, 'isWhole' | 'want'> => {
  const { limit, remaining, resetAt, from } = state;
  // Before the first question, this process only knows what others published.
  const published = share.isNew ? limit - (remaining - share.available) : 0;
  return {
    made: Math.max(0, -share.available),
    limit,
    least: Math.max(0, share.reportedCalls, published),
    ttlMs: Math.max(1, Math.ceil(resetAt - now)),
    isReported: from === 'told',
  };
};

const hasLimit = (state: WindowState): state is CountedState => state.limit !== null;

/** The calls that no process has counted or holds yet, as far as is known. */
const callsLeft = ({ share, state }: FoundShare): number => state.remaining - share.available;
