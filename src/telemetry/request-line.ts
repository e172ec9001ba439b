import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Origins } from '../auth/origins.ts';
import { addressOf } from '../auth/sign-in-rate.ts';
import type { Config } from '../config/config.ts';
import { type Exchange, type RequestRecord, statusOf } from '../http/door/exchange.ts';
import type { CallRecord } from '../upstream/client/trace.ts';
import type { Log } from './log.ts';

/** Writes a line about an internal error of a request. */
export const writeInternalError = (log: Log, { id }: RequestRecord, err: unknown): void =>
  log.error({ id, err }, 'failed inside');

/** The kind of operation of a request; null if it has none. */
export const kindOf = ({ plan }: RequestRecord): 'query' | 'mutation' | null => {
  if (plan === null) return null;
  return plan.isMutation ? 'mutation' : 'query';
};

/**
 * Writes the line of a request that has ended, after one for each internal error. It is a warning
 * if somebody should look: a write of unknown outcome, a status of 500 or more, or an API that did
 * not answer as it should.
 *
 * Of the caller's text it shows only names: of the operation, of the client, and the request id.
 * The API's words may quote the caller's, so only those about a sign-in are shown.
 */
export const writeLine = (
  log: Log,
  exchange: Exchange,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): void => {
  const { req, record } = exchange;
  const { id, key, client, user, upload, writes, refusedBy, codes } = record;
  const calls = record.calls.flat();
  for (const error of record.internalErrors) writeInternalError(log, record, error);
  const hasUnknown = writes.some(({ outcome }) => outcome === 'UNKNOWN');
  const failed = calls.filter(
    ({ failure, outcome }) => failure !== null || (hasUnknown && outcome !== null),
  );
  const status = statusOf(exchange);
  const isWarning =
    hasUnknown || (status ?? 0) >= 500 || codes.some(isSevere) || failed.some(hasSevereFailure);
  log[isWarning ? 'warn' : 'info'](
    {
      id,
      trace: record.trace?.id ?? null,
      key,
      client,
      user,
      ...(isRefusedCaller(exchange) && { address: addressOf(req, publicUrl !== null) }),
      ...(!record.isGraphql && { route: record.route }),
      ...(record.tool !== null && { tool: record.tool }),
      operation: record.plan?.name?.slice(0, longestName) ?? null,
      kind: kindOf(record),
      ...(upload !== null && { upload }),
      method: req.method,
      status,
      durationMs: Math.round(performance.now() - record.start),
      calls: calls.length,
      codes,
      ...(writes.length > 0 && { writes: writes.slice(0, maxListed).map(writeIn(record)) }),
      ...(refusedBy.length > 0 && { guards: [...new Set(refusedBy)].slice(0, maxListed) }),
      ...(failed.length > 0 && { failures: failed.slice(0, maxListed).map(failureIn(record)) }),
      ...(failed.length > maxListed && { failed: failed.length }),
    },
    'request',
  );
};

/** True if the credentials of a request were refused, or it had none where they are needed. */
export const isRefusedCaller = (exchange: Exchange): boolean =>
  ('res' in exchange && exchange.res.statusCode === 401) ||
  exchange.record.codes.includes('UNAUTHENTICATED');

const longestName = 128;
/** The most writes, and the most failed calls, that one line lists. */
const maxListed = 20;

/** The outcome of a mutation's field, and the subjects of the writes that it sent. */
const writeIn =
  ({ audited }: RequestRecord) =>
  ({ key, ...write }: RequestRecord['writes'][number]) => {
    const own = audited.filter(({ root }) => root === key);
    const [first] = own;
    return {
      ...write,
      ...(first !== undefined && {
        account: first.account,
        ids: own.flatMap(({ ids }) => ids).slice(0, maxListed),
        ...(own.every(({ repeated }) => repeated) && { repeated: true }),
      }),
    };
  };

const failureIn =
  ({ route }: RequestRecord) =>
  ({ endpoint, status, failure, reason, transaction }: CallRecord) => ({
    endpoint,
    status,
    code: failure,
    ...(route?.startsWith('/auth/') === true && { reason }),
    transaction: transaction?.slice(0, longestName) ?? null,
  });

const severeCodes: ReadonlySet<string | null> = new Set([
  'INTERNAL_SERVER_ERROR',
  'UPSTREAM_AUTH_FAILED',
  'UPSTREAM_BAD_RESPONSE',
  'UPSTREAM_CURSOR_LOOP',
  'UPSTREAM_OUTCOME_UNKNOWN',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
]);

const isSevere = (code: string): boolean => severeCodes.has(code);

const hasSevereFailure = ({ failure }: CallRecord): boolean => severeCodes.has(failure);

const everyMs = 600_000;
const maxOrigins = 20;
const maxLength = 200;

/**
 * Creates the function that logs a request from a page that may not read the answer (CORS). Each
 * origin is logged once in ten minutes, and at most 20 are, because a caller can invent any number.
 */
export const createRefusedOrigins = (log: Pick<Log, 'warn'>) => {
  const logged = new LRUCache<string, true>({ max: maxOrigins, ttl: everyMs });
  return ({ origin, host = '' }: IncomingHttpHeaders, origins: () => Origins): void => {
    if (origin === undefined || isSame(origin, host)) return;
    const { own, allowed } = origins();
    if (origin === own || allowed.has(origin)) return;
    const named = origin.slice(0, maxLength);
    logged.purgeStale();
    if (logged.has(named) || logged.size >= maxOrigins) return;
    logged.set(named, true);
    log.warn(
      { origin: named },
      'A page of this origin sent a request, but its browser blocks the response: the origin is not in ALLOWED_ORIGINS',
    );
  };
};

const isSame = (origin: string, host: string): boolean =>
  origin === `http://${host}` || origin === `https://${host}`;
