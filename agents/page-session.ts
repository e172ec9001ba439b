import type { IncomingHttpHeaders } from 'node:http';
import { refused } from '../src/errors/errors.ts';
import { redirect } from '../src/shared/sign-in/send-page.ts';
import type { Session } from '../src/shared/sign-in/session.ts';
import type { Host, HttpExchange, Identity } from './gateway.ts';

/**
 * Refuses a form that a page of another origin sent: the browser would add the cookie of the
 * session.
 */
export const refuseOtherPages = (
  { originsOf }: Pick<Host, 'originsOf'>,
  headers: IncomingHttpHeaders,
): void => {
  if (headers.origin === originsOf(headers).own) return;
  throw refused(403, 'This form was not sent by a page of this gateway, so nothing was changed.', {
    code: 'CSRF_BLOCKED',
  });
};

/** The session of a page; null if there is none, or if it has ended. */
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

/** Redirects a browser to the sign-in, which returns to the path. */
export const leadToSignIn = (
  { baseUrlFor }: Pick<Host, 'baseUrlFor'>,
  { req, res }: HttpExchange,
  path: string,
): void => {
  if (req.method !== 'GET') {
    throw refused(401, 'Sign in first.', { code: 'UNAUTHENTICATED' });
  }
  const base = baseUrlFor(req.headers);
  const returnTo = `${new URL(base).pathname.replace(/\/$/, '')}${path}`;
  redirect(res, `${base}/auth/login?${new URLSearchParams({ returnTo })}`);
};
