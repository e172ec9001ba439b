import { refused } from '../errors.ts';
import { problemOf, sendFailure, sendJson, sessionState } from './answers.ts';
import type { Exchange, RouteNote } from './exchange.ts';
import type { Identity } from './identity.ts';
import { finishLogin, startLogin } from './login.ts';
import { logout } from './logout.ts';
import { originsOf } from './origins.ts';

interface Route {
  readonly method: 'GET' | 'POST';
  /** True where pages of allowed origins may use it (CORS). */
  readonly shared: boolean;
  /** True where it may call the API, so that it needs a place. */
  readonly asks: boolean;
  readonly answer: (identity: Identity, exchange: Exchange, note: RouteNote) => Promise<void>;
}

const showSession: Route['answer'] = async ({ callerOf, cookies }, { req, res }) => {
  try {
    const { session } = await callerOf(req.headers);
    sendJson(res, sessionState(session));
  } catch (error) {
    // A browser has no other way to get rid of an invalid cookie. Where there are two, the other would then count, so both stay.
    const isByCookie =
      req.headers.authorization === undefined && cookies.read(req.headers, 'session').length === 1;
    if (isByCookie && problemOf(error)?.status === 401) {
      res.setHeader('Set-Cookie', cookies.write('session', null));
    }
    throw error;
  }
};

const routes: Readonly<Record<string, Route>> = {
  '/auth/login': { method: 'GET', shared: false, asks: true, answer: startLogin },
  '/auth/callback': { method: 'GET', shared: false, asks: true, answer: finishLogin },
  '/auth/logout': { method: 'POST', shared: true, asks: true, answer: logout },
  '/auth/session': { method: 'GET', shared: true, asks: false, answer: showSession },
};

/** Creates the handler of the sign-in routes. It returns false for other paths, and never throws. */
export const createAuthRoutes =
  (identity: Identity) =>
  ({ req, res, note }: Omit<Exchange, 'query'> & { readonly note: RouteNote }): boolean => {
    const [path = '', ...rest] = (req.url ?? '').split('?');
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined) return false;
    const exchange = { req, res, query: new URLSearchParams(rest.join('?')) };
    if (route.shared && answerPreflight(identity, exchange, route)) return true;
    answerRoute(identity, exchange, { route, note }).catch((error: unknown) =>
      sendFailure(exchange, note, error, path === '/auth/session' ? sessionState(null) : {}),
    );
    return true;
  };

const answerRoute = async (
  identity: Identity,
  exchange: Exchange,
  { route, note }: { readonly route: Route; readonly note: RouteNote },
): Promise<void> => {
  const { method, asks, answer } = route;
  if (exchange.req.method !== method) {
    throw refused(405, `This address takes ${method}.`, { headers: { Allow: method } });
  }
  if (asks) await identity.admit('sign-in', () => answer(identity, exchange, note));
  else await answer(identity, exchange, note);
};

/** Adds the CORS headers for allowed origins, and answers a preflight request; true where it did. */
const answerPreflight = (
  identity: Identity,
  { req, res }: Exchange,
  { method }: Route,
): boolean => {
  const { origin } = req.headers;
  res.setHeader('Vary', 'Origin');
  if (origin !== undefined && originsOf(identity, req.headers).allowed.has(origin)) {
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Access-Control-Allow-Credentials', 'true');
    res.setHeader('Access-Control-Allow-Methods', method);
    res.setHeader('Access-Control-Allow-Headers', 'authorization, x-api-key');
    res.setHeader('Access-Control-Max-Age', '600');
  }
  if (req.method !== 'OPTIONS') return false;
  res.writeHead(204).end();
  return true;
};
