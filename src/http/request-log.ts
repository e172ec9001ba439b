import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { internalError } from '../errors.ts';
import type { Log } from '../log.ts';
import { discard } from './body.ts';
import type { Entry, Exchange } from './exchange.ts';
import { noteEnd } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import { codesOf, replyOf, send } from './reply.ts';
import type { Tracing } from './tracing.ts';

/** The requests of a process. */
export interface Requests {
  /** Begins a request, and writes it down when its answer is out. */
  readonly open: (req: IncomingMessage, res: ServerResponse) => Exchange;
  /** Ends a request whose answer could not be made: with a 500, or where some of it is out, with its connection. */
  readonly fail: (exchange: Exchange, error: unknown) => void;
  /** Those whose answer is not out, in the order in which they came. */
  readonly underWay: ReadonlySet<Exchange>;
  /** Lets connections end with the answers that they wait for, and with those to whatever still comes. */
  readonly endConnections: () => void;
}

/** Where requests end. */
interface Records {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Null where nobody collects spans. */
  readonly tracing: Tracing | null;
}

/** Requests that end in these records. */
export const createRequests = ({ log, metrics, tracing }: Records): Requests => {
  const underWay = new Set<Exchange>();
  let isEnding = false;
  return {
    underWay,
    open: (req, res) => {
      const note = newEntry();
      const exchange: Exchange = { req, res, note, who: '', bodyBytes: 0, place: null };
      underWay.add(exchange);
      if (isEnding) res.shouldKeepAlive = false;
      res.once('close', () => {
        underWay.delete(exchange);
        noteEnd(exchange);
        write(log, note, res);
        metrics.count(note, res.statusCode);
        if (tracing !== null && note.isGraphql) tracing.write(exchange);
      });
      return exchange;
    },
    fail: ({ req, res, note }, error) => {
      if (res.closed) {
        log.error({ id: note.id, err: error }, failedInside);
        return;
      }
      note.faults = [...note.faults, error];
      if (res.headersSent) {
        res.destroy();
        return;
      }
      const shown = internalError();
      note.codes = codesOf([shown]);
      if (!req.complete) discard(req);
      const addressed = { type: 'application/json', requestId: note.id } as const;
      send(req, res, replyOf({ errors: [shown] }, addressed));
    },
    endConnections: () => {
      isEnding = true;
      for (const { res } of underWay) if (!res.headersSent) res.shouldKeepAlive = false;
    },
  };
};

const failedInside = 'failed inside';

const newEntry = (): Entry => ({
  id: randomUUID(),
  start: performance.now(),
  isGraphql: false,
  plan: null,
  calls: [],
  codes: [],
  faults: [],
});

const write = (log: Log, note: Entry, res: ServerResponse): void => {
  const { id, plan, calls, codes } = note;
  for (const fault of note.faults) log.error({ id, err: fault }, failedInside);
  log.info(
    {
      id,
      operation: plan?.name ?? null,
      status: res.writableFinished ? res.statusCode : null,
      durationMs: Math.round(performance.now() - note.start),
      calls: calls.length,
      codes,
    },
    'request',
  );
};
