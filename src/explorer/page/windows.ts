import { useState } from 'preact/hooks';
import type { Budget } from './ask.ts';

/** What is left of the rate windows that runs of this page have touched, by scope. */
export type Windows = ReadonlyMap<string, Budget>;

export const useWindows = () => {
  const [windows, setWindows] = useState<Windows>(new Map());
  const note = (budgets: readonly Budget[]): void =>
    setWindows((known) => new Map([...known, ...budgets.map((one) => [one.scope, one] as const)]));
  return { windows, note };
};

/** The window of these scopes that has least left; null where none of them is known or open still. */
export const tightest = (windows: Windows, scopes: readonly string[]): Budget | null => {
  const open = scopes
    .flatMap((scope) => windows.get(scope) ?? [])
    .filter(({ resetAt }) => resetAt === null || Date.parse(resetAt) > Date.now());
  return open.toSorted((one, other) => one.remaining - other.remaining)[0] ?? null;
};
