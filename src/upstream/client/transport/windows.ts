import type { CallWindow } from '../../catalogue/windows.ts';
import type { Headers } from '../answer/rate-limit.ts';
import { windowIn } from '../answer/rate-limit.ts';
import type { RateLimit } from '../errors.ts';

/** What is known of a window of the API. `resetAt` is in milliseconds since 1970 on the API's clock. */
export interface WindowState {
  /** How many calls it has in all; null where nobody said so. */
  readonly limit: number | null;
  /** How many are left; counted down with every call that goes out. */
  remaining: number;
  readonly resetAt: number;
  /** True where the API itself refused a call of it. */
  readonly isClosed: boolean;
}

/**
 * Where windows are remembered under their keys. What is set was said by the API, or begins a window, and is worth telling
 * other processes of the same viewers; the counting down between is not, as the API's next answer says it for all of them.
 */
export interface WindowStore {
  readonly get: (key: string) => WindowState | undefined;
  readonly set: (key: string, state: WindowState) => void;
}

/** A call as its windows see it: that of its account where it names one, and that of whoever asks. */
export interface WindowedCall {
  readonly window: CallWindow;
  readonly accountKey: string | null;
  readonly userKey: string;
  readonly accountId: string | null;
}

/** A window that is used up. */
export interface UsedUp {
  readonly resetAt: number;
  readonly scope: RateLimit['scope'];
}

/** What is left of a window, as traces show it. */
export interface BudgetEntry {
  readonly scope: string;
  readonly limit: number | null;
  readonly remaining: number;
  readonly resetAt: string;
}

/** The windows of the API as far as its answers tell of them: decided before a call is sent. `now` is the API's clock. */
export interface Windows {
  /** Takes a call from its windows, or says which of them is used up. */
  readonly take: (call: WindowedCall, now: number) => UsedUp | null;
  /** Gives back a call that never left. */
  readonly giveBack: (call: WindowedCall) => void;
  /** Notes what an answer says of its windows. */
  readonly learn: (call: WindowedCall, headers: Headers, now: number) => void;
  /** Closes the window that a call was refused by. */
  readonly close: (call: WindowedCall, limit: RateLimit) => void;
  /** What part of its calls the emptiest window of each class has left, from 0 to 1. */
  readonly left: (now: number) => Readonly<Record<string, number>>;
  /** What is left of the windows of these calls. */
  readonly shown: (calls: readonly WindowedCall[], now: number) => readonly BudgetEntry[];
}

/** A call of an endpoint, in the windows of whoever asks. */
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

// Resets are whole seconds, and answers of one window may differ by one.
const sameWindowMs = 2000;

/** Windows that are remembered in a store. */
export const createWindows = (store: WindowStore): Windows => {
  const live = (key: string | null, now: number): WindowState | null => {
    const known = key === null ? undefined : store.get(key);
    return known !== undefined && known.resetAt > now ? known : null;
  };

  // The documents promise some limits whatever an answer says of them.
  const assumed = ({ window: { assumed, of }, userKey }: WindowedCall, now: number) => {
    if (!assumed) return null;
    const { limit, seconds } = of;
    const begun = { limit, remaining: limit, resetAt: now + seconds * 1000, isClosed: false };
    store.set(userKey, begun);
    return begun;
  };

  const note = (key: string, said: WindowState): void => {
    const known = store.get(key);
    if (known === undefined || said.resetAt > known.resetAt + sameWindowMs) {
      store.set(key, said);
      return;
    }
    // A late answer opens nothing that a later one has closed.
    if (known.isClosed) return;
    const isSame = said.resetAt > known.resetAt - sameWindowMs;
    const remaining = isSame ? Math.min(known.remaining, said.remaining) : said.remaining;
    if (!isSame || remaining < known.remaining || known.limit !== said.limit) {
      store.set(key, { ...said, remaining });
    }
  };

  const emptiest = new Map<string, { readonly left: number; readonly resetAt: number }>();
  const weigh = ({ window }: WindowedCall, state: WindowState): void => {
    const left = state.remaining / Math.max(1, state.limit ?? Number.POSITIVE_INFINITY);
    const known = emptiest.get(window.of.name);
    if (known !== undefined && known.left <= left && known.resetAt > state.resetAt - sameWindowMs) {
      return;
    }
    emptiest.set(window.of.name, { left, resetAt: state.resetAt });
  };

  return {
    take: (call, now) => {
      const account = live(call.accountKey, now);
      const user = live(call.userKey, now);
      // Where the account has a window, the user's shows a quota that means nothing, unless the API refused by it.
      const deciding = account ?? user ?? assumed(call, now);
      const usedUp = user?.isClosed === true ? user : deciding;
      if (usedUp !== null && usedUp.remaining <= 0) {
        return { resetAt: usedUp.resetAt, scope: usedUp === account ? 'account' : 'user' };
      }
      if (deciding !== null) deciding.remaining -= 1;
      return null;
    },
    giveBack: ({ accountKey, userKey }) => {
      const known = (accountKey === null ? undefined : store.get(accountKey)) ?? store.get(userKey);
      if (known !== undefined && !known.isClosed) known.remaining += 1;
    },
    learn: (call, headers, now) => {
      const { accountKey, userKey } = call;
      const account = accountKey === null ? null : windowIn(headers, 'x-account-rate-limit', now);
      if (account !== null && accountKey !== null) note(accountKey, account);
      const user = windowIn(headers, 'x-rate-limit', now);
      if (user !== null) note(userKey, user);
      const deciding = account ?? user;
      if (deciding !== null) weigh(call, deciding);
    },
    close: (call, { resetAt, scope }) => {
      const { accountKey, userKey, window } = call;
      const isOfAccount =
        scope === 'account' || (scope === 'unknown' && window.of.per === 'account');
      const key = isOfAccount && accountKey !== null ? accountKey : userKey;
      const limit = store.get(key)?.limit ?? null;
      const closed = { limit, remaining: 0, resetAt: Date.parse(resetAt), isClosed: true };
      store.set(key, closed);
      weigh(call, closed);
    },
    left: (now) =>
      Object.fromEntries(
        [...emptiest].flatMap(([name, { left, resetAt }]) => (resetAt > now ? [[name, left]] : [])),
      ),
    shown: (calls, now) => {
      const entries = new Map<string, BudgetEntry>();
      const show = (key: string | null, scope: string): void => {
        const known = live(key, now);
        if (known === null || entries.has(scope)) return;
        const { limit, remaining, resetAt } = known;
        entries.set(scope, {
          scope,
          limit,
          remaining: Math.max(0, remaining),
          resetAt: new Date(resetAt).toISOString(),
        });
      };
      for (const { accountKey, userKey, window, accountId } of calls) {
        show(accountKey, `${window.accountScope}:${accountId}`);
        show(userKey, window.userScope);
      }
      return [...entries.values()];
    },
  };
};
