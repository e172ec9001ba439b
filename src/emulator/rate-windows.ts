import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Settings } from './settings.ts';

/** A class of requests that share a limit. */
interface WindowClass {
  readonly name: string;
  readonly limit: number;
  readonly seconds: number;
  /** What has a window of its own: a user, an endpoint for a user, or an endpoint for an account. */
  readonly per: 'user' | 'endpoint' | 'account';
  readonly holds: (endpoint: Endpoint, counted: boolean) => boolean;
}

const quarter = 900;
const core = /\/(campaigns|line_items|promoted_tweets|targeting_criteria)(\/\{\w+\})?$/;

/**
 * Publicly known figures beyond the specification, the first that holds counts. Reads that name no account are printed
 * as 5 in 15 minutes; here they have 1,000, so that a demonstration does not stop at its sixth query.
 */
const classes: readonly WindowClass[] = [
  {
    name: 'counted',
    limit: 200,
    seconds: quarter,
    per: 'endpoint',
    holds: (_endpoint, counted) => counted,
  },
  {
    name: 'audiences',
    limit: 1500,
    seconds: 60,
    per: 'endpoint',
    holds: ({ path }) => /\/(custom|tailored)_audiences/.test(path),
  },
  {
    name: 'writes',
    limit: 450,
    seconds: 60,
    per: 'user',
    holds: ({ readOnly }) => !readOnly,
  },
  {
    name: 'insights',
    limit: 500,
    seconds: quarter,
    per: 'user',
    holds: ({ path }) => path.startsWith('insights/'),
  },
  {
    name: 'core',
    limit: 10_000,
    seconds: quarter,
    per: 'account',
    holds: ({ path }) => core.test(path),
  },
  {
    name: 'account',
    limit: 2000,
    seconds: quarter,
    per: 'account',
    holds: ({ path }) => path.includes('{account_id}'),
  },
  { name: 'global', limit: 1000, seconds: quarter, per: 'endpoint', holds: () => true },
];

/** One request as the windows see it. */
export interface Counted {
  readonly endpoint: Endpoint;
  readonly userId: string;
  readonly accountId: string | null;
  /** Whether it asks for a total. */
  readonly total: boolean;
}

/** Whether a request is within its window, and the headers that say how much is left. */
export interface Verdict {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Window {
  used: number;
  endsAt: number;
}

// Where an account's window counts, the user's shows a quota that nobody reaches.
const userQuota = 200_000;

/** Counts requests in fixed windows. */
export const createRateWindows = (settings: Settings, now: () => number) => {
  const windows = new Map<string, Window>();
  const clear = (): void => windows.clear();
  const count = (request: Counted): Verdict => {
    const { endpoint, userId, accountId, total } = request;
    const group = classes.find(({ holds }) => holds(endpoint, total));
    if (group === undefined || !settings.rateWindows) return { allowed: true, headers: {} };
    const scope = { user: '', endpoint: endpoint.name, account: `${endpoint.name} ${accountId}` };
    const key = `${group.name} ${userId} ${scope[group.per]}`;
    const limit = settings.rateLimits[group.name] ?? group.limit;
    const window = open(windows, key, { now: now(), ms: group.seconds * 1000 });
    const allowed = window.used < limit;
    if (allowed) window.used += 1;
    const own = headersOf(group.per === 'account' ? 'x-account-rate-limit' : 'x-rate-limit', {
      limit,
      left: limit - window.used,
      endsAt: window.endsAt,
    });
    if (group.per !== 'account') return { allowed, headers: own };
    const user = { limit: userQuota, left: userQuota - window.used, endsAt: window.endsAt };
    return { allowed, headers: { ...headersOf('x-rate-limit', user), ...own } };
  };
  return { count, clear };
};

const open = (
  windows: Map<string, Window>,
  key: string,
  { now, ms }: { readonly now: number; readonly ms: number },
): Window => {
  const kept = windows.get(key);
  if (kept !== undefined && kept.endsAt > now) return kept;
  const fresh = { used: 0, endsAt: now + ms };
  windows.set(key, fresh);
  return fresh;
};

const headersOf = (
  prefix: string,
  {
    limit,
    left,
    endsAt,
  }: { readonly limit: number; readonly left: number; readonly endsAt: number },
): Readonly<Record<string, string>> => ({
  [`${prefix}-limit`]: String(limit),
  [`${prefix}-remaining`]: String(Math.max(0, left)),
  [`${prefix}-reset`]: String(Math.ceil(endsAt / 1000)),
});
