import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { internalError } from '../errors.ts';
import { createQueue, type Queue } from '../upstream/client/queue.ts';
import { discard } from './door/body.ts';
import { type Exchange, type RequestRecord, recordEnd, type TraceOf } from './door/exchange.ts';
import { sendRefusal } from './plugins/reply.ts';

export interface Requests {
  /**
   * Answers a request. It is logged, counted and traced when the work is done and the response is
   * closed. What `answer` rejects with ends as status 500, or by closing the connection if the
   * answer has begun.
   */
  readonly take: (
    req: IncomingMessage,
    res: ServerResponse,
    answer: (exchange: Exchange) => Promise<void>,
  ) => void;
  /** The requests whose response is not closed, in the order in which they came. */
  readonly active: Queue<Exchange>;
  /**
   * Closes each connection after its next answer, whether the request is under way or still to
   * come.
   */
  readonly endConnections: () => void;
  /** How many requests are not logged yet. */
  readonly unreported: () => number;
  /** Logs, counts and traces the requests that are still running, with what is known of them. */
  readonly reportAll: () => void;
}

/** Who hears of requests. */
interface Listener {
  readonly traceOf: TraceOf;
  /** Called once for each request, when it has ended. */
  readonly report: (exchange: Exchange) => void;
  /** Called with an error of a request whose response was closed before. */
  readonly reportLate: (record: RequestRecord, error: unknown) => void;
}

export const createRequests = ({ traceOf, report, reportLate }: Listener): Requests => {
  const active = createQueue<Exchange>();
  const unreported = createQueue<Exchange>();
  let isEnding = false;
  return {
    active,
    take: (req, res, answer) => {
      const record = newRecord(req, traceOf);
      const exchange: Exchange = {
        req,
        res,
        record,
        callerKey: '',
        bodyBytes: 0,
        place: null,
        left: null,
        whenClosed: null,
      };
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

/** Answers with status 500, or closes the connection if the answer has begun. */
const fail = ({ req, res, record }: Exchange, error: unknown): void => {
  record.internalErrors = [...record.internalErrors, error];
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (!req.complete) discard(req);
  sendRefusal({ req, res, record }, internalError());
};

const newRecord = (req: IncomingMessage, traceOf: TraceOf): RequestRecord => ({
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

/** The id that the caller gave its request; null if there is none or it is not valid. */
const requestIdIn = (headers: IncomingHttpHeaders): string | null =>
  named(headers, 'x-request-id', requestId);

/**
 * The name of the client, as clients of Apollo and others send it: 1 to 64 letters, digits, blanks
 * and `._@/-`. Null for any other text.
 */
const clientNameIn = (headers: IncomingHttpHeaders): string | null =>
  named(headers, 'apollographql-client-name', clientName) ??
  named(headers, 'graphql-client-name', clientName);
