import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { windowClasses } from '../src/upstream/catalogue/rate-windows.ts';
import type { Settings } from './settings.ts';

// The documented limit of reads without an account is 5 in 15 minutes, which a demo would soon
// exceed.
const raised: Readonly<Record<string, number>> = { global: 1000 };

export interface CountedRequest {
  readonly endpoint: Endpoint;
  readonly userId: string;
  readonly accountId: string | null;
  /** True if it requests `total_count`. */
  readonly total: boolean;
}

/** The decision about a request, and the rate-limit headers of its response. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Window {
  used: number;
  readonly beganAt: number;
}

// Responses with a window per account also show a user quota, which is too large to be reached.
const userQuota = 200_000;

/** Counts requests in fixed windows; a request over the limit is not counted. */
export const createRateWindows = (settings: Settings, now: () => number) => {
  const windows = new Map<string, Window>();
  const clear = (): void => windows.clear();
  const count = (request: CountedRequest): RateVerdict => {
    const { endpoint, userId, accountId, total } = request;
    const group = windowClasses.find(({ holds }) => holds(endpoint, total));
    if (group === undefined || !settings.rateWindows) return { allowed: true, headers: {} };
    const holders = { user: '', endpoint: endpoint.name, account: `${endpoint.name} ${accountId}` };
    const key = `${group.name} ${userId} ${holders[group.per]}`;
    const limit = settings.rateLimits[group.name] ?? raised[group.name] ?? group.limit;
    const ms = (settings.windowSeconds ?? group.seconds) * 1000;
    const window = open(windows, key, { now: now(), ms });
    const allowed = window.used < limit;
    if (allowed) window.used += 1;
    const counted = { used: window.used, endsAt: window.beganAt + ms };
    if (group.per !== 'account')
      return { allowed, headers: headersOf('x-rate-limit', limit, counted) };
    const ofUser = headersOf('x-rate-limit', userQuota, counted);
    const ofAccount = headersOf('x-account-rate-limit', limit, counted);
    return { allowed, headers: { ...ofUser, ...ofAccount } };
  };
  return { count, clear };
};

const open = (
  windows: Map<string, Window>,
  key: string,
  { now, ms }: { readonly now: number; readonly ms: number },
): Window => {
  const window = windows.get(key);
  if (window !== undefined && window.beganAt + ms > now) return window;
  const opened = { used: 0, beganAt: now };
  windows.set(key, opened);
  return opened;
};

const headersOf = (
  prefix: string,
  limit: number,
  { used, endsAt }: { readonly used: number; readonly endsAt: number },
): Readonly<Record<string, string>> => ({
  [`${prefix}-limit`]: String(limit),
  [`${prefix}-remaining`]: String(Math.max(0, limit - used)),
  [`${prefix}-reset`]: String(Math.ceil(endsAt / 1000)),
});
