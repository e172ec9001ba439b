import { refused } from '../errors/errors.ts';
import type { Without } from '../upstream/catalogue/without.ts';
import type { Identity } from './identity.ts';
import { finishLogin, startLogin } from './login.ts';
import { logout } from './logout.ts';
import { answerPreflight } from './origins.ts';
import { problemOf, sendFailure, sendJson, sessionState, withoutSession } from './replies.ts';
import type { RouteExchange, RouteRecord } from './route-exchange.ts';

interface AuthRoute {
  readonly method: 'GET' | 'POST';
  /** True if pages of allowed origins may use it (CORS). */
  readonly shared: boolean;
  /** True if it may call the API, and therefore needs a place. */
  readonly asks: boolean;
  readonly answer: (
    identity: Identity,
    exchange: RouteExchange,
    record: RouteRecord,
  ) => Promise<void>;
}

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
  '/auth/login': { method: 'GET', shared: false, asks: true, answer: startLogin },
  '/auth/callback': { method: 'GET', shared: false, asks: true, answer: finishLogin },
  '/auth/logout': { method: 'POST', shared: true, asks: true, answer: logout },
  '/auth/session': { method: 'GET', shared: true, asks: false, answer: showSession },
};

/**
 * Creates the handler of the sign-in routes. It returns false for other paths, and never throws.
 */
export const createAuthRoutes =
  (identity: Identity) =>
  ({
    req,
    res,
    record,
  }: Without<RouteExchange, 'query'> & { readonly record: RouteRecord }): boolean => {
    const [path = '', ...rest] = (req.url ?? '').split('?');
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined) return false;
    const exchange: RouteExchange = { req, res, query: new URLSearchParams(rest.join('?')) };
    if (route.shared && answerPreflight(identity, exchange, { methods: route.method })) return true;
    answerRoute(identity, exchange, { route, record }).catch((error: unknown) =>
      sendFailure({ ...exchange, record }, error, path === '/auth/session' ? withoutSession : {}),
    );
    return true;
  };

const answerRoute = async (
  identity: Identity,
  exchange: RouteExchange,
  { route, record }: { readonly route: AuthRoute; readonly record: RouteRecord },
): Promise<void> => {
  const { method, asks, answer } = route;
  if (exchange.req.method !== method) {
    throw refused(405, `Use ${method} at this address.`, { headers: { Allow: method } });
  }
  if (asks) await identity.admit('sign-in', () => answer(identity, exchange, record));
  else await answer(identity, exchange, record);
};
