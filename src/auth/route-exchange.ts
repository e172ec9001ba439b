import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallRecord } from '../upstream/client/trace.ts';

/** A request to one of the routes, with its query, and the response. */
export interface RouteExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly query: URLSearchParams;
  /** The link back on an error page: to the explorer, unless a sign-in sets another. */
  back?: string;
}

/**
 * The members that a route adds to the log: the user's id, error codes, upstream calls, and
 * internal errors.
 */
export interface RouteRecord {
  user: string | null;
  codes: readonly string[];
  calls: readonly (readonly CallRecord[])[];
  internalErrors: readonly unknown[];
}
