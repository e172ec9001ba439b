import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Identity } from '../auth/identity.ts';
import { authRoutes } from '../auth/routes.ts';
import type { Config } from '../config/config.ts';
import type { Upstream } from '../config/credentials.ts';
import { refused } from '../errors/errors.ts';
import { letGo } from '../http/door/admission.ts';
import { type Bodies, discard, limitBody } from '../http/door/body.ts';
import type { HttpExchange } from '../http/door/exchange.ts';
import { misleading } from '../http/door/headers.ts';
import { createFaultRoute } from '../http/pages/emulator-faults.ts';
import { createBuiltPage, explorerPage, graphiqlPage, pageFile } from '../http/pages/pages.ts';
import type { Engine } from '../http/plugins/engine.ts';
import { sendRefusal } from '../http/plugins/reply.ts';
import type { Requests } from '../http/requests.ts';
import { htmlPage } from '../shared/sign-in/html.ts';
import { sendPage } from '../shared/sign-in/send-page.ts';
import { endpoints } from '../upstream/catalogue/index.ts';
import type { Rooms } from './rooms.ts';

/** The options of the server of Node.js. */
export const httpOptions = ({ timeouts }: Pick<Config, 'timeouts'>) => ({
  headersTimeout: timeouts.headers,
  // Longer than a load balancer's: whoever closes an idle connection first must be the balancer.
  keepAliveTimeout: timeouts.keepAlive,
  // The last resort: uploads and `limitBody` are earlier, and say why.
  requestTimeout: Math.max(timeouts.upload, timeouts.request) + timeouts.headers,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
});

/** The members of the configuration that the routes read. */
type RouteSettings = ServedApi & Pick<Config, 'timeouts' | 'pages'>;

/** The parts of a gateway that answer requests. */
interface ServedParts {
  readonly engine: Pick<Engine, 'serve'>;
  readonly schemaFile: Handler;
  readonly identity: Identity;
  readonly takeUpload: Handler;
  readonly bodies: Bodies;
  readonly rooms: Pick<Rooms, 'routeOf'>;
  /** Answers paths of the rooms. */
  readonly enterRoom: ReturnType<Rooms['open']>;
}

type Handler = (exchange: HttpExchange, path: string) => Promise<void> | void;

interface Route {
  /** The name in the log, as in `/media/{upload}`; null for files of pages and unknown paths. */
  readonly name: string | null;
  readonly answer: Handler;
}

/** Answers each request by its path. An unexpected error becomes status 500. */
export const createRoutes = (config: RouteSettings, requests: Requests, parts: ServedParts) => {
  const routeOf = createRouter(config, parts);
  const answer = async (exchange: HttpExchange): Promise<void> => {
    const { req, res, record } = exchange;
    const [path = ''] = (req.url ?? '').split('?', 1);
    const route = routeOf(path);
    record.route = route.name;
    const mistake = misleading(req);
    if (route.answer !== parts.takeUpload) limitBody(req, res, config.timeouts.request);
    if (mistake !== null) refuse(exchange, mistake);
    else if (path === '/graphql' && !(config.pages && wantsPage(req))) {
      await parts.engine.serve(exchange);
    } else {
      res.setHeader('X-Request-Id', record.id);
      await route.answer(exchange, path);
    }
  };
  return (req: IncomingMessage, res: ServerResponse): void =>
    requests.take(req, res, (exchange) => answer(exchange).catch(refuseBy(exchange)));
};

/** Creates the function that finds the route of a path. With PAGES=off pages are unknown paths. */
const createRouter = (config: RouteSettings, parts: ServedParts): ((path: string) => Route) => {
  const { pages, emulatorUrl } = config;
  const { identity, schemaFile, takeUpload, bodies, rooms, enterRoom } = parts;
  const page = createBuiltPage();
  const unknown: Route = { name: null, answer: pages ? sendUnknown : refuseUnknown };
  const ofPages = (answer: Handler): Handler => (pages ? answer : refuseUnknown);
  const ofSchema = (answer: Handler): Handler =>
    ofPages(config.introspection ? answer : refuseIntrospection);
  const answerRoom: Handler = async (exchange, path) => {
    try {
      if (!(await enterRoom(exchange, path))) await unknown.answer(exchange, path);
    } finally {
      letGo(exchange, bodies);
    }
  };
  const exact = new Map(
    Object.entries<Handler>({
      '/': ofPages(({ res }) => void res.writeHead(307, { Location: '/graphql' }).end()),
      '/graphql': explorerPage(page, () => factsOf(config, identity.publicUrl())),
      '/graphiql': ofSchema(graphiqlPage(page, emulatorUrl === undefined)),
      '/schema.graphql': schemaFile,
      ...authRoutes(identity),
    }).map(([name, answer]): [string, Route] => [name, { name, answer }]),
  );
  const below = Object.entries<Route>({
    '/media/': { name: '/media/{upload}', answer: takeUpload },
    '/graphql/page/': { name: null, answer: ofPages(pageFile(page)) },
    '/graphiql/page/': { name: null, answer: ofSchema(pageFile(page)) },
    ...(emulatorUrl !== undefined && {
      '/graphql/emulator/': {
        name: null,
        answer: ofPages(createFaultRoute(identity, emulatorUrl)),
      },
    }),
  });
  return (path) => {
    const known = exact.get(path) ?? below.find(([start]) => path.startsWith(start))?.[1];
    if (known !== undefined) return known;
    const name = rooms.routeOf(path);
    if (name === null) return unknown;
    return { name, answer: path.startsWith('/agents') ? ofPages(answerRoom) : answerRoom };
  };
};

const wantsPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

const refuseUnknown = (exchange: HttpExchange): void =>
  refuse(exchange, refused(404, 'Page not found. GraphQL is at /graphql.'));

const sendUnknown = (exchange: HttpExchange): void => {
  if (wantsPage(exchange.req)) sendPage(exchange.res, unknownPage, { status: 404 });
  else refuseUnknown(exchange);
};

const refuseIntrospection: Handler = () => {
  throw refused(404, 'The schema is not available here.', { code: 'INTROSPECTION_DISABLED' });
};

const unknownPage = htmlPage(
  'Page not found',
  `<p>There is no page at this address.</p>
<p><a class="button first" href="/graphql">Open the explorer</a></p>`,
);

/** Sends a refusal that was thrown; any other error is thrown again. */
const refuseBy =
  (exchange: HttpExchange) =>
  (error: unknown): void => {
    if (!(error instanceof GraphQLError)) throw error;
    refuse(exchange, error);
  };

const refuse = (exchange: HttpExchange, error: GraphQLError): void => {
  if (!exchange.req.complete) discard(exchange.req);
  sendRefusal(exchange, error);
};

interface ServedApi extends Pick<Config, 'introspection' | 'limits' | 'mcp'> {
  readonly upstream: Upstream;
  readonly emulatorUrl?: string | undefined;
}

/** The facts of a gateway for its page. */
const factsOf = (
  { introspection, limits, mcp, upstream, emulatorUrl }: ServedApi,
  publicUrl: string,
) => ({
  emulator: emulatorUrl === undefined ? null : upstream.hosts,
  agents: mcp !== 'off',
  graphiql: introspection,
  publicUrl,
  limits: { calls: limits.calls, objects: limits.objects, values: limits.values },
  elsewhere,
});

const elsewhere = Object.fromEntries(
  Object.values(endpoints).flatMap(({ name, host }) =>
    host === 'ads' || host === 'results' ? [] : [[name, host] as const],
  ),
);
