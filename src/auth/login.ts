import { refused } from '../errors/errors.ts';
import { redirect } from '../shared/sign-in/send-page.ts';
import { sessionMs } from '../shared/sign-in/session.ts';
import { UpstreamError } from '../upstream/client/errors.ts';
import { isLoopbackHost } from '../upstream/client/loopback.ts';
import type { SignInOptions } from './flow.ts';
import type { Identity } from './identity.ts';
import { type Login, loginMs } from './logins.ts';
import type { RouteExchange, RouteRecord } from './replies.ts';
import { isOwnPage, returnAddress, withError } from './replies.ts';
import { sealNew } from './sessions.ts';

/**
 * `GET /auth/login`: begins a sign-in, binds it to this browser by a cookie, and redirects to the
 * page of the API.
 */
export const startLogin = async (
  identity: Identity,
  exchange: RouteExchange,
  record: RouteRecord,
): Promise<void> => {
  const { req, res, query } = exchange;
  refuseEmbedded(req.headers);
  const { cookies, logins } = identity;
  const base = identity.publicUrl();
  if (usesOtherHost(identity, req.headers.host)) {
    // A cookie belongs to one host name of this machine, so the whole sign-in must use the same
    // name.
    redirect(res, `${base}${req.url}`);
    return;
  }
  const options = optionsOf(query);
  const returnTo = returnAddress(singleValue(query, 'returnTo'), {
    base,
    allowed: identity.allowedOrigins,
  });
  exchange.back = returnTo;
  await identity.countSignIn(req);
  const flow = identity.flow();
  const { requestToken, page } = await flow.begin(`${base}/auth/callback`, options).finally(() => {
    record.calls = [flow.calls()];
  });
  // A browser can have sign-ins under way in several tabs, so the new one is added to the cookie.
  const sealed = await logins.begin({ requestToken, returnTo }, cookies.read(req.headers, 'login'));
  res.setHeader('Set-Cookie', cookies.write('login', sealed, loginMs / 1000));
  redirect(res, page);
};

/**
 * `GET /auth/callback`: completes a sign-in in the browser in which it began, and sets the session
 * cookie. If the user denied access, redirects to the page that began the sign-in, with
 * `error=access_denied`. If that is a page of the gateway, shows the error instead.
 */
export const finishLogin = async (
  identity: Identity,
  exchange: RouteExchange,
  record: RouteRecord,
): Promise<void> => {
  const { req, res, query } = exchange;
  refuseEmbedded(req.headers);
  const { cookies, sealer } = identity;
  const { login, cookieHeaders } = await takeLogin(identity, req.headers, query);
  res.setHeader('Set-Cookie', cookieHeaders);
  if (login !== null) exchange.back = login.returnTo;
  const verifier = singleValue(query, 'oauth_verifier');
  if (singleValue(query, 'denied') !== null) {
    if (login !== null && !isOwnPage(login.returnTo)) {
      redirect(res, withError(login.returnTo, 'access_denied'));
      return;
    }
    throw refused(400, 'You did not allow access to your account, so you are not signed in.');
  }
  if (login === null) {
    throw refused(
      400,
      'This sign-in is not valid in this browser: it was already used, took longer than ten minutes, or began in another browser. Sign in again.',
    );
  }
  if (verifier === null || verifier === '')
    throw refused(400, 'The API sent no verifier. Sign in again.');
  const flow = identity.flow();
  try {
    const grant = await flow.finish(login.requestToken, verifier);
    record.user = grant.userId;
    const sealed = await sealNew(sealer, grant);
    res.setHeader('Set-Cookie', [
      cookies.write('session', sealed, sessionMs / 1000),
      ...cookieHeaders,
    ]);
    redirect(res, login.returnTo);
  } catch (error) {
    throw isDenial(error)
      ? refused(400, 'The API did not confirm this sign-in. Sign in again.')
      : error;
  } finally {
    record.calls = [flow.calls()];
  }
};

const isDenial = (error: unknown): boolean =>
  error instanceof UpstreamError && error.rateLimit === null && error.status < 500;

/**
 * The sign-in of a callback, or null; and the header for the changed cookie. Every token in the
 * query is used up, even if the callback is not valid.
 */
const takeLogin = async (
  { cookies, logins }: Identity,
  headers: RouteExchange['req']['headers'],
  query: URLSearchParams,
): Promise<{ readonly login: Login | null; readonly cookieHeaders: readonly string[] }> => {
  const named = ['oauth_token', 'denied'].flatMap((name) => query.getAll(name));
  const { login, cookie } = await logins.take(named, cookies.read(headers, 'login'));
  const cookieHeaders =
    cookie === undefined ? [] : [cookies.write('login', cookie, loginMs / 1000)];
  return { login, cookieHeaders };
};

/** The value of a parameter; null if it is missing. Throws if there are several. */
const singleValue = (query: URLSearchParams, name: string): string | null => {
  const [value = null, ...others] = query.getAll(name);
  if (others.length > 0) throw refused(400, `${name} was sent twice. Send it once.`);
  return value;
};

const choiceOf = <const V extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly V[],
): V | null => {
  const given = singleValue(query, name);
  if (given === null) return null;
  const found = values.find((value) => value === given);
  if (found === undefined) throw refused(400, `${name} must be ${values.join(' or ')}.`);
  return found;
};

const optionsOf = (query: URLSearchParams): SignInOptions => {
  const forceLogin = choiceOf(query, 'force_login', ['true', 'false']);
  const screenName = singleValue(query, 'screen_name');
  const accessType = choiceOf(query, 'x_auth_access_type', ['read', 'write']);
  const mode = choiceOf(query, 'mode', ['authorize', 'authenticate']);
  if (screenName !== null && !/^@?\w{1,50}$/.test(screenName)) {
    throw refused(400, 'screen_name must be letters, digits and underscores.');
  }
  return {
    ...(forceLogin !== null && { forceLogin: forceLogin === 'true' }),
    ...(screenName !== null && { screenName }),
    ...(accessType !== null && { accessType }),
    ...(mode !== null && { mode }),
  };
};

// Only a person may open the sign-in page, not an image or a frame of another site.
const refuseEmbedded = (headers: RouteExchange['req']['headers']): void => {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': dest = 'document' } = headers;
  if (site !== 'cross-site' || dest === 'document') return;
  throw refused(403, 'Open this address in a window of its own.', { code: 'CSRF_BLOCKED' });
};

const usesOtherHost = ({ isPublished, publicUrl }: Identity, host = ''): boolean =>
  !isPublished && isLoopbackHost(host) && host !== new URL(publicUrl()).host;
