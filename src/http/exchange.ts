import type { IncomingMessage, ServerResponse } from 'node:http';
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

let seen: Promise<void> | null = null;

/**
 * Resolves when everything that had arrived by now was looked at: a caller who sent and left is then known to be gone. One
 * promise for all who ask in a turn of the event loop.
 */
export const arrivalsSeen = (): Promise<void> => {
  seen ??= new Promise((resolve) => {
    setImmediate(() => {
      seen = null;
      setImmediate(resolve);
    });
  });
  return seen;
};
