/** A process's request to the call counter of a rate window, which all processes share. */
export interface CountAsk {
  /** How many calls it wants; a negative number gives calls back. */
  readonly want: number;
  /** Whether it wants all of them or none. */
  readonly isWhole: boolean;
  /** How many calls it made before it could ask. They count even if they exceed the limit. */
  readonly made: number;
  /** The most calls of the window. */
  readonly limit: number;
  /** The least number of calls that were made, as the API said. */
  readonly least: number;
  /** The milliseconds until the window ends. */
  readonly ttlMs: number;
  /** Whether the API said when the window ends. If not, it ends `ttlMs` after its first call. */
  readonly isReported: boolean;
}

/** What a process was granted of a count. */
export interface Granted {
  readonly granted: number;
  /** How many calls are still free. */
  readonly left: number;
  /** The milliseconds until the window ends. */
  readonly ttlMs: number;
}

// A window that ends this much later than the known one is the next.
const sameWindowMs = 2000;

/**
 * What is granted from a counter with `used` calls in a window that ends in `ms`; null for a new
 * one. Also returns the calls used then. The store in Redis does the same in a script.
 */
export const grant = (
  known: { readonly used: number; readonly ms: number } | null,
  { want, isWhole, made, limit, least, ttlMs, isReported }: CountAsk,
): Granted & { readonly used: number } => {
  if (known === null && want < 0) return { granted: 0, left: limit, ttlMs: 0, used: 0 };
  const isNext = known === null || (isReported && ttlMs > known.ms + sameWindowMs);
  const before = Math.max(isNext ? 0 : known.used, least) + made;
  const most = Math.max(-before, Math.min(want, Math.max(0, limit - before)));
  const granted = isWhole && most < want ? 0 : most;
  const used = before + granted;
  const ms = known === null || isReported ? ttlMs : known.ms;
  return { granted, left: Math.max(0, limit - used), ttlMs: ms, used };
};
