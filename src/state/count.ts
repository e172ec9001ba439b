/** What a process asks of the count of a window that all processes share. */
export interface CountAsk {
  /** How many calls it wants to have; fewer than 0 gives calls back. */
  readonly want: number;
  /** Whether it wants all of them or none. */
  readonly isWhole: boolean;
  /** How many calls it made before it could ask. They count even if they are too many. */
  readonly made: number;
  /** The most calls of the window. */
  readonly limit: number;
  /** How many calls were made at least, as the API said. */
  readonly least: number;
  /** The milliseconds until the window ends. */
  readonly ttlMs: number;
  /** Whether the API said when it ends. Else it ends so long after its first call. */
  readonly isTold: boolean;
}

/** What a process was granted of a count. */
export interface Granted {
  readonly granted: number;
  /** How many calls nobody has taken. */
  readonly left: number;
  /** The milliseconds until the window ends. */
  readonly ttlMs: number;
}

// A window that ends so much later than the known one is the next.
const sameWindowMs = 2000;

/**
 * What is granted of a count that has `used` calls in a window that ends in `ms`, null if it has
 * none; and what it has used then. The store in Redis has the same as a script.
 */
export const grant = (
  known: { readonly used: number; readonly ms: number } | null,
  { want, isWhole, made, limit, least, ttlMs, isTold }: CountAsk,
): Granted & { readonly used: number } => {
  if (known === null && want < 0) return { granted: 0, left: limit, ttlMs: 0, used: 0 };
  const isNext = known === null || (isTold && ttlMs > known.ms + sameWindowMs);
  const before = Math.max(isNext ? 0 : known.used, least) + made;
  const most = Math.max(-before, Math.min(want, Math.max(0, limit - before)));
  const granted = isWhole && most < want ? 0 : most;
  const used = before + granted;
  const ms = known === null || isTold ? ttlMs : known.ms;
  return { granted, left: Math.max(0, limit - used), ttlMs: ms, used };
};
