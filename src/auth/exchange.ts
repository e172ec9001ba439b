import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallRecord } from '../upstream/client/transport/send.ts';

/** Both ends of a request to one of the routes. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly query: URLSearchParams;
}

/** What the routes tell the log: the code they refuse with, what they cost, and what failed inside. */
export interface RouteNote {
  codes: readonly string[];
  calls: readonly CallRecord[];
  faults: readonly unknown[];
}
