import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost } from '../upstream/client/loopback.ts';
import type { Identity } from './identity.ts';
import type { RouteExchange } from './replies.ts';

/** The origin of the gateway's own pages, and the allowed origins (`ALLOWED_ORIGINS`). */
export interface Origins {
  readonly own: string;
  readonly allowed: ReadonlySet<string>;
}

/**
 * The origins for a request. On this machine the gateway has several host names; its own origin has
 * the name in the request.
 */
export const originsOf = (
  { publicOrigin, publicUrl, allowedOrigins }: Identity,
  { host = '' }: IncomingHttpHeaders,
): Origins => {
  const ownHere = (): string =>
    isLoopbackHost(host) ? `http://${host}` : new URL(publicUrl()).origin;
  return { own: publicOrigin ?? ownHere(), allowed: allowedOrigins };
};

/** The permissions of pages of allowed origins at an address, as header values. */
export interface SharedAddress {
  readonly methods: string;
  /** Request headers besides those that identify the caller. */
  readonly headers?: string;
  /** Response headers that the page may read. */
  readonly exposed?: string;
}

/** Adds the CORS headers for allowed origins; true if it has answered a preflight request. */
export const answerPreflight = (
  identity: Identity,
  { req, res }: Pick<RouteExchange, 'req' | 'res'>,
  { methods, headers, exposed }: SharedAddress,
): boolean => {
  const { origin } = req.headers;
  res.setHeader('Vary', 'Origin');
  if (origin !== undefined && identity.allowedOrigins.has(origin)) {
    const ofCaller = 'authorization, x-api-key';
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Access-Control-Allow-Credentials', 'true');
    res.setHeader('Access-Control-Allow-Methods', methods);
    const allowed = headers === undefined ? ofCaller : `${ofCaller}, ${headers}`;
    res.setHeader('Access-Control-Allow-Headers', allowed);
    if (exposed !== undefined) res.setHeader('Access-Control-Expose-Headers', exposed);
    res.setHeader('Access-Control-Max-Age', '600');
  }
  if (req.method !== 'OPTIONS') return false;
  res.writeHead(204).end();
  return true;
};

/** The URL under which this request's clients reach the gateway. */
export const baseUrlFor = (identity: Identity, headers: IncomingHttpHeaders): string =>
  identity.isPublished ? identity.publicUrl() : originsOf(identity, headers).own;
