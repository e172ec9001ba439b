import type { IncomingMessage, ServerResponse } from 'node:http';
import { pagePolicy } from '../shared/sign-in/html.ts';
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

/** Sends a page that must not be cached. */
export const sendPage = (
  res: ServerResponse,
  html: string,
  {
    status = 200,
    headers = {},
  }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): void => {
  res.writeHead(status, {
    'Cache-Control': 'no-store',
    // Its forms must send the origin of their page.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
  });
  res.end(html);
};
