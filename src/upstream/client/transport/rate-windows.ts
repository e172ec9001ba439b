import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import type { CallWindow } from '../../catalogue/rate-windows.ts';
import { type RateLimit, UpstreamError } from '../errors.ts';
import { type Headers, windowHeaders, windowIn } from '../response/headers.ts';
import { createShares, type WindowShares } from './window-shares.ts';
import { after, sameWindowMs, type WindowState, type WindowStore } from './window-store.ts';

/** A call and the keys of its windows: the viewer's and, for a call about an account, its own. */
export interface WindowedCall {
  readonly window: CallWindow;
  readonly accountKey: string | null;
  readonly userKey: string;
  readonly accountId: string | null;
}

interface UsedUp {
  readonly resetAt: number;
  readonly scope: RateLimit['scope'];
}

type NoRoom = UsedUp & Pick<RateLimit, 'callsNeeded' | 'callsLeft'> & { readonly now: number };

/** The refusal of calls without room in a window, as for status 429. It begins with `why`. */
export const withoutRoom = (
  { name }: Endpoint,
  why: string,
  { now, resetAt, ...limit }: NoRoom,
): UpstreamError => {
  const retryAfterSeconds = Math.ceil((resetAt - now) / 1000);
  return new UpstreamError({
    endpoint: name,
    status: 429,
    problems: [],
    rateLimit: { ...limit, retryAfterSeconds, resetAt: new Date(resetAt).toISOString() },
    reason: `${why}, so nothing was sent`,
  });
};

/** The remaining calls of a window, as traces show them. */
export interface WindowBudget {
  /** Such as `user:listAccounts` or `account:listCampaigns:18ce54bik3s`. */
  readonly scope: string;
  readonly limit: number | null;
  readonly remaining: number;
  /** As in `2026-01-31T10:15:00.000Z`. */
  readonly resetAt: string;
}

/** True if two states of a window differ at most in their remaining calls. */
const isSame = (one: WindowState, other: WindowState): boolean =>
  one.from === other.from &&
  one.limit === other.limit &&
  Math.abs(one.resetAt - other.resetAt) < sameWindowMs;

interface Emptiest {
  readonly left: number;
  readonly resetAt: number;
}

/**
 * The rate windows of the API, as its responses describe them. A call that would be refused is not
 * sent. `now` is milliseconds since 1970 on the API's clock.
 */
export class Windows {
  readonly #store: WindowStore;
  /** Null if no other process uses the windows. */
  readonly #shares: WindowShares | null;
  /** The emptiest window of each class. */
  readonly #emptiest = new Map<string, Emptiest>();

  constructor(store: WindowStore, now: () => number) {
    this.#store = store;
    this.#shares = createShares(store, now);
  }

  /**
   * Waits for a share of a window that other processes use too, before the call is counted. Usually
   * null: then there is nothing to wait for.
   */
  wait(call: WindowedCall, now: number): Promise<unknown> | null {
    if (this.#shares === null) return null;
    const learning = this.#learn(call.userKey) ?? this.#learn(call.accountKey);
    if (learning !== null) return learning;
    const { key, limiting } = this.#decidingFor(call, now);
    return limiting === null ? null : this.#shares.wait(key);
  }

  /** Counts a call in its window. Returns the reset, and counts nothing, if it is used up. */
  take(call: WindowedCall, now: number): UsedUp | null {
    const { deciding, limiting, scope, key } = this.#decidingFor(call, now);
    if (limiting !== null && limiting.remaining <= 0) return { resetAt: limiting.resetAt, scope };
    if (deciding !== null) {
      deciding.remaining -= 1;
      this.#shares?.spend(key);
    }
    return null;
  }

  /** Requests a share of this many calls, if as many are left; `room` then counts all processes. */
  async reserve(call: WindowedCall, calls: number, now: number): Promise<void> {
    const { key, limiting } = this.#decidingFor(call, now);
    if (limiting !== null) await this.#shares?.reserve(key, calls);
  }

  /** The calls that the window of a call has left, and its reset; null if the window is unknown. */
  room(call: WindowedCall, now: number): (UsedUp & { readonly left: number }) | null {
    const { limiting, scope } = this.#decidingFor(call, now);
    if (limiting === null) return null;
    return { resetAt: limiting.resetAt, scope, left: Math.max(0, limiting.remaining) };
  }

  /** Uncounts a call that was not sent. */
  uncount({ accountKey, userKey }: WindowedCall): void {
    const ofAccount = accountKey === null ? undefined : this.#store.get(accountKey);
    const known = ofAccount ?? this.#store.get(userKey);
    if (known === undefined || known.from === 'refused') return;
    known.remaining += 1;
    this.#shares?.uncount(ofAccount === undefined ? userKey : (accountKey ?? userKey));
  }

  /** Learns the windows from the headers of a response. */
  learn(call: WindowedCall, headers: Headers, now: number): void {
    const { accountKey, userKey } = call;
    const account = accountKey === null ? null : windowIn(headers, windowHeaders.account, now);
    if (account !== null && accountKey !== null) this.#update(accountKey, account);
    const user = windowIn(headers, windowHeaders.user, now);
    // Beside the account's window, the user's matters to others only once it is used up.
    if (user !== null) this.#update(userKey, user, account === null || user.remaining <= 0);
    const deciding = account ?? user;
    if (deciding !== null) this.#countLeft(call, deciding);
  }

  /** Records that the API refused a call, so that no other call is sent before the reset. */
  close(call: WindowedCall, { resetAt, scope }: RateLimit): void {
    const { accountKey, userKey, window } = call;
    const isPerAccount =
      scope === 'account' || (scope === 'unknown' && window.of.per === 'account');
    const key = isPerAccount && accountKey !== null ? accountKey : userKey;
    const limit = this.#store.get(key)?.limit ?? null;
    const until = Date.parse(resetAt);
    const closed: WindowState = { limit, remaining: 0, resetAt: until, from: 'refused' };
    this.#store.set(key, closed);
    this.#countLeft(call, closed);
  }

  /** By class, the fraction of calls left in the emptiest window: 12 of 300 are 0.04. */
  left(now: number): Readonly<Record<string, number>> {
    return Object.fromEntries(
      [...this.#emptiest].flatMap(([name, { left, resetAt }]) =>
        resetAt > now ? [[name, left]] : [],
      ),
    );
  }

  /** The budgets of the windows of these calls, each window once. */
  budgetOf(calls: readonly WindowedCall[], now: number): readonly WindowBudget[] {
    const budgets = new Map<string, WindowBudget>();
    const add = (key: string | null, scope: string): void => {
      const known = this.#current(key, now);
      if (known === null || budgets.has(scope)) return;
      const { limit, resetAt } = known;
      const remaining = Math.max(0, known.remaining);
      budgets.set(scope, { scope, limit, remaining, resetAt: new Date(resetAt).toISOString() });
    };
    for (const { accountKey, userKey, window, accountId } of calls) {
      add(accountKey, `${window.accountScope}:${accountId}`);
      add(userKey, window.userScope);
    }
    return [...budgets.values()];
  }

  /** Returns unused shares to the counter, for other processes. */
  async end(): Promise<void> {
    return this.#shares?.close();
  }

  #learn(key: string | null): Promise<void> | null {
    const learning = key === null ? null : (this.#store.learn?.(key) ?? null);
    // The others may have counted more since they kept it.
    return learning?.then(() => this.#shares?.reserve(key ?? '', 1)) ?? null;
  }

  #current(key: string | null, now: number): WindowState | null {
    const known = key === null ? undefined : this.#store.get(key);
    return known !== undefined && known.resetAt > now ? known : null;
  }

  // Some documented limits apply before a response has described the window.
  #assumed({ window: { assumed, of }, userKey }: WindowedCall, now: number): WindowState | null {
    if (!assumed) return null;
    const { limit, seconds } = of;
    const resetAt = now + seconds * 1000;
    const started: WindowState = { limit, remaining: limit, resetAt, from: 'assumed' };
    this.#store.set(userKey, started);
    return started;
  }

  #update(key: string, reported: WindowState, isPublished = true): void {
    const known = this.#store.get(key);
    const next = after(known, reported);
    if (next === known) return;
    const isCount = known !== undefined && isSame(next, known);
    if (!isCount || this.#shares === null) {
      this.#store.set(key, next, isPublished);
      if (known?.from === 'assumed') this.#shares?.report(key);
    } else {
      // Calls of other processes are counted already, so they need not be published.
      const isCorrection = this.#shares.correct(key, reported.remaining);
      known.remaining = next.remaining;
      if (isCorrection) this.#store.set(key, known, isPublished);
    }
  }

  #countLeft({ window }: WindowedCall, state: WindowState): void {
    const left = state.remaining / Math.max(1, state.limit ?? Number.POSITIVE_INFINITY);
    const known = this.#emptiest.get(window.of.name);
    const isKnown = known !== undefined && known.resetAt > state.resetAt - sameWindowMs;
    if (isKnown && known.left <= left) return;
    this.#emptiest.set(window.of.name, { left, resetAt: state.resetAt });
  }

  #decidingFor(call: WindowedCall, now: number) {
    const account = this.#current(call.accountKey, now);
    const user = this.#current(call.userKey, now);
    // If the account has a window, the user's window in the same headers does not count, unless the
    // API has refused a call because of it.
    const deciding = account ?? user ?? this.#assumed(call, now);
    const limiting = user?.from === 'refused' ? user : deciding;
    const scope: RateLimit['scope'] = limiting === account ? 'account' : 'user';
    const key = account === null ? call.userKey : (call.accountKey ?? call.userKey);
    return { deciding, limiting, scope, key };
  }
}
