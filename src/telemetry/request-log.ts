import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { internalError } from '../errors.ts';
import { discard } from '../http/door/body.ts';
import type { Exchange, RequestNote, RequestTrace } from '../http/door/exchange.ts';
import { noteEnd } from '../http/door/exchange.ts';
import { sendRefusal } from '../http/graphql/reply.ts';
import type { Queue } from '../upstream/client/queue.ts';
import { createQueue } from '../upstream/client/queue.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { failedInside, writeLine } from './request-line.ts';
import type { TraceOf } from './trace-context.ts';

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

interface Sinks {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly traceOf: TraceOf;
}

export const createRequests = ({ log, metrics, traceOf }: Sinks): Requests => {
  const active = createQueue<Exchange>();
  const unreported = new Set<Exchange>();
  let isEnding = false;
  const report = (exchange: Exchange): void => {
    if (!unreported.delete(exchange)) return;
    writeLine(log, exchange);
    metrics.count(exchange);
    const { note } = exchange;
    if (note.isGraphql || note.upload !== null) note.trace?.end(exchange);
  };
  return {
    active,
    take: (req, res, answer) => {
      const note = newNote(req, traceOf);
      const exchange: Exchange = { req, res, note, callerKey: '', bodyBytes: 0, place: null };
      const leave = active.add(exchange);
      unreported.add(exchange);
      if (isEnding) res.shouldKeepAlive = false;
      // The work of a write continues after its caller has left.
      let isOver = false;
      const end = (): void => {
        if (isOver) report(exchange);
        isOver = true;
      };
      res.once('close', () => {
        leave();
        noteEnd(exchange);
        end();
      });
      answer(exchange).then(end, (error: unknown) => {
        fail(log, exchange, error);
        end();
      });
    },
    endConnections: () => {
      isEnding = true;
      for (const { res } of active) if (!res.headersSent) res.shouldKeepAlive = false;
    },
    unreported: () => unreported.size,
    reportAll: () => unreported.forEach(report),
  };
};

const fail = (log: Log, { req, res, note }: Exchange, error: unknown): void => {
  if (res.closed) {
    log.error({ id: note.id, err: error }, failedInside);
    return;
  }
  note.internalErrors = [...note.internalErrors, error];
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (!req.complete) discard(req);
  sendRefusal({ req, res, note }, internalError());
};

const newNote = (req: IncomingMessage, traceOf: TraceOf): RequestNote => {
  const trace: RequestTrace | null = traceOf(req);
  return {
    id: requestIdIn(req.headers) ?? randomUUID(),
    start: performance.now(),
    client: clientNameIn(req.headers),
    trace,
    route: null,
    isGraphql: false,
    key: null,
    user: null,
    plan: null,
    upload: null,
    calls: [],
    writes: [],
    waitedMs: null,
    codes: [],
    internalErrors: [],
  };
};

// These texts are logged, and returned in a header: no character of them needs escaping.
const requestId = /^[A-Za-z0-9._-]{1,128}$/;
const clientName = /^[A-Za-z0-9._@/ -]{1,64}$/;

const named = (headers: IncomingHttpHeaders, header: string, form: RegExp): string | null => {
  const value = headers[header];
  return typeof value === 'string' && form.test(value) ? value : null;
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
