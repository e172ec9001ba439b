import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config.ts';
import type { Identity } from './identity.ts';

/** The origin of the gateway's own pages, and the allowed origins (`ALLOWED_ORIGINS`). */
interface Origins {
  readonly own: string;
  readonly allowed: ReadonlySet<string>;
}

/** The origins for a request. On this machine the gateway has several host names, and the one of the request is its own. */
export const originsOf = (
  { publicUrl, isPublished, allowedOrigins }: Identity,
  { host = '' }: IncomingHttpHeaders,
): Origins => {
  const isLocalName = !isPublished && isLoopback(host.replace(/:\d+$/, ''));
  const own = isLocalName ? `http://${host}` : new URL(publicUrl()).origin;
  return { own, allowed: new Set(allowedOrigins) };
};
