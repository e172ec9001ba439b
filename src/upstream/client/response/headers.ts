import { adsVersion, type Endpoint } from '../../catalogue/language/endpoint.ts';
import { hourMs } from '../../catalogue/language/times.ts';
import type { RateLimit } from '../errors.ts';

/** The headers of a response; names are in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const namesWith = (prefix: string) => ({
  limit: `${prefix}-limit`,
  remaining: `${prefix}-remaining`,
  reset: `${prefix}-reset`,
});

/** The headers that describe the windows of an account and of a user. */
export const windowHeaders = {
  account: namesWith('x-account-rate-limit'),
  user: namesWith('x-rate-limit'),
} as const;

const maxWaitMs = 900_000;
const defaultWaitMs = 60_000;

/** The value of a header, the first of several; null if it is missing. */
export const headerOf = (headers: Headers, name: string): string | null => {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
};

const clamped = (ms: number): number => Math.min(Math.max(ms, 0), maxWaitMs);

// The API documents seconds since 1970. Any value but a time within the next hour is ignored.
const untilReset = (headers: Headers, name: string, now: number): number | null => {
  const written = headerOf(headers, name)?.trim() ?? '';
  if (!/^\d{1,16}$/.test(written)) return null;
  const wait = Number(written) * 1000 - now;
  return wait <= -1000 || wait > hourMs ? null : clamped(wait);
};

/** The wait in `retry-after`, in seconds or as a date, limited to 15 min; null without it. */
export const retryAfterMs = (headers: Headers, now: number): number | null => {
  const written = headerOf(headers, 'retry-after')?.trim() ?? '';
  if (/^-?\d+(\.\d+)?$/.test(written)) return clamped(Number(written) * 1000);
  const date = Date.parse(written);
  return Number.isNaN(date) ? null : clamped(date - now);
};

/**
 * The reset after a 429: the later reset of the windows in which no calls remain. If the headers
 * name none, the reset of the account's window, else of the user's, else after `retry-after`, else
 * in a minute. `now` is milliseconds on the API's clock.
 */
export const rateLimitOf = (headers: Headers, now: number): RateLimit => {
  const windows = (['account', 'user'] as const).flatMap((scope) => {
    const { remaining, reset } = windowHeaders[scope];
    const wait = untilReset(headers, reset, now);
    const isUsedUp = Number(headerOf(headers, remaining) ?? Number.NaN) === 0;
    return wait === null ? [] : [{ scope, wait, isUsedUp }];
  });
  const [usedUp = windows[0]] = windows
    .filter(({ isUsedUp }) => isUsedUp)
    .toSorted((one, other) => other.wait - one.wait);
  const wait = usedUp?.wait ?? retryAfterMs(headers, now) ?? defaultWaitMs;
  return {
    retryAfterSeconds: Math.ceil(wait / 1000),
    resetAt: new Date(now + wait).toISOString(),
    scope: usedUp?.scope ?? scopeOf(headers),
  };
};

const scopeOf = (headers: Headers): RateLimit['scope'] => {
  const { account, user } = windowHeaders;
  const isGiven = (name: string): boolean => headerOf(headers, name) !== null;
  if ([account.limit, account.reset].some(isGiven)) return 'account';
  return Object.values(user).some(isGiven) ? 'user' : 'unknown';
};

/**
 * The window in these headers: a limit of 300, 12 remaining and a reset 60 s ahead are 12 of 300
 * calls until `now + 60000`. Null if the remaining calls or a usable reset is missing.
 */
export const windowIn = (headers: Headers, names: ReturnType<typeof namesWith>, now: number) => {
  const left = headerOf(headers, names.remaining);
  if (left === null || !/^\d{1,9}$/.test(left)) return null;
  const wait = untilReset(headers, names.reset, now);
  if (wait === null) return null;
  const most = headerOf(headers, names.limit) ?? '';
  const limit = /^\d{1,9}$/.test(most) ? Number(most) : null;
  return { limit, remaining: Number(left), resetAt: now + wait, from: 'told' as const };
};

/** A remark of the API about its own versions, from the headers of a response. */
export interface Notice {
  /** A warning of the API, or a current version other than the catalogue's. */
  readonly kind: 'warning' | 'version';
  /** A sentence for people. */
  readonly text: string;
}

export const noNotices: readonly Notice[] = [];

const maxLength = 300;

/** The notices in the headers of a response. */
export const noticesIn = (endpoint: Endpoint, headers: Headers): readonly Notice[] => {
  const current = headers['x-current-api-version'];
  // A few endpoints use older versions on purpose.
  const isOther =
    current !== adsVersion && current !== undefined && endpoint.version === adsVersion;
  if (!isOther && headers['x-api-warn'] === undefined) return noNotices;
  const warning = textOf(headers, 'x-api-warn');
  const version = isOther ? textOf(headers, 'x-current-api-version') : '';
  return [
    ...(warning === ''
      ? []
      : [{ kind: 'warning', text: `The API warns (${endpoint.name}): ${warning}` } as const]),
    ...(/^\d{1,4}(\.\d{1,4})?$/.test(version)
      ? [{ kind: 'version', text: otherVersion(version) } as const]
      : []),
  ];
};

const otherVersion = (version: string): string =>
  `The current version of the API is ${version}; this gateway asks for version ${adsVersion}.`;

const textOf = (headers: Headers, name: string): string =>
  (headerOf(headers, name) ?? '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxLength);
