import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config.ts';
import type { Identity } from './identity.ts';

/** Whose pages may do what: the gateway's own may sign out, as may those that the configuration allows. */
export interface Origins {
  readonly own: string;
  readonly allowed: ReadonlySet<string>;
}

/** The origins that hold for a request. On this machine the gateway has several names, and each is its own. */
export const originsOf = (
  { publicUrl, isPublished, allowedOrigins }: Identity,
  { host = '' }: IncomingHttpHeaders,
): Origins => {
  const isLocalName = !isPublished && isLoopback(host.replace(/:\d+$/, ''));
  const own = isLocalName ? `http://${host}` : new URL(publicUrl()).origin;
  return { own, allowed: new Set(allowedOrigins) };
};
