import type { IncomingHttpHeaders } from 'node:http';
import { refused } from '../errors.ts';
import type { Session } from '../sign-in/session.ts';
import type { Identity } from './identity.ts';
import { baseUrlFor, originsOf } from './origins.ts';
import { redirect } from './replies.ts';
import type { RouteExchange } from './route-exchange.ts';

/**
 * Refuses a form that no page of the gateway sent: a browser would send one of another origin with
 * the cookie.
 */
export const refuseOtherPages = (identity: Identity, headers: IncomingHttpHeaders): void => {
  if (headers.origin === originsOf(identity, headers).own) return;
  throw refused(403, 'This form was not sent by a page of this gateway, so nothing was changed.', {
    code: 'CSRF_BLOCKED',
  });
};

/** The session of a page; null if it has ended, too. */
export const pageSession = async (
  { callerOf }: Pick<Identity, 'callerOf'>,
  headers: IncomingHttpHeaders,
): Promise<Session | null> => {
  try {
    return (await callerOf(headers)).session;
  } catch {
    return null;
  }
};

/** Leads a browser to the sign-in, and then back to the path. */
export const leadToSignIn = (
  identity: Identity,
  { req, res }: Pick<RouteExchange, 'req' | 'res'>,
  path: string,
): void => {
  if (req.method !== 'GET') {
    throw refused(401, 'Sign in first.', { code: 'UNAUTHENTICATED' });
  }
  const base = baseUrlFor(identity, req.headers);
  const returnTo = `${new URL(base).pathname.replace(/\/$/, '')}${path}`;
  redirect(res, `${base}/auth/login?${new URLSearchParams({ returnTo })}`);
};
