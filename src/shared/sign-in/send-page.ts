import type { ServerResponse } from 'node:http';
import { pagePolicy } from './html.ts';

/** The headers of every reply of a sign-in route. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The status of a reply, by default 200, and further headers. */
export interface ReplyHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a page that must not be cached. */
export const sendPage = (
  res: ServerResponse,
  html: string,
  { status = 200, headers = {} }: ReplyHead = {},
): void => {
  res.writeHead(status, {
    ...privateHeaders,
    // Its forms must send the origin of their page.
    'Referrer-Policy': 'same-origin',
    'Content-Security-Policy': pagePolicy,
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
  });
  res.end(html);
};

/** Redirects a browser. */
export const redirect = (res: ServerResponse, location: string): void => {
  res.writeHead(302, { ...privateHeaders, Location: location }).end();
};
