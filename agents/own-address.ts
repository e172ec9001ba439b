import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { refused } from '../src/errors/errors.ts';
import { isLoopback } from '../src/upstream/client/loopback.ts';
import type { Host } from './gateway.ts';

/**
 * Refuses a request for another host, or from a page of another origin, which may have pointed its
 * own name at this gateway (DNS rebinding). `listens` is the gateway's host.
 */
export const refuseForeign = (
  { identity, originsOf }: Pick<Host, 'identity' | 'originsOf'>,
  headers: IncomingHttpHeaders,
  listens: string,
): void => {
  const { origin } = headers;
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  const isAddress = !isLoopback(listens) && isIP(name.replace(/^\[|\]$/g, '')) > 0;
  const own = [new URL(identity.publicUrl()).hostname, listens.toLowerCase()];
  if (!isLoopback(name) && !isAddress && !own.includes(name)) {
    throw forbidden('This is not a host of the gateway. PUBLIC_URL names it.');
  }
  if (origin === undefined) return;
  const { own: ownOrigin, allowed } = originsOf(headers);
  if (origin === ownOrigin || allowed.has(origin)) return;
  throw forbidden(
    'Pages of this origin may not call agents’ tools. ALLOWED_ORIGINS names those that may.',
  );
};

const forbidden = (message: string) => refused(403, message, { code: 'CSRF_BLOCKED' });
