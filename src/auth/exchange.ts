import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallRecord } from '../upstream/client/transport/send.ts';

/** A request to one of the routes, with its query, and the response. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly query: URLSearchParams;
}

/** What a route adds to the log: its error codes, its upstream calls, and the causes of faults of the gateway. */
export interface RouteNote {
  codes: readonly string[];
  calls: readonly CallRecord[];
  faults: readonly unknown[];
}
