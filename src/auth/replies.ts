import type { ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import { internalError, internalErrorsOf } from '../errors/errors.ts';
import { escaped, htmlPage } from '../shared/sign-in/html.ts';
import type { Session } from '../shared/sign-in/session.ts';
import { InputError, TransportError, UpstreamError } from '../upstream/client/errors.ts';
import { isOwnPage } from './return-to.ts';
import type { RouteExchange, RouteRecord } from './route-exchange.ts';
import { sendPage } from './send-page.ts';

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

const always = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

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
  {
    status = 200,
    headers = {},
  }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): void => {
  res.writeHead(status, {
    ...always,
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
  });
  res.end(JSON.stringify(body));
};

/** Redirects a browser. */
export const redirect = (res: ServerResponse, location: string): void => {
  res.writeHead(302, { ...always, Location: location }).end();
};

/** Sends the error of a route, and records its code, and the cause of an internal error. */
export const sendFailure = (
  exchange: AnsweredRoute,
  record: RouteRecord,
  error: unknown,
  more: object = {},
): void => {
  const problem = problemOf(error);
  if (problem === null || error instanceof GraphQLError)
    record.internalErrors = internalErrorsOf(error);
  const shown = problem ?? ofRefusal(internalError());
  record.codes = [shown.code];
  sendProblem(exchange, shown, more);
};

/**
 * Sends a problem: as a page to clients that accept HTML, else as JSON in `errors`, with `more`
 * beside it.
 */
export const sendProblem = (
  { req, res, back }: AnsweredRoute,
  { status, code, message, headers }: RouteProblem,
  more: object = {},
): void => {
  if (!(req.headers.accept ?? '').includes('text/html')) {
    const errors = [{ message, extensions: { code } }];
    sendJson(res, { ...more, errors }, { status, headers });
    return;
  }
  const sent = { ...headers, 'Referrer-Policy': always['Referrer-Policy'] };
  sendPage(res, page(message, back), { status, headers: sent });
};

const page = (message: string, back = '/'): string => {
  const isOwn = isOwnPage(back);
  const again = `login${isOwn ? '' : `?${new URLSearchParams({ returnTo: back })}`}`;
  const to = isOwn ? '../graphql' : back;
  return htmlPage(
    'Not signed in',
    `<p>${escaped(message)}</p>${isOwn ? '\n<p><small>Your query is saved in this browser.</small></p>' : ''}
<p><a class="button first" href="${escaped(again)}">Sign in</a> <a class="button" href="${escaped(to)}">Back to ${isOwn ? 'the explorer' : 'where you came from'}</a></p>`,
  );
};
