import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Plan } from '../execution/plan.ts';
import type { CallRecord } from '../upstream/client/transport/send.ts';
import type { Place } from './admission.ts';

/** What is noted of a request for its line in the log, the metrics and the spans. */
export interface RequestNote {
  readonly id: string;
  /** Milliseconds of `performance.now()`. */
  readonly start: number;
  isGraphql: boolean;
  /** The name of the API key of a GraphQL request; null without one. */
  key: string | null;
  /** Null for other requests, and for documents that could not be planned. */
  plan: Pick<Plan, 'name' | 'isMutation'> | null;
  calls: readonly CallRecord[];
  /** The codes of its errors, each once. */
  codes: readonly string[];
  /** Errors that clients see only as INTERNAL_SERVER_ERROR, and causes of refusals. */
  faults: readonly unknown[];
}

/** A request and its response in Node.js, what is noted of it, and what it holds. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly note: RequestNote;
  /** The caller in whose share its place and its answer count; empty while it is not known. */
  who: string;
  /** The bytes of its body that are in memory. */
  bodyBytes: number;
  place: Place | null;
}

/** Whether the caller has closed the connection. */
export const isGone = ({ req, res }: Exchange): boolean =>
  res.closed || req.socket.readableEnded || req.socket.destroyed;

/** Connections on which an answer was sent completely. */
const proven = new WeakSet<Socket>();
const checkAllMs = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Notes that an answer was sent completely, or that a caller left before. */
export const noteEnd = ({ req, res }: Exchange): void => {
  if (res.writableFinished) proven.add(req.socket);
  else leftAt = performance.now();
};

let pending: Promise<void> | null = null;

/**
 * Resolves two turns of the event loop later, when the end of a connection that was closed right after its request has been
 * read, so that `isGone` knows of it. Null where nothing needs to be waited for: on a connection that has had an answer, while
 * no caller has left for 10 s. Those who ask in the same turn share one promise.
 */
export const departureKnown = ({ req }: Exchange): Promise<void> | null => {
  if (proven.has(req.socket) && performance.now() - leftAt > checkAllMs) return null;
  pending ??= new Promise((resolve) => {
    setImmediate(() => {
      pending = null;
      setImmediate(resolve);
    });
  });
  return pending;
};
