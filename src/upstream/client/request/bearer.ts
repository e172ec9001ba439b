import { badResponse, UpstreamError } from '../errors.ts';
import type { CallResult } from '../response/read-response.ts';

/** The bearer token of the application, which all requests of a process share. */
export interface Bearer {
  /** The token, fetched once for all that wait. Throws the error of the fetch. */
  readonly read: (fetch: () => Promise<CallResult>) => Promise<string>;
  /**
   * Forgets the token, so that the next call fetches another; with an argument only if it is this
   * one. Resolves when other processes can no longer find it.
   */
  readonly drop: (token?: string) => Promise<void>;
}

/** The store in which processes share the token, which may fail: the token is fetched again. */
export interface TokenCache {
  readonly get: () => Promise<string | null>;
  readonly set: (token: string) => Promise<void>;
  /** Removes this token, but no other one. */
  readonly drop: (token: string) => Promise<void>;
}

const noTokenCache: TokenCache = {
  get: async () => null,
  set: async () => undefined,
  drop: async () => undefined,
};

interface BearerOptions {
  readonly tokenCache?: TokenCache | undefined;
  readonly now?: () => number;
}

const endpoint = 'createBearerToken';
const defaultRefusalMs = 60_000;

/**
 * Creates the holder of the token. After a refusal by a rate limit, reads fail with it for the time
 * that the API named, or else a minute. `now` is milliseconds.
 */
export const createBearer = ({
  tokenCache = noTokenCache,
  now = () => performance.now(),
}: BearerOptions = {}): Bearer => {
  let token: string | null = null;
  let flight: Promise<string> | null = null;
  let refused: { readonly error: UpstreamError; readonly until: number } | null = null;
  let drops = 0;
  let lastDropped = '';
  let dropping: Promise<void> = Promise.resolve();

  const find = async (fetch: () => Promise<CallResult>): Promise<string> => {
    await dropping;
    const known = await tokenCache.get();
    if (known !== null && known !== lastDropped) return known;
    const fetched = tokenIn(await fetch());
    await tokenCache.set(fetched);
    return fetched;
  };

  const fetchOnce = async (fetch: () => Promise<CallResult>): Promise<string> => {
    const before = drops;
    try {
      const fetched = await find(fetch);
      // The token that was dropped in the meantime may be this one.
      if (before === drops) token = fetched;
      else await tokenCache.drop(fetched);
      return fetched;
    } catch (error) {
      if (!isRateLimited(error)) throw error;
      const first = error.rateLimit === null ? refusalFor(error, defaultRefusalMs) : error;
      const waitMs = (first.rateLimit?.retryAfterSeconds ?? 0) * 1000;
      refused = { error: first, until: now() + waitMs };
      throw first;
    } finally {
      flight = null;
    }
  };

  return {
    read: async (fetch) => {
      if (token !== null) return token;
      const left = refused === null ? 0 : refused.until - now();
      if (refused !== null && left > 0) throw refusalFor(refused.error, left);
      flight ??= fetchOnce(fetch);
      return flight;
    },
    drop: (dropped = token ?? '') => {
      drops += 1;
      lastDropped = dropped;
      dropping = tokenCache.drop(dropped);
      if (dropped === token) token = null;
      return dropping;
    },
  };
};

const isRateLimited = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.code === 'UPSTREAM_RATE_LIMITED';

/** The same refusal with `leftMs` as its `retryAfterSeconds`, rounded up, and the same reset. */
const refusalFor = ({ status, problems, transaction, rateLimit }: UpstreamError, leftMs: number) =>
  new UpstreamError({
    endpoint,
    status,
    problems,
    transaction,
    rateLimit: {
      resetAt: rateLimit?.resetAt ?? new Date(Date.now() + leftMs).toISOString(),
      scope: rateLimit?.scope ?? 'unknown',
      retryAfterSeconds: Math.ceil(leftMs / 1000),
    },
  });

const tokenIn = ({ rows: [row] }: CallResult): string => {
  const [type, value] = [row?.['token_type'], row?.['access_token']];
  const isToken = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
  if (isToken && String(type).toLowerCase() === 'bearer') return value;
  const reason = 'the response has no bearer token';
  throw badResponse(endpoint, reason);
};

/** The token as the value of a parameter: the API issues `AAA=` percent-encoded, as `AAA%3D`. */
export const plainToken = (token: string): string => {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
};
