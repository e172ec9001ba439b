import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { internalError, internalErrorsOf } from '../errors/errors.ts';
import { escaped, htmlPage } from '../shared/sign-in/html.ts';
import { privateHeaders, type ReplyHead, sendPage } from '../shared/sign-in/send-page.ts';
import type { Session } from '../shared/sign-in/session.ts';
import { InputError, TransportError, UpstreamError } from '../upstream/client/errors.ts';
import type { CallRecord } from '../upstream/client/trace.ts';

/** A request to one of the routes, with its query, and the response. */
export interface RouteExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly query: URLSearchParams;
  /** The link back on an error page: to the explorer, unless a sign-in sets another. */
  back?: string;
}

/** The parameters of the query of a URL. */
export const queryIn = (url = ''): URLSearchParams =>
  new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));

/**
 * The members that a route adds to the log: the user's id, error codes, upstream calls, and
 * internal errors.
 */
export interface RouteRecord {
  user: string | null;
  codes: readonly string[];
  calls: readonly (readonly CallRecord[])[];
  internalErrors: readonly unknown[];
}

/** An error of a sign-in route as it is sent: the HTTP status, the code, and further headers. */
export interface RouteProblem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The problem for an error; null for an internal error, whose message must not be shown. */
export const problemOf = (error: unknown): RouteProblem | null => {
  if (error instanceof GraphQLError) return ofRefusal(error);
  if (error instanceof UpstreamError) {
    const { rateLimit } = error;
    const headers =
      rateLimit === null ? {} : { 'Retry-After': String(rateLimit.retryAfterSeconds) };
    const status = rateLimit === null ? 502 : 503;
    return { status, code: error.code, message: error.clientMessage, headers };
  }
  if (error instanceof TransportError) {
    const status = error.code === 'UPSTREAM_TIMEOUT' ? 504 : 502;
    return { status, code: error.code, message: error.clientMessage, headers: {} };
  }
  if (error instanceof InputError) {
    return { status: 400, code: error.code, message: error.message, headers: {} };
  }
  return null;
};

const ofRefusal = ({ message, extensions }: GraphQLError): RouteProblem => {
  const { status = 500, headers = {} } = (extensions['http'] ?? {}) as Partial<RouteProblem>;
  return { status, code: String(extensions['code']), message, headers };
};

/** A request to answer; `back` is the link back on an error page, by default to the explorer. */
type AnsweredRoute = Pick<RouteExchange, 'req' | 'res' | 'back'>;

/** The state of a session as the routes show it to a client. */
export const sessionState = (session: Pick<Session, 'userId' | 'screenName'> | null) => ({
  signedIn: session !== null,
  userId: session?.userId ?? null,
  screenName: session?.screenName ?? null,
});

/** Sends JSON that must not be cached. */
export const sendJson = (
  res: ServerResponse,
  body: unknown,
  { status = 200, headers = {} }: ReplyHead = {},
): void => {
  res.writeHead(status, {
    ...privateHeaders,
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
  });
  res.end(JSON.stringify(body));
};

/** The forms in which a problem is sent. */
interface ProblemForms {
  /** The JSON; by default `errors`. */
  readonly json?: (problem: RouteProblem) => object;
  /** The page for clients that accept HTML, by default that of the sign-in; null for none. */
  readonly page?: ((problem: RouteProblem) => string) | null;
}

/**
 * Sends the error of a route, and records its code, and the cause of an internal error. If the
 * response was begun already, closes the connection.
 */
export const sendFailure = (
  exchange: AnsweredRoute & { readonly record: RouteRecord },
  error: unknown,
  forms: ProblemForms = {},
): void => {
  const { record } = exchange;
  const problem = problemOf(error);
  if (problem === null || error instanceof GraphQLError) {
    record.internalErrors = [...record.internalErrors, ...internalErrorsOf(error)];
  }
  const shown = problem ?? ofRefusal(internalError());
  record.codes = [shown.code];
  if (exchange.res.headersSent) exchange.res.destroy();
  else sendProblem(exchange, shown, forms);
};

/** Sends a problem: as a page to clients that accept HTML, else as JSON. */
export const sendProblem = (
  { req, res, back }: AnsweredRoute,
  problem: RouteProblem,
  { json = errorsOf, page }: ProblemForms = {},
): void => {
  const { status, headers } = problem;
  if (page === null || !(req.headers.accept ?? '').includes('text/html')) {
    sendJson(res, json(problem), { status, headers });
  } else if (page === undefined) {
    const { 'Referrer-Policy': policy } = privateHeaders;
    const sent = { ...headers, 'Referrer-Policy': policy };
    sendPage(res, signInPage(problem, back), { status, headers: sent });
  } else sendPage(res, page(problem), { status, headers });
};

/** A problem as clients of GraphQL read errors. */
const errorsOf = ({ message, code }: RouteProblem) => ({
  errors: [{ message, extensions: { code } }],
});

/** A problem of a route that shows the state of the session: there is none. */
export const withoutSession: ProblemForms = {
  json: (problem) => ({ ...sessionState(null), ...errorsOf(problem) }),
};

const signInPage = ({ status, message }: RouteProblem, back = '/'): string => {
  const isOwn = isOwnPage(back);
  const again = `login${back === '/' ? '' : `?${new URLSearchParams({ returnTo: back })}`}`;
  const to = isOwn ? '../graphql' : back;
  return htmlPage(
    status < 500 ? 'Not signed in' : 'Something went wrong',
    `<p>${escaped(message)}</p>
<p><a class="button first" href="${escaped(again)}">Sign in</a></p>
<p><a href="${escaped(to)}">Back to ${isOwn ? 'the explorer' : 'where you came from'}</a></p>`,
  );
};

const maxLength = 2048;

/** The allowed destinations of a sign-in: the gateway, whose URL is `base`, and allowed origins. */
interface Destinations {
  readonly base: string;
  readonly allowed: ReadonlySet<string>;
}

/**
 * The address to redirect to after a sign-in: a path of the gateway, or a URL of an allowed origin.
 * For any other address, or one of more than 2,048 characters, it is the start path of the gateway.
 */
export const returnAddress = (
  requested: string | null,
  { base, allowed }: Destinations,
): string => {
  const { origin, pathname: start } = new URL(base);
  // Browsers remove control characters from an address before they parse it.
  if (requested === null || requested.length > maxLength || !/^[\x21-\x7e]*$/.test(requested))
    return start;
  const isPath = requested.startsWith('/');
  if (!URL.canParse(requested, isPath ? base : undefined)) return start;
  const {
    origin: otherOrigin,
    href,
    pathname,
    search,
    hash,
  } = new URL(requested, isPath ? base : undefined);
  if (!isPath) return allowed.has(otherOrigin) && href.startsWith(`${otherOrigin}/`) ? href : start;
  return otherOrigin === origin && !pathname.startsWith('//')
    ? `${pathname}${search}${hash}`
    : start;
};

const ownPage = /^\/(graphql|graphiql|agents(\/.*)?)$/s;

/**
 * True if a result of `returnAddress` is a page of the gateway, not of an application. `/` counts
 * only without a query.
 */
export const isOwnPage = (address: string): boolean =>
  address === '/' || ownPage.test(address.replace(/[?#].*$/s, ''));

/** An address with an error in its query: `/a?b=1#c` is `/a?b=1&error=access_denied#c`. */
export const withError = (address: string, error: string): string => {
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  return `${path}${path.includes('?') ? '&' : '?'}error=${error}${hash}`;
};
