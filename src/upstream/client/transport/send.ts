import { reportAnomaly } from '../anomalies.ts';
import { badResponse, type ErrorCode, TransportError } from '../errors.ts';
import type { Encoded } from '../request/encode.ts';
import { type Authorize, type Clock, timeOn } from '../request/oauth.ts';
import { headerOf, type Notice, noticesIn } from '../response/headers.ts';
import type { CallResult } from '../response/read-response.ts';
import { checkEcho, readResponse, readWritten } from '../response/read-response.ts';
import { refusalOf, type UpstreamCall, type UpstreamResponse } from '../response/refusals.ts';
import { beginTry, type CallRecord, endTry } from '../trace.ts';
import type { Health } from './breaker.ts';
import type { Connections } from './connections.ts';
import { type WindowedCall, type Windows, withoutRoom } from './rate-windows.ts';
import type { PlacePauses, RetryPolicy } from './retries.ts';
import { afterGarbage, afterLoss, afterRefusal, pause, RetryState } from './retries.ts';
import type { LossKind, RawResponse, Watch } from './upstream-exchange.ts';
import { isPlain, Loss, UpstreamExchange, unzipped } from './upstream-exchange.ts';

/** A call that is ready to be sent, in as many attempts as `retryPolicy` allows. */
export interface Job extends UpstreamCall {
  readonly encoded: Encoded;
  readonly authorize: Authorize;
  readonly connections: Connections;
  /** The caller in whose turn it is sent while connections are scarce. */
  readonly callerKey: string;
  readonly retryPolicy: RetryPolicy;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly watch: Watch;
  readonly record: CallRecord;
  readonly windows: Windows;
  readonly windowed: WindowedCall;
  /** The value of this header; null if it is not sent. */
  readonly traceparent: string | null;
  readonly onNotice: ((notice: Notice) => void) | null;
  /** Lends the request's place to other requests during a wait. */
  readonly rest: PlacePauses['rest'];
  /** Called before each attempt; null for nothing. */
  readonly beforeSending: (() => Promise<void>) | null;
}

/**
 * The result of an attempt: a response, or an error. `wait` is the time until the next attempt, in
 * milliseconds; null if there is no next attempt.
 */
type Step =
  | { readonly result: CallResult }
  | { readonly error: Error; readonly wait: number | null };

/** Sends a call, with retries, until it gets a response. Throws the error of the last attempt. */
export const send = async (job: Job): Promise<CallResult> => {
  const retryState = new RetryState(job.retryPolicy);
  for (;;) {
    let share = shareOf(job);
    while (share !== null) {
      await share;
      share = shareOf(job);
    }
    const step = takeFromWindow(job, retryState) ?? (await attempt(job, retryState));
    if ('result' in step) return step.result;
    if (isLastAttempt(job, retryState)) throw step.error;
    if (step.wait === null || !(await restFor(step.wait, job))) throw step.error;
    retryState.last = step.error;
    reportAnomaly('retried');
  }
};

const restFor = (ms: number, { rest, retryPolicy, signal }: Job): Promise<boolean> =>
  rest(pause(retryPolicy, ms, signal));

/** True if a read has used all its attempts: 3, or 1 + LIMIT_READ_RETRIES if that is larger. */
const isLastAttempt = ({ record, retryPolicy }: Job, { replaced }: RetryState): boolean =>
  retryPolicy.isRead &&
  record.tries.length - Number(replaced) >= Math.max(maxAttempts, 1 + retryPolicy.maxRetries);

const maxAttempts = 3;

const shareOf = ({ windows, windowed, retryPolicy: { clock } }: Job): Promise<unknown> | null =>
  windows.wait(windowed, timeOn(clock));

/** Counts the call in its window. Null if it may be sent; else a refusal as for status 429. */
const takeFromWindow = (job: Job, retryState: RetryState): Step | null => {
  const { endpoint, retryPolicy, windows, windowed } = job;
  const now = timeOn(retryPolicy.clock);
  const window = windows.take(windowed, now);
  if (window === null) return null;
  const error = withoutRoom(endpoint, 'the rate window is used up', { ...window, now });
  return { error, wait: afterRefusal(error, {}, retryState) };
};

const refuseByBreaker = ({ endpoint, windows, windowed }: Job, { last }: RetryState): Step => {
  windows.uncount(windowed);
  const reason = 'the API has failed too often lately, so no calls are sent for a while';
  const error = new TransportError('UPSTREAM_UNAVAILABLE', endpoint.name, reason, { sent: false });
  return { error: last ?? error, wait: null };
};

const healthOf = (loss: Loss): Health => {
  if (loss.stale || loss.kind === 'cancelled') return 'unknown';
  // A call that never got a connection does not show the health of the API.
  return loss.kind === 'deadline' && !loss.sent ? 'unknown' : 'failed';
};

const attempt = async (job: Job, retryState: RetryState): Promise<Step> => {
  const { retryPolicy, record, windows, windowed } = job;
  const { breaker } = job.connections;
  const ticket = breaker.enter(retryPolicy.isRead);
  if (ticket === null) return refuseByBreaker(job, retryState);
  if (job.beforeSending !== null) {
    await job.beforeSending().catch((error: unknown) => {
      breaker.leave(ticket, 'unknown');
      windows.uncount(windowed);
      throw error;
    });
  }
  const current = beginTry(record);
  let reply: RawResponse;
  try {
    reply = await exchangeOnce(job, retryState);
    record.status = reply.status;
    current.status = reply.status;
    record.transaction = headerOf(reply.headers, 'x-transaction');
    if (!isPlain(reply)) reply = await unzipped(reply, job.maxBytes);
    breaker.leave(ticket, reply.status >= 500 ? 'failed' : 'answered');
  } catch (error) {
    breaker.leave(ticket, error instanceof Loss ? healthOf(error) : 'unknown');
    if (!(error instanceof Loss)) throw error;
    if (!error.sent) windows.uncount(windowed);
    return { error: lossError(job, error), wait: afterLoss(error, retryState) };
  } finally {
    endTry(record, current);
  }
  return readReply(job, retryState, reply);
};

const readReply = (job: Job, retryState: RetryState, reply: RawResponse): Step => {
  const { retryPolicy, windows, windowed } = job;
  const { status, headers, body: bytes } = reply;
  learnTime(retryPolicy.clock, headers);
  recordNotices(job, headers);
  if (status >= 300 && status < 400) return { error: redirected(job, status), wait: null };
  const now = timeOn(retryPolicy.clock);
  const body = readWritten(job, status, bytes);
  const response = { status, headers, bytes, size: bytes.length, body, now };
  // A response to another request shows neither that this one was refused nor that it may be sent
  // again.
  refuseForeign(job, response);
  windows.learn(windowed, headers, now);
  if (status < 300) {
    if (!isJson(headers)) reportAnomaly('content_type');
    return parseResponse(job, retryState, response);
  }
  const error = refusalOf(job, response);
  if (status === 401 && error.problems[0]?.code === '32') reportAnomaly('signature_refused');
  if (error.rateLimit !== null) windows.close(windowed, error.rateLimit);
  return { error, wait: afterRefusal(error, headers, retryState) };
};

const isJson = (headers: RawResponse['headers']): boolean =>
  headerOf(headers, 'content-type')?.includes('json') ?? false;

// All responses of a second have the same date.
let lastDate = { text: '', time: Number.NaN };

const learnTime = (clock: Clock, headers: RawResponse['headers']): void => {
  const text = headerOf(headers, 'date') ?? '';
  if (text !== lastDate.text) lastDate = { text, time: Date.parse(text) };
  const offset = lastDate.time - clock.now();
  if (!Number.isNaN(offset)) clock.shownOffsetMs = offset;
};

const recordNotices = (
  { endpoint, record, onNotice }: Job,
  headers: RawResponse['headers'],
): void => {
  const notices = noticesIn(endpoint, headers);
  if (notices.length === 0) return;
  record.notices = notices;
  for (const notice of notices) onNotice?.(notice);
};

const refuseForeign = (job: Job, { body }: UpstreamResponse): void => {
  try {
    checkEcho(job, body);
  } catch (error) {
    reportAnomaly('echo_of_another_account');
    job.connections.replaceAll();
    throw error;
  }
};

const parseResponse = (
  job: Job,
  retryState: RetryState,
  response: UpstreamResponse & { readonly bytes: Buffer },
): Step => {
  try {
    return { result: readResponse(job, response) };
  } catch (error) {
    // Incomplete JSON may be complete the next time; an HTML page will not be JSON.
    const isTorn = response.body === undefined && /^\s*[[{]/.test(response.bytes.toString());
    const wait = isTorn ? afterGarbage(retryState) : null;
    if (wait === null || !(error instanceof TransportError)) throw error;
    return { error, wait };
  }
};

/** Signs and sends the call once. Rejects with a Loss. */
const exchangeOnce = (job: Job, retryState: RetryState): Promise<RawResponse> => {
  const { retryPolicy, encoded, connections } = job;
  const { base } = connections;
  const { method, parameters, inHeader, body } = encoded;
  retryState.signedOffset = retryPolicy.clock.offsetMs;
  const url = base.url + encoded.path;
  const authorization = job.authorize({ method, url, parameters, inHeader });
  const headers = ['authorization', authorization, ...sameHeaders];
  if (encoded.contentType !== null) headers.push('content-type', encoded.contentType);
  if (job.traceparent !== null) headers.push('traceparent', job.traceparent);
  const path = base.prefix + encoded.path + encoded.query;
  // The API executes a write that it has received, so its response is awaited even if the caller
  // has left.
  const exchange = new UpstreamExchange({
    maxBytes: job.maxBytes,
    outlivesCaller: !retryPolicy.isRead,
  });
  exchange.endBy(retryPolicy.deadline, job.watch);
  const onNew = !retryPolicy.isRead || retryState.replaced;
  connections.send({ method, path, headers, body }, exchange, { callerKey: job.callerKey, onNew });
  return exchange.reply;
};

const sameHeaders = ['accept', 'application/json', 'accept-encoding', 'identity'] as const;

const losses: Readonly<Record<LossKind, readonly [ErrorCode, string]>> = {
  connect: ['UPSTREAM_UNAVAILABLE', 'the API cannot be reached'],
  certificate: ['UPSTREAM_UNAVAILABLE', 'the certificate of the API is not valid'],
  reset: ['UPSTREAM_UNAVAILABLE', 'the connection broke before the response was complete'],
  protocol: [
    'UPSTREAM_BAD_RESPONSE',
    'the response is not valid HTTP, or does not fit the request',
  ],
  oversize: ['UPSTREAM_BAD_RESPONSE', 'the response is too large'],
  deadline: ['UPSTREAM_TIMEOUT', 'the API did not respond completely in time'],
  cancelled: ['OPERATION_TIMEOUT', 'the caller no longer waits'],
};

const lossError = ({ endpoint }: Job, loss: Loss): TransportError => {
  const [code, reason] = losses[loss.kind];
  return new TransportError(code, endpoint.name, reason, { sent: loss.sent, cause: loss.cause });
};

const redirected = ({ endpoint }: Job, status: number): TransportError =>
  badResponse(endpoint.name, `the API responded with status ${status}`);
