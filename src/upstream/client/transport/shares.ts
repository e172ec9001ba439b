import { LRUCache } from 'lru-cache';
import type { Granted } from '../../../state/count.ts';
import type { CountedState, FoundShare, WindowShare } from './share.ts';
import { newShare } from './share.ts';
import type { WindowState, WindowStore } from './window-store.ts';
import { sameWindowMs } from './window-store.ts';

/**
 * This process's shares of rate windows. Calls are counted in the share, and the next share is
 * requested before this one is used up, so calls hardly ever wait.
 */
export interface WindowShares {
  /** What a call waits for before it is counted: nothing, or an answer of the shared counter. */
  readonly wait: (key: string, now: number) => Promise<unknown> | null;
  /** Gets a share for this many calls, unless the window has fewer left. */
  readonly reserve: (key: string, calls: number, now: number) => Promise<void>;
  /** Counts a call. */
  readonly spend: (key: string, now: number) => void;
  readonly giveBack: (key: string) => void;
  /**
   * Notes how many calls the known window has left according to the API. True if they are fewer
   * than the processes have counted together, so that the others must be told.
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
  giveBack: () => undefined,
  correct: () => false,
  close: async () => undefined,
};

const maxShares = 20_000;
// A share is this part of what is left.
const parts = 16;
// While the counter does not answer, a process counts alone.
const aloneMs = 1000;
// A share that is not used for this long is given back.
const idleMs = 1000;
const sweepMs = 500;
// If others have used a window up, the counter is asked again after this.
const emptyMs = 1000;

const partOf = (left: number): number => Math.max(1, Math.floor(left / parts));

export const createShares = (store: WindowStore): WindowShares =>
  store.take === undefined ? noShares : new CountedShares(store, store.take);

class CountedShares implements WindowShares {
  readonly #store: WindowStore;
  readonly #take: NonNullable<WindowStore['take']>;
  readonly #shares = new LRUCache<string, WindowShare>({ max: maxShares });
  readonly #held = new Set<string>();
  readonly #sweeping: NodeJS.Timeout;

  constructor(store: WindowStore, take: NonNullable<WindowStore['take']>) {
    this.#store = store;
    this.#take = take;
    this.#sweeping = setInterval(() => void this.#giveBackIdle(idleMs), sweepMs).unref();
  }

  readonly wait: WindowShares['wait'] = (key, now) => {
    const found = this.#find(key);
    if (found === null || found.share.own > 0) return null;
    const { share, state } = found;
    const time = performance.now();
    if (time < share.aloneUntil) return null;
    if (share.asking === null) {
      const isEmpty = state.remaining <= 0;
      if (isEmpty ? share.emptyUntil === 0 || time < share.emptyUntil : share.isIdle) return null;
      void this.#ask(key, found, { now, want: partOf(left(found)) });
    }
    share.waiting += 1;
    return share.asking;
  };

  readonly reserve: WindowShares['reserve'] = async (key, calls, now) => {
    for (;;) {
      const found = this.#find(key);
      if (found === null || found.share.own >= calls) return;
      const { share } = found;
      if (performance.now() < share.aloneUntil) return;
      if (share.asking !== null) await share.asking;
      else {
        await this.#ask(key, found, { now, want: calls - Math.max(0, share.own), isWhole: true });
        return;
      }
    }
  };

  readonly spend: WindowShares['spend'] = (key, now) => {
    const found = this.#find(key);
    if (found === null) return;
    const { share } = found;
    share.own -= 1;
    share.usedAt = performance.now();
    if (share.asking !== null || share.usedAt < share.aloneUntil) return;
    const part = partOf(left(found));
    const isLow = share.own < part / 2;
    if (isLow && left(found) > 0) void this.#ask(key, found, { now, want: part });
  };

  readonly giveBack: WindowShares['giveBack'] = (key) => {
    const found = this.#find(key);
    if (found === null) return;
    found.share.own += 1;
    this.#held.add(key);
  };

  readonly correct: WindowShares['correct'] = (key, remaining, now) => {
    const found = this.#find(key);
    if (found === null) return false;
    const { share, state } = found;
    const known = left(found);
    if (remaining > known - partOf(known) / 2) return false;
    share.least = Math.max(share.least, state.limit - remaining);
    share.own = Math.min(share.own, remaining);
    if (share.asking === null) void this.#ask(key, found, { now, want: 0 });
    return true;
  };

  readonly close: WindowShares['close'] = async () => {
    clearInterval(this.#sweeping);
    await this.#giveBackIdle(0);
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

  #ask(
    key: string,
    { share, state }: FoundShare,
    { now, want, isWhole = false }: Readonly<{ now: number; want: number; isWhole?: boolean }>,
  ): Promise<void> {
    const made = Math.max(0, -share.own);
    // Before the first question, this process only knows what others published.
    const told = share.isNew ? state.limit - (state.remaining - share.own) : 0;
    const least = Math.max(0, share.least, told);
    const { limit, resetAt, from } = state;
    const ask = {
      isWhole,
      made,
      limit,
      least,
      ttlMs: Math.max(1, Math.ceil(resetAt - now)),
      isReported: from === 'told',
    };
    share.isNew = false;
    share.isIdle = false;
    share.least = 0;
    const asking = this.#take(key, { ...ask, want: want + share.waiting }).then((answer) => {
      share.asking = null;
      share.waiting = 0;
      if (answer === null) share.aloneUntil = performance.now() + aloneMs;
      else this.#learn(key, share, { ...answer, made, now, isWanted: want > 0 && !isWhole });
      // The API has said more in the meantime; the counter must know, even if no call follows.
      if (share.least > 0 && this.#shares.peek(key) === share) {
        void this.#ask(key, { share, state }, { now, want: 0 });
      }
    });
    share.asking = asking;
    return asking;
  }

  #learn(
    key: string,
    share: WindowShare,
    answer: Granted & { readonly made: number; readonly now: number; readonly isWanted: boolean },
  ): void {
    // The next window may have begun in the meantime.
    if (this.#shares.peek(key) !== share) return;
    share.own += answer.made + answer.granted;
    const isEmpty = answer.isWanted && answer.granted === 0;
    share.emptyUntil = isEmpty ? performance.now() + emptyMs : 0;
    if (share.own > 0) this.#held.add(key);
    const state = this.#store.get(key);
    if (state === undefined || state.from === 'refused') return;
    state.remaining = Math.max(0, share.own + answer.left);
    // An assumed window began with the first call of any process.
    if (state.from === 'assumed') state.resetAt = answer.now + answer.ttlMs;
    share.resetAt = state.resetAt;
  }

  /** Gives back what has not been used for this long, so that others may use it. */
  async #giveBackIdle(ms: number): Promise<void> {
    const time = performance.now();
    const returns: Promise<unknown>[] = [];
    for (const key of this.#held) {
      const share = this.#shares.peek(key);
      const found = share === undefined ? null : this.#find(key);
      const isOver = found === null || found.share !== share || found.share.own <= 0;
      if (isOver) this.#held.delete(key);
      else if (found.share.asking === null && time - found.share.usedAt >= ms) {
        returns.push(this.#return(key, found));
      }
    }
    await Promise.all(returns);
  }

  #return(key: string, { share, state }: FoundShare): Promise<unknown> {
    const { limit } = state;
    const want = -share.own;
    share.own = 0;
    share.isIdle = true;
    this.#held.delete(key);
    const same = { isWhole: false, made: 0, limit, least: 0, ttlMs: 1, isReported: false };
    return this.#take(key, { ...same, want });
  }
}

const hasLimit = (state: WindowState): state is CountedState => state.limit !== null;

/** How many calls are free, as far as is known. */
const left = ({ share, state }: FoundShare): number => state.remaining - share.own;
