import type { CallWindow } from '../../catalogue/windows.ts';
import type { Headers } from '../answer/rate-limit.ts';
import { windowIn } from '../answer/rate-limit.ts';
import type { RateLimit } from '../errors.ts';

/** What is known of a window: 12 of 300 calls until 10:15 are `{ limit: 300, remaining: 12, resetAt: … }`. */
export interface WindowState {
  /** Null where the API does not say. */
  readonly limit: number | null;
  /** Counted down with every call. */
  remaining: number;
  /** Milliseconds since 1970 on the API's clock. */
  readonly resetAt: number;
  /** Whether it is assumed, an answer told of it, or the refusal of a call did. */
  readonly from: 'assumed' | 'told' | 'refused';
}

/**
 * The windows by their keys. `set` is for what the API says and for the begin of a window, which other processes with the same
 * viewers should hear; counting down only changes the state, because the next answer of the API says it again.
 */
export interface WindowStore {
  readonly get: (key: string) => WindowState | undefined;
  readonly set: (key: string, state: WindowState) => void;
}

/** A call and the keys of its windows in the store: the viewer's, and the account's where the call is about one. */
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

/** What is left of a window, as traces show it. */
export interface WindowBudget {
  /** Such as `user:listAccounts` or `account:listCampaigns:18ce54bik3s`. */
  readonly scope: string;
  readonly limit: number | null;
  readonly remaining: number;
  /** As in `2026-01-31T10:15:00.000Z`. */
  readonly resetAt: string;
}

/**
 * The windows of the API, as far as its answers tell of them, so that a call is not sent that would be refused. `now` is
 * milliseconds since 1970 on the API's clock.
 */
export interface Windows {
  /** Counts a call in its window; where that is used up, counts nothing and says until when. */
  readonly take: (call: WindowedCall, now: number) => UsedUp | null;
  /** Gives back a call that was not sent. */
  readonly giveBack: (call: WindowedCall) => void;
  /** Notes the windows in the headers of a response. */
  readonly learn: (call: WindowedCall, headers: Headers, now: number) => void;
  /** Notes that the API refused a call, so that no other is sent before the reset. */
  readonly close: (call: WindowedCall, limit: RateLimit) => void;
  /** By class, the part of its calls that the emptiest window has left: 12 of 300 are `{ account: 0.04 }`. */
  readonly left: (now: number) => Readonly<Record<string, number>>;
  /** What is left of the windows of these calls, each window once. */
  readonly budgetOf: (calls: readonly WindowedCall[], now: number) => readonly WindowBudget[];
}

/** The keys of a call: viewer `k` and account `AB1` are `k user:listCampaigns` and `k account:listCampaigns:ab1`. */
export const windowedCall = (
  window: CallWindow,
  viewerKey: string,
  accountId: string | null,
): WindowedCall => ({
  window,
  userKey: `${viewerKey} ${window.userScope}`,
  accountKey:
    accountId === null ? null : `${viewerKey} ${window.accountScope}:${accountId.toLowerCase()}`,
  accountId,
});

/** What is left of a window that was assumed. What it counted may not be answered yet. */
const leftOf = ({ limit, remaining }: WindowState, assumed: WindowState): number => {
  const taken = (assumed.limit ?? 0) - assumed.remaining;
  return limit === null ? remaining : Math.max(0, Math.min(remaining, limit - taken));
};

// Resets are whole seconds, so two answers about one window may differ by one.
const sameWindowMs = 2000;

/**
 * A window after an answer, which replaces what was assumed. Answers come in any order, so within
 * one window the lowest count holds.
 */
const after = (known: WindowState | undefined, said: WindowState): WindowState => {
  if (known === undefined || said.resetAt > known.resetAt + sameWindowMs) return said;
  // An answer from before the refusal must not open the window again.
  if (known.from === 'refused') return known;
  if (known.from === 'assumed') return { ...said, remaining: leftOf(said, known) };
  const isSame = said.resetAt > known.resetAt - sameWindowMs;
  const remaining = isSame ? Math.min(known.remaining, said.remaining) : said.remaining;
  const isNew = !isSame || remaining < known.remaining || known.limit !== said.limit;
  return isNew ? { ...said, remaining } : known;
};

export const createWindows = (store: WindowStore): Windows => {
  const current = (key: string | null, now: number): WindowState | null => {
    const known = key === null ? undefined : store.get(key);
    return known !== undefined && known.resetAt > now ? known : null;
  };

  // Some documented limits hold though no answer has told of the window.
  const assumed = ({ window: { assumed, of }, userKey }: WindowedCall, now: number) => {
    if (!assumed) return null;
    const { limit, seconds } = of;
    const resetAt = now + seconds * 1000;
    const begun: WindowState = { limit, remaining: limit, resetAt, from: 'assumed' };
    store.set(userKey, begun);
    return begun;
  };

  const update = (key: string, said: WindowState): void => {
    const known = store.get(key);
    const next = after(known, said);
    if (next !== known) store.set(key, next);
  };

  const emptiest = new Map<string, { readonly left: number; readonly resetAt: number }>();
  const noteLeft = ({ window }: WindowedCall, state: WindowState): void => {
    const left = state.remaining / Math.max(1, state.limit ?? Number.POSITIVE_INFINITY);
    const known = emptiest.get(window.of.name);
    if (known !== undefined && known.left <= left && known.resetAt > state.resetAt - sameWindowMs) {
      return;
    }
    emptiest.set(window.of.name, { left, resetAt: state.resetAt });
  };

  return {
    take: (call, now) => {
      const account = current(call.accountKey, now);
      const user = current(call.userKey, now);
      // Where the account has a window, the user's in the same headers means nothing, unless the API has refused a call by it.
      const deciding = account ?? user ?? assumed(call, now);
      const usedUp = user?.from === 'refused' ? user : deciding;
      if (usedUp !== null && usedUp.remaining <= 0) {
        return { resetAt: usedUp.resetAt, scope: usedUp === account ? 'account' : 'user' };
      }
      if (deciding !== null) deciding.remaining -= 1;
      return null;
    },
    giveBack: ({ accountKey, userKey }) => {
      const known = (accountKey === null ? undefined : store.get(accountKey)) ?? store.get(userKey);
      if (known !== undefined && known.from !== 'refused') known.remaining += 1;
    },
    learn: (call, headers, now) => {
      const { accountKey, userKey } = call;
      const account = accountKey === null ? null : windowIn(headers, 'x-account-rate-limit', now);
      if (account !== null && accountKey !== null) update(accountKey, account);
      const user = windowIn(headers, 'x-rate-limit', now);
      if (user !== null) update(userKey, user);
      const deciding = account ?? user;
      if (deciding !== null) noteLeft(call, deciding);
    },
    close: (call, { resetAt, scope }) => {
      const { accountKey, userKey, window } = call;
      const isOfAccount =
        scope === 'account' || (scope === 'unknown' && window.of.per === 'account');
      const key = isOfAccount && accountKey !== null ? accountKey : userKey;
      const limit = store.get(key)?.limit ?? null;
      const until = Date.parse(resetAt);
      const closed: WindowState = { limit, remaining: 0, resetAt: until, from: 'refused' };
      store.set(key, closed);
      noteLeft(call, closed);
    },
    left: (now) =>
      Object.fromEntries(
        [...emptiest].flatMap(([name, { left, resetAt }]) => (resetAt > now ? [[name, left]] : [])),
      ),
    budgetOf: (calls, now) => {
      const budgets = new Map<string, WindowBudget>();
      const add = (key: string | null, scope: string): void => {
        const known = current(key, now);
        if (known === null || budgets.has(scope)) return;
        const { limit, remaining, resetAt } = known;
        budgets.set(scope, {
          scope,
          limit,
          remaining: Math.max(0, remaining),
          resetAt: new Date(resetAt).toISOString(),
        });
      };
      for (const { accountKey, userKey, window, accountId } of calls) {
        add(accountKey, `${window.accountScope}:${accountId}`);
        add(userKey, window.userScope);
      }
      return [...budgets.values()];
    },
  };
};
