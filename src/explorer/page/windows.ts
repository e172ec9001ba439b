import { useState } from 'preact/hooks';
import type { Budget } from './ask.ts';

/** What the rate windows have left that runs of this page counted in, by scope. */
export type Windows = ReadonlyMap<string, Budget>;

export const useWindows = () => {
  const [windows, setWindows] = useState<Windows>(new Map());
  const note = (budgets: readonly Budget[]): void =>
    setWindows((known) => new Map([...known, ...budgets.map((one) => [one.scope, one] as const)]));
  return { windows, note };
};

/** The window of these scopes with the fewest calls left; null where none is known, or all have been reset. */
export const tightest = (windows: Windows, scopes: readonly string[]): Budget | null => {
  const open = scopes
    .flatMap((scope) => windows.get(scope) ?? [])
    .filter(({ resetAt }) => resetAt === null || Date.parse(resetAt) > Date.now());
  return open.toSorted((one, other) => one.remaining - other.remaining)[0] ?? null;
};
