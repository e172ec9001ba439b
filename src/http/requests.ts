import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { internalError } from '../errors/errors.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import { createQueue, type Queue } from '../upstream/client/queue.ts';
import { discard } from './door/body.ts';
import {
  type Exchange,
  type HttpExchange,
  type OwnExchange,
  type ReadRequest,
  type RequestRecord,
  recordEnd,
  type TraceOf,
} from './door/exchange.ts';
import { sendRefusal } from './plugins/reply.ts';

export interface Requests {
  /**
   * Answers a request. It is logged, counted and traced when the work is done and the response is
   * closed. If `answer` rejects, the response is status 500, or the connection closes if the answer
   * has begun.
   */
  readonly take: (
    req: IncomingMessage,
    res: ServerResponse,
    answer: (exchange: HttpExchange) => Promise<void>,
  ) => void;
  /**
   * Does work in an exchange of this process: admitted, logged, counted and traced as a request.
   * The work sets its status. Rejects as the work does.
   */
  readonly own: <T>(request: OwnRequest, work: (exchange: OwnExchange) => Promise<T>) => Promise<T>;
  /** The requests whose response is not closed, in the order in which they came. */
  readonly active: Queue<HttpExchange>;
  /**
   * Closes each connection after its next answer, whether the request is under way or still to
   * come.
   */
  readonly endConnections: () => void;
  /** The number of requests that are not logged yet. */
  readonly unreported: () => number;
  /** Logs, counts and traces the requests that are still running, with the facts known so far. */
  readonly reportAll: () => void;
}

/** A request of this process, a POST. */
export interface OwnRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Aborted when nobody waits for the response any more. */
  readonly signal: AbortSignal;
}

/** The listeners of requests. */
interface Listener {
  readonly traceOf: TraceOf;
  /** Called once for each request, when it has ended. */
  readonly report: (exchange: Exchange) => void;
  /** Called with an error of a request whose response was closed before. */
  readonly reportLate: (record: RequestRecord, error: unknown) => void;
}

export const createRequests = ({ traceOf, report, reportLate }: Listener): Requests => {
  const active = createQueue<HttpExchange>();
  const unreported = createQueue<Exchange>();
  let isEnding = false;
  return {
    active,
    take: (req, res, answer) => {
      const record = newRecord(req, traceOf);
      const exchange: HttpExchange = { req, res, record, left: null, ...nothingHeld };
      const leave = active.add(exchange);
      const forget = unreported.add(exchange);
      if (isEnding) res.shouldKeepAlive = false;
      // The work of a write continues after its caller has left.
      let isOver = false;
      const end = (): void => {
        if (isOver && forget()) report(exchange);
        isOver = true;
      };
      res.once('close', () => {
        leave();
        recordEnd(exchange);
        exchange.whenClosed?.();
        end();
      });
      answer(exchange).then(end, (error: unknown) => {
        if (res.closed) reportLate(record, error);
        else fail(exchange, error);
        end();
      });
    },
    own: async ({ signal, ...sent }, work) => {
      const req = requestOf(sent);
      const record = newRecord(req, traceOf);
      const left = new AbortController();
      const exchange: OwnExchange = { req, record, left, status: null, ...nothingHeld };
      const forget = unreported.add(exchange);
      const leave = (): void => {
        left.abort();
        exchange.whenClosed?.();
      };
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      try {
        return await work(exchange);
      } catch (error) {
        record.internalErrors = [...record.internalErrors, error];
        throw error;
      } finally {
        signal.removeEventListener('abort', leave);
        exchange.place?.leave();
        if (left.signal.aborted) exchange.status = null;
        if (forget()) report(exchange);
      }
    },
    endConnections: () => {
      isEnding = true;
      for (const { res } of active) if (!res.headersSent) res.shouldKeepAlive = false;
    },
    unreported: unreported.size,
    reportAll: () => {
      for (let next = unreported.shift(); next !== null; next = unreported.shift()) report(next);
    },
  };
};

const nothingHeld = { callerKey: '', bodyBytes: 0, place: null, whenClosed: null };

const requestOf = ({ url, headers, body }: Without<OwnRequest, 'signal'>): ReadRequest =>
  Object.assign(Readable.from([Buffer.from(body)]), { method: 'POST', url, headers });

/** Answers with status 500, or closes the connection if the answer has begun. */
const fail = ({ req, res, record }: HttpExchange, error: unknown): void => {
  record.internalErrors = [...record.internalErrors, error];
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (!req.complete) discard(req);
  sendRefusal({ req, res, record }, internalError());
};

const newRecord = (req: ReadRequest, traceOf: TraceOf): RequestRecord => ({
  id: requestIdIn(req.headers) ?? randomUUID(),
  start: performance.now(),
  client: clientNameIn(req.headers),
  trace: traceOf(req),
  route: null,
  isGraphql: false,
  key: null,
  user: null,
  tool: null,
  plan: null,
  upload: null,
  calls: [],
  writes: [],
  waitedMs: null,
  codes: [],
  internalErrors: [],
  audited: [],
  refusedBy: [],
});

// These texts are logged, and returned in a header: no character of them needs escaping.
const requestId = /^[A-Za-z0-9._-]{1,128}$/;
const clientName = /^[A-Za-z0-9._@/ -]{1,64}$/;

const named = (headers: IncomingHttpHeaders, header: string, pattern: RegExp): string | null => {
  const value = headers[header];
  return typeof value === 'string' && pattern.test(value) ? value : null;
};

/** The caller's id of its request; null if there is none or it is not valid. */
const requestIdIn = (headers: IncomingHttpHeaders): string | null =>
  named(headers, 'x-request-id', requestId);

/**
 * The name of the client, as clients of Apollo and others send it: 1 to 64 letters, digits, blanks
 * and `._@/-`. Null for any other text.
 */
const clientNameIn = (headers: IncomingHttpHeaders): string | null =>
  named(headers, 'apollographql-client-name', clientName) ??
  named(headers, 'graphql-client-name', clientName);
