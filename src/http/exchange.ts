import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Plan } from '../execution/plan.ts';
import type { CallRecord } from '../upstream/client/transport/send.ts';
import type { Place } from './admission.ts';

/** What the log, the metrics and the spans say about a request when it has ended. */
export interface Entry {
  readonly id: string;
  readonly start: number;
  /** Whether it asks for GraphQL, and what as far as that was understood. */
  isGraphql: boolean;
  plan: Pick<Plan, 'name' | 'isMutation'> | null;
  calls: readonly CallRecord[];
  codes: readonly string[];
  /** Failures that clients saw masked. */
  faults: readonly unknown[];
}

/** Both ends of a request as Node has them, what is noted of it, and what it holds. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly note: Entry;
  /** Whose share its places and its answer count in. */
  who: string;
  /** How many bytes of its body are in memory. */
  bodyBytes: number;
  place: Place | null;
}

/** True where nobody waits for the answer any more. */
export const isGone = ({ req, res }: Exchange): boolean =>
  res.closed || req.socket.readableEnded || req.socket.destroyed;

/** Connections whose last answer was taken. */
const patient = new WeakSet<Socket>();
const wariness = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Notes how a request ended: that its connection waits for answers, or that somebody left. */
export const noteEnd = ({ req, res }: Exchange): void => {
  if (res.writableFinished) patient.add(req.socket);
  else leftAt = performance.now();
};

let seen: Promise<void> | null = null;

/**
 * Resolves when it is known whether a caller who sent and left is gone: the end of a connection is read two turns of the
 * event loop after its request. Null where that is not worth the turns: on a connection that has waited for an answer
 * before, while nobody has left for 10 s. One promise for all who ask in a turn.
 */
export const departureSeen = ({ req }: Exchange): Promise<void> | null => {
  if (patient.has(req.socket) && performance.now() - leftAt > wariness) return null;
  seen ??= new Promise((resolve) => {
    setImmediate(() => {
      seen = null;
      setImmediate(resolve);
    });
  });
  return seen;
};
