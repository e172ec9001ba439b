import type { CountAsk, Granted } from '../../../state/count.ts';

/**
 * What is known of a window: 12 of 300 calls until 10:15 are `{ limit: 300, remaining: 12, resetAt:
 * … }`.
 */
export interface WindowState {
  /** Null if the API does not say. */
  readonly limit: number | null;
  /** Counted down with every call. */
  remaining: number;
  /** Milliseconds since 1970 on the API's clock. */
  resetAt: number;
  /** Whether it is assumed, an answer told of it, or the refusal of a call did. */
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
   * Takes calls from the count that all processes share; absent if there is no other. Null if
   * the count does not answer.
   */
  readonly take?: (key: string, ask: CountAsk) => Promise<Granted | null>;
}

/**
 * Ends of windows that differ by less are one window's: resets are whole seconds, so two answers
 * about it may differ by one.
 */
export const sameWindowMs = 2000;

/** What is left of a window that was assumed. What it counted may not be answered yet. */
const leftOf = ({ limit, remaining }: WindowState, assumed: WindowState): number => {
  const taken = (assumed.limit ?? 0) - assumed.remaining;
  return limit === null ? remaining : Math.max(0, Math.min(remaining, limit - taken));
};

/**
 * A window after an answer, which replaces what was assumed. Answers come in any order: within one
 * window the lowest count holds.
 */
export const after = (known: WindowState | undefined, said: WindowState): WindowState => {
  if (known === undefined || said.resetAt > known.resetAt + sameWindowMs) return said;
  // An answer from before the refusal must not open the window again.
  if (known.from === 'refused') return known;
  if (known.from === 'assumed') return { ...said, remaining: leftOf(said, known) };
  const isSame = said.resetAt > known.resetAt - sameWindowMs;
  const remaining = isSame ? Math.min(known.remaining, said.remaining) : said.remaining;
  const isNew = !isSame || remaining < known.remaining || known.limit !== said.limit;
  return isNew ? { ...said, remaining } : known;
};
