import { useState } from 'preact/hooks';
import type { RateBudget } from '../../../client/extensions.ts';

/** The budgets left in the rate windows that this page's runs used, by scope. */
export type KnownBudgets = ReadonlyMap<string, RateBudget>;

export const useWindows = () => {
  const [windows, setWindows] = useState<KnownBudgets>(new Map());
  const keep = (budgets: readonly RateBudget[]): void =>
    setWindows((known) => new Map([...known, ...budgets.map((one) => [one.scope, one] as const)]));
  return { windows, keep };
};

/** A rate window and its account; null for a window of the user. */
interface OpenWindow extends RateBudget {
  readonly accountId: string | null;
}

/**
 * The window with the fewest calls left that an operation counts in; null if none is known, or
 * all have been reset. A forecast says `account:listCampaigns`, and the windows of a run are
 * `account:listCampaigns:18ce54bik3s` and `user:stats`. If the operation asks for single
 * accounts or nodes, only the windows of accounts that its text names count.
 */
export const tightest = (
  windows: KnownBudgets,
  scopes: readonly string[],
  text: string,
): OpenWindow | null => {
  const open = [...windows.values()]
    .filter(({ resetAt }) => resetAt === null || Date.parse(resetAt) > Date.now())
    .flatMap((window) => {
      const scope = scopes.find(
        (one) => window.scope === one || window.scope.startsWith(`${one}:`),
      );
      if (scope === undefined) return [];
      return [{ ...window, accountId: window.scope.slice(scope.length + 1) || null }];
    });
  const lower = text.toLowerCase();
  const isNamed = ({ accountId }: OpenWindow): boolean =>
    accountId !== null && lower.includes(accountId.toLowerCase());
  const asksAll = !/\b(account|nodes?)\s*\(/.test(text);
  const counted = open.filter((one) => one.accountId === null || asksAll || isNamed(one));
  return counted.toSorted((one, other) => one.remaining - other.remaining)[0] ?? null;
};
