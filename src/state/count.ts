import type { ShareGrant, ShareRequest } from '../upstream/client/transport/window-store.ts';
import { sameWindowMs } from '../upstream/client/transport/window-store.ts';

/** The milliseconds for which a process keeps a share after its last request. */
export const leaseMs = 15_000;

/** The counter of a window; times are in milliseconds since 1970. */
export interface Count {
  /** The calls that were made, and those that processes hold. */
  readonly used: number;
  readonly endsAt: number;
  /** The limit that the API reported; null if it has reported none. */
  readonly limit: number | null;
  /** By name of the share: the calls made, the calls held, and the end of its lease. */
  readonly shares: Readonly<Record<string, readonly [made: number, held: number, until: number]>>;
}

/**
 * The calls that a counter grants, and its new state; `known` is null for a new window. Shares
 * whose lease has ended are free again. The store in Redis does the same in a script.
 */
export const grant = (known: Count | null, ask: ShareRequest, now: number) => {
  const { by, made, want, isWhole, least, isReported } = ask;
  const endsAt = now + ask.ttlMs;
  const isNext = known === null || (isReported && endsAt > known.endsAt + sameWindowMs);
  const before: Count = isNext ? { used: 0, endsAt, limit: null, shares: {} } : known;
  const told = isReported ? ask.limit : before.limit;
  const limit = told ?? ask.limit;
  const shares = { ...before.shares };
  let { used } = before;
  for (const [name, [calls, held, until]] of Object.entries(shares)) {
    if (until > now) continue;
    used -= held;
    shares[name] = [calls, 0, until];
  }
  const [reported, held] = shares[by] ?? [0, 0];
  const since = made - reported;
  used = Math.max(used - held + since, least);
  const free = Math.max(0, limit - used);
  const most = isWhole && free < want ? Math.max(0, held - since) : want;
  const holds = Math.min(most, free);
  used += holds;
  shares[by] = [made, holds, now + leaseMs];
  const count: Count = { used, endsAt: isReported ? endsAt : before.endsAt, limit: told, shares };
  const ttlMs = count.endsAt - now;
  const granted: ShareGrant = { holds, left: Math.max(0, limit - used), limit, ttlMs, leaseMs };
  return { count, granted };
};
