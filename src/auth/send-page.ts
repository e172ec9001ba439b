import type { ServerResponse } from 'node:http';
import { pagePolicy } from '../shared/sign-in/html.ts';

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
