import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { internalError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Queue } from '../upstream/client/queue.ts';
import { createQueue } from '../upstream/client/queue.ts';
import { discard } from './body.ts';
import type { Exchange, RequestNote } from './exchange.ts';
import { noteEnd } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import { sendRefusal } from './reply.ts';
import type { Tracing } from './tracing.ts';

export interface Requests {
  /** Begins a request; it is logged, counted and traced when its response is closed. */
  readonly open: (req: IncomingMessage, res: ServerResponse) => Exchange;
  /** Ends a request whose answer could not be made: with status 500, or by closing the connection if the answer has begun. */
  readonly fail: (exchange: Exchange, error: unknown) => void;
  /** The requests whose response is not closed, in the order in which they came. */
  readonly underWay: Queue<Exchange>;
  /** Closes each connection after its next answer, whether the request is under way or still to come. */
  readonly endConnections: () => void;
}

interface Sinks {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Null where nobody collects spans. */
  readonly tracing: Tracing | null;
}

export const createRequests = ({ log, metrics, tracing }: Sinks): Requests => {
  const underWay = createQueue<Exchange>();
  let isEnding = false;
  return {
    underWay,
    open: (req, res) => {
      const note = newNote();
      const exchange: Exchange = { req, res, note, who: '', bodyBytes: 0, place: null };
      const leave = underWay.add(exchange);
      if (isEnding) res.shouldKeepAlive = false;
      res.once('close', () => {
        leave();
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
      if (!req.complete) discard(req);
      sendRefusal({ req, res, note }, internalError());
    },
    endConnections: () => {
      isEnding = true;
      for (const { res } of underWay) if (!res.headersSent) res.shouldKeepAlive = false;
    },
  };
};

const failedInside = 'failed inside';

const newNote = (): RequestNote => ({
  id: randomUUID(),
  start: performance.now(),
  isGraphql: false,
  key: null,
  plan: null,
  calls: [],
  codes: [],
  faults: [],
});

const write = (log: Log, note: RequestNote, res: ServerResponse): void => {
  const { id, key, plan, calls, codes } = note;
  for (const fault of note.faults) log.error({ id, err: fault }, failedInside);
  log.info(
    {
      id,
      key,
      operation: plan?.name ?? null,
      status: res.writableFinished ? res.statusCode : null,
      durationMs: Math.round(performance.now() - note.start),
      calls: calls.length,
      codes,
    },
    'request',
  );
};
