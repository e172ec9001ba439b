import type { ServerResponse } from 'node:http';
import { pagePolicy } from './html.ts';

/** The headers of every reply of a sign-in route. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

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
