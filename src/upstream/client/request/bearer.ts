import type { Answer } from '../answer/answers.ts';
import { TransportError, UpstreamError } from '../errors.ts';

/** The application's own bearer token: one for all callers of a process. */
export interface Bearer {
  /** The token, fetched where there is none: once, however many ask. Throws what the fetch did. */
  readonly read: (fetch: () => Promise<Answer>) => Promise<string>;
  /** Forgets the token, or only this one where given, so that the next caller fetches another. */
  readonly drop: (token?: string) => void;
}

/** Where a token is kept for other processes too. What fails there is no fault: a token can be fetched again. */
export interface KeptToken {
  readonly get: () => Promise<string | null>;
  readonly set: (token: string) => Promise<void>;
  /** Keeps it no longer, unless another one is kept by now. */
  readonly drop: (token: string) => Promise<void>;
}

const keptNowhere: KeptToken = {
  get: async () => null,
  set: async () => undefined,
  drop: async () => undefined,
};

interface BearerOptions {
  readonly kept?: KeptToken | undefined;
  /** Milliseconds. */
  readonly now?: () => number;
}

const endpoint = 'createBearerToken';
const refusedMs = 60_000;

/** A bearer token that nobody in this process has asked for yet. */
export const createBearer = ({
  kept = keptNowhere,
  now = () => performance.now(),
}: BearerOptions = {}): Bearer => {
  let token: string | null = null;
  let flight: Promise<string> | null = null;
  let refused: { readonly error: UpstreamError; readonly until: number } | null = null;
  let drops = 0;
  let lastDropped = '';
  let dropping: Promise<void> = Promise.resolve();

  const find = async (fetch: () => Promise<Answer>): Promise<string> => {
    await dropping;
    const known = await kept.get();
    if (known !== null && known !== lastDropped) return known;
    const fetched = tokenIn(await fetch());
    await kept.set(fetched);
    return fetched;
  };

  const fetchOnce = async (fetch: () => Promise<Answer>): Promise<string> => {
    const before = drops;
    try {
      const fetched = await find(fetch);
      // What was dropped meanwhile may be this very token.
      if (before === drops) token = fetched;
      else await kept.drop(fetched);
      return fetched;
    } catch (error) {
      if (!isTooOften(error)) throw error;
      const first = error.rateLimit === null ? tooOften(error, refusedMs) : error;
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
      if (refused !== null && left > 0) throw tooOften(refused.error, left);
      flight ??= fetchOnce(fetch);
      return flight;
    },
    drop: (dropped = token ?? '') => {
      drops += 1;
      lastDropped = dropped;
      dropping = kept.drop(dropped);
      if (dropped === token) token = null;
    },
  };
};

const isTooOften = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.code === 'UPSTREAM_RATE_LIMITED';

/** The refusal as it stands when so much of its time is left; the reset that the API named stays. */
const tooOften = ({ status, problems, transaction, rateLimit }: UpstreamError, leftMs: number) =>
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

const tokenIn = ({ rows: [row] }: Answer): string => {
  const [type, value] = [row?.['token_type'], row?.['access_token']];
  const isToken = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
  if (isToken && String(type).toLowerCase() === 'bearer') return value;
  const reason = 'the answer has no bearer token';
  throw new TransportError('UPSTREAM_BAD_RESPONSE', endpoint, reason, { sent: true });
};

/** A bearer token as the value of a parameter: it is issued percent-encoded, and would be encoded twice otherwise. */
export const plainToken = (token: string): string => {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
};
