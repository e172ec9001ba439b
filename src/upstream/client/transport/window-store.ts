import type { CountAsk, Granted } from '../../../state/count.ts';

/**
 * What is known of a rate window: 12 of 300 calls until 10:15 are `{ limit: 300, remaining: 12,
 * resetAt: … }`.
 */
export interface WindowState {
  /** Null if the API does not say. */
  readonly limit: number | null;
  /** Counted down with every call. */
  remaining: number;
  /** Milliseconds since 1970 on the API's clock. */
  resetAt: number;
  /** Whether it is assumed, an answer described it, or a call was refused because of it. */
  readonly from: 'assumed' | 'told' | 'refused';
}

/**
 * The windows by their keys. `set` keeps what the API said, and tells other processes with the same
 * viewers.
 */
export interface WindowStore {
  readonly get: (key: string) => WindowState | undefined;
  readonly set: (key: string, state: WindowState) => void;
  /**
   * Takes calls from the counter that all processes share; absent if there is no other process.
   * Null if the counter does not answer.
   */
  readonly take?: (key: string, ask: CountAsk) => Promise<Granted | null>;
}

/**
 * Ends that differ by less belong to the same window: resets are whole seconds, so two answers
 * about it may differ by one.
 */
export const sameWindowMs = 2000;

/**
 * What is left of a window that was assumed. Some of the calls that it counted may not have been
 * answered yet.
 */
const leftOf = ({ limit, remaining }: WindowState, assumed: WindowState): number => {
  const taken = (assumed.limit ?? 0) - assumed.remaining;
  return limit === null ? remaining : Math.max(0, Math.min(remaining, limit - taken));
};

/**
 * A window after an answer, which replaces an assumed one. Answers arrive in any order: within one
 * window the lowest count is right.
 */
export const after = (known: WindowState | undefined, reported: WindowState): WindowState => {
  if (known === undefined || reported.resetAt > known.resetAt + sameWindowMs) return reported;
  // An answer from before the refusal must not open the window again.
  if (known.from === 'refused') return known;
  if (known.from === 'assumed') return { ...reported, remaining: leftOf(reported, known) };
  const isSame = reported.resetAt > known.resetAt - sameWindowMs;
  const remaining = isSame ? Math.min(known.remaining, reported.remaining) : reported.remaining;
  const isNew = !isSame || remaining < known.remaining || known.limit !== reported.limit;
  return isNew ? { ...reported, remaining } : known;
};
