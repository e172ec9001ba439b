import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallRecord } from '../upstream/client/call-record.ts';

/** A request to one of the routes, with its query, and the response. */
export interface RouteExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly query: URLSearchParams;
  /** Where the page of a failure leads back to; the explorer unless a sign-in knows better. */
  back?: string;
}

/**
 * What a route adds to the log: the user's id, its error codes, its upstream calls, and the causes
 * of internal errors.
 */
export interface RouteNote {
  user: string | null;
  codes: readonly string[];
  calls: readonly CallRecord[];
  internalErrors: readonly unknown[];
}
