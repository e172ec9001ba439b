import { isLoopback } from '../config.ts';
import { refused } from '../errors.ts';
import { UpstreamError } from '../upstream/client/errors.ts';
import { sendOn } from './answers.ts';
import type { Exchange, RouteNote } from './exchange.ts';
import type { Wishes } from './flow.ts';
import type { Identity } from './identity.ts';
import type { Login } from './logins.ts';
import { loginMs } from './logins.ts';
import { returnAddress } from './return-to.ts';
import { sessionMs } from './session.ts';

/** `GET /auth/login`: begins a sign-in, binds it to this browser, and sends the browser to the API's page. */
export const startLogin = async (
  identity: Identity,
  { req, res, query }: Exchange,
  note: RouteNote,
): Promise<void> => {
  refuseEmbedded(req.headers);
  const { cookies, logins } = identity;
  const base = identity.publicUrl();
  if (isOtherName(identity, req.headers.host)) {
    // Cookies keep to one of the names that this machine has, so all of a sign-in takes place under that one.
    sendOn(res, `${base}${req.url}`);
    return;
  }
  const wishes = wishesOf(query);
  const allowed = new Set(identity.allowedOrigins);
  const returnTo = returnAddress(one(query, 'returnTo'), { base, allowed });
  await identity.countSignIn(req);
  const flow = identity.flow();
  const { requestToken, page } = await flow.begin(`${base}/auth/callback`, wishes).finally(() => {
    note.calls = flow.calls();
  });
  // One browser may sign in in several tabs.
  const sealed = await logins.begin({ requestToken, returnTo }, cookies.read(req.headers, 'login'));
  res.setHeader('Set-Cookie', cookies.write('login', sealed, loginMs / 1000));
  sendOn(res, page);
};

/** `GET /auth/callback`: ends a sign-in in the browser where it began, with a session. */
export const finishLogin = async (
  identity: Identity,
  { req, res, query }: Exchange,
  note: RouteNote,
): Promise<void> => {
  refuseEmbedded(req.headers);
  const { cookies, sealer } = identity;
  const { login, kept } = await takeLogin(identity, req.headers, query);
  res.setHeader('Set-Cookie', kept);
  const verifier = one(query, 'oauth_verifier');
  if (one(query, 'denied') !== null) {
    throw refused(400, 'You denied access on the consent page, so nobody is signed in.');
  }
  if (login === null) {
    throw refused(
      400,
      'This sign-in is not under way in this browser: it was used up, took longer than ten minutes, or began elsewhere.',
    );
  }
  if (verifier === null || verifier === '') throw refused(400, 'The verifier is missing.');
  const flow = identity.flow();
  try {
    const grant = await flow.finish(login.requestToken, verifier);
    const sealed = await sealer.seal(grant);
    res.setHeader('Set-Cookie', [cookies.write('session', sealed, sessionMs / 1000), ...kept]);
    sendOn(res, login.returnTo);
  } catch (error) {
    throw isNo(error) ? refused(400, 'The API did not confirm this sign-in.') : error;
  } finally {
    note.calls = flow.calls();
  }
};

const isNo = (error: unknown): boolean =>
  error instanceof UpstreamError && error.rateLimit === null && error.status < 500;

/**
 * The sign-in that a callback belongs to, and the cookie that remains, if it changes. Whatever else is wrong with the callback,
 * every token it names is used up.
 */
const takeLogin = async (
  { cookies, logins }: Identity,
  headers: Exchange['req']['headers'],
  query: URLSearchParams,
): Promise<{ readonly login: Login | null; readonly kept: readonly string[] }> => {
  const named = ['oauth_token', 'denied'].flatMap((name) => query.getAll(name));
  const { login, cookie } = await logins.take(named, cookies.read(headers, 'login'));
  const kept = cookie === undefined ? [] : [cookies.write('login', cookie, loginMs / 1000)];
  return { login, kept };
};

/** The only value of a parameter; null where it is not there. */
const one = (query: URLSearchParams, name: string): string | null => {
  const [value = null, ...others] = query.getAll(name);
  if (others.length > 0) throw refused(400, `${name} came twice.`);
  return value;
};

const choice = <const V extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly V[],
): V | null => {
  const given = one(query, name);
  if (given === null) return null;
  const found = values.find((value) => value === given);
  if (found === undefined) throw refused(400, `${name} must be ${values.join(' or ')}.`);
  return found;
};

const wishesOf = (query: URLSearchParams): Wishes => {
  const forceLogin = choice(query, 'force_login', ['true', 'false']);
  const screenName = one(query, 'screen_name');
  const accessType = choice(query, 'x_auth_access_type', ['read', 'write']);
  const mode = choice(query, 'mode', ['authorize', 'authenticate']);
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

// Signing in is something a person goes to; a picture or a frame of another site must not set it off.
const refuseEmbedded = (headers: Exchange['req']['headers']): void => {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': dest = 'document' } = headers;
  if (site !== 'cross-site' || dest === 'document') return;
  throw refused(403, 'Open this address in a window of its own.', { code: 'CSRF_BLOCKED' });
};

const isOtherName = ({ isPublished, publicUrl }: Identity, host = ''): boolean =>
  !isPublished && isLoopback(host.replace(/:\d+$/, '')) && host !== new URL(publicUrl()).host;
