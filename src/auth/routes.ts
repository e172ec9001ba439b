import { refused } from '../errors/errors.ts';
import { redirect } from '../shared/sign-in/send-page.ts';
import { storeUnavailable } from '../state/refusals.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { Identity } from './identity.ts';
import { finishLogin, startLogin } from './login.ts';
import { answerPreflight, originsOf } from './origins.ts';
import type { RouteExchange, RouteProblem, RouteRecord } from './replies.ts';
import {
  problemOf,
  queryIn,
  sendFailure,
  sendJson,
  sendProblem,
  sessionState,
  withoutSession,
} from './replies.ts';
import type { Caller } from './viewer.ts';

interface AuthRoute {
  readonly method: 'GET' | 'POST';
  /** True if pages of allowed origins may use it (CORS). */
  readonly shared: boolean;
  /** True if it may call the API, and therefore needs a place. */
  readonly callsApi: boolean;
  readonly answer: (
    identity: Identity,
    exchange: RouteExchange,
    record: RouteRecord,
  ) => Promise<void>;
}

/**
 * `POST /auth/logout`: ends the session, and leads a browser to the explorer. With `revoke=true` it
 * also revokes the user's access token at the API.
 */
const logout = async (
  identity: Identity,
  exchange: RouteExchange,
  record: RouteRecord,
): Promise<void> => {
  const { req, res, query } = exchange;
  const { callerOf, cookies, ended } = identity;
  refuseOtherOrigins(identity, req.headers);
  const revoke = query.get('revoke') ?? 'false';
  if (revoke !== 'true' && revoke !== 'false') throw refused(400, 'revoke must be true or false.');
  // The cookie is deleted even if it is not valid.
  res.setHeader('Set-Cookie', cookies.write('session', null));
  const { session, viewer } = await callerOf(req.headers);
  if (session === null || viewer === null) {
    throw refused(401, 'There is no session to end.', { code: 'UNAUTHENTICATED' });
  }
  record.user = viewer.userId;
  const isRecorded = await ended.end(session);
  const failure = revoke === 'true' ? await revokeToken(identity, viewer, record) : null;
  const problem = isRecorded ? notRevoked(failure) : problemOf(notRecorded());
  if (problem === null) {
    // A form of a page without scripts leads on to the explorer.
    if ((req.headers.accept ?? '').includes('text/html')) redirect(res, '../graphql');
    else sendJson(res, sessionState(null));
    return;
  }
  record.codes = [problem.code];
  sendProblem(exchange, problem, withoutSession);
};

const notRecorded = () =>
  storeUnavailable(
    'This process no longer accepts the session, but the store did not record its end: other ' +
      'processes may accept the session until the store responds again.',
  );

/** The problem of a token that was not revoked; null without a failure. Throws internal errors. */
const notRevoked = (failure: unknown): RouteProblem | null => {
  if (failure === null) return null;
  const problem = problemOf(failure);
  if (problem === null) throw failure;
  const message = `The session has ended, but it is unknown whether the access token has. ${problem.message}`;
  return { ...problem, message };
};

/**
 * Revokes a viewer's token at the API, and ends every session that has it. Returns the error
 * instead of throwing it, else null.
 */
const revokeToken = async (
  { flow, ended }: Identity,
  viewer: NonNullable<Caller['viewer']>,
  record: RouteRecord,
): Promise<unknown> => {
  const own = flow();
  try {
    await own.revoke(viewer);
  } catch (error) {
    return error;
  } finally {
    record.calls = [own.calls()];
  }
  await ended.endToken(viewer.token, 'ended');
  return null;
};

/** Refuses requests from pages of other origins, which a browser would send with the cookie. */
const refuseOtherOrigins = (identity: Identity, headers: RouteExchange['req']['headers']): void => {
  const { origin, authorization = '' } = headers;
  const { own, allowed } = originsOf(identity, headers);
  const isAllowedOrigin = origin !== undefined && (origin === own || allowed.has(origin));
  const isBearer = /^bearer\s/i.test(authorization);
  if (isAllowedOrigin || isBearer) return;
  throw refused(403, 'Sign out from a page of the gateway or of an allowed origin.', {
    code: 'CSRF_BLOCKED',
  });
};

const showSession: AuthRoute['answer'] = async ({ callerOf, cookies }, { req, res }) => {
  try {
    const { session } = await callerOf(req.headers);
    sendJson(res, sessionState(session));
  } catch (error) {
    // A browser cannot remove an invalid cookie by itself. If there are two cookies, neither is
    // removed, because the other one would then be used.
    const isByCookie =
      req.headers.authorization === undefined && cookies.read(req.headers, 'session').length === 1;
    if (isByCookie && problemOf(error)?.status === 401) {
      res.setHeader('Set-Cookie', cookies.write('session', null));
    }
    throw error;
  }
};

const routes: Readonly<Record<string, AuthRoute>> = {
  '/auth/login': { method: 'GET', shared: false, callsApi: true, answer: startLogin },
  '/auth/callback': { method: 'GET', shared: false, callsApi: true, answer: finishLogin },
  '/auth/logout': { method: 'POST', shared: true, callsApi: true, answer: logout },
  '/auth/session': { method: 'GET', shared: true, callsApi: false, answer: showSession },
};

type RouteHandler = (
  request: Without<RouteExchange, 'query'> & { readonly record: RouteRecord },
) => Promise<void>;

/** The handlers of the sign-in routes, by path. They never reject. */
export const authRoutes = (identity: Identity): Readonly<Record<string, RouteHandler>> =>
  Object.fromEntries(
    Object.entries(routes).map(([path, route]) => [path, routeHandler(identity, route)]),
  );

const routeHandler =
  (identity: Identity, { method, shared, callsApi, answer }: AuthRoute): RouteHandler =>
  async ({ req, res, record }) => {
    const exchange: RouteExchange = { req, res, query: queryIn(req.url) };
    if (shared && answerPreflight(identity, exchange, { methods: method })) return;
    try {
      if (req.method !== method) {
        throw refused(405, `Use ${method} at this address.`, { headers: { Allow: method } });
      }
      if (callsApi) await identity.admit('sign-in', () => answer(identity, exchange, record));
      else await answer(identity, exchange, record);
    } catch (error) {
      sendFailure({ ...exchange, record }, error, answer === showSession ? withoutSession : {});
    }
  };
