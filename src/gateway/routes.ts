import type { IncomingMessage, ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Identity } from '../auth/identity.ts';
import { createAuthRoutes } from '../auth/routes.ts';
import type { Config } from '../config/config.ts';
import type { Upstream } from '../config/credentials.ts';
import { refused } from '../errors/errors.ts';
import { type Bodies, discard, limitBody } from '../http/door/body.ts';
import type { HttpExchange } from '../http/door/exchange.ts';
import { misleading } from '../http/door/headers.ts';
import { letGo } from '../http/door/take-place.ts';
import type { SchemaFile } from '../http/files/files.ts';
import { createBuiltPage } from '../http/pages/built-page.ts';
import { createFaultRoutes } from '../http/pages/emulator-faults.ts';
import { createExplorer, createGraphiql } from '../http/pages/query-pages.ts';
import type { Engine } from '../http/plugins/engine.ts';
import { sendRefusal } from '../http/plugins/reply.ts';
import type { Requests } from '../http/requests.ts';
import { isUpload } from '../http/uploads/upload-route.ts';
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
type RouteSettings = Parameters<typeof factsOf>[0] & Pick<Config, 'timeouts' | 'pages'>;

interface ServedRoutes {
  readonly engine: Pick<Engine, 'serve'>;
  readonly schemaFile: SchemaFile;
  readonly identity: Identity;
  readonly takesUpload: (exchange: HttpExchange) => boolean;
  readonly bodies: Bodies;
  readonly rooms: Pick<Rooms, 'routeOf'>;
  /** Answers paths of the rooms. */
  readonly enterRoom: ReturnType<Rooms['open']>;
}

/** Answers each request by its path. An unexpected error becomes status 500. */
export const createRoutes = (
  config: RouteSettings,
  requests: Requests,
  { engine, schemaFile, identity, takesUpload, bodies, rooms, enterRoom }: ServedRoutes,
) => {
  const page = createBuiltPage();
  const explorer = createExplorer({ page, facts: () => factsOf(config, identity.publicUrl()) });
  const graphiql = createGraphiql({ ...config, page, isLive: config.emulatorUrl === undefined });
  const faults = createFaultRoutes(identity, config.emulatorUrl ?? null);
  const auth = createAuthRoutes(identity);
  const inRoom: typeof enterRoom = async (exchange, path) => {
    try {
      return await enterRoom(exchange, path);
    } finally {
      letGo(exchange, bodies);
    }
  };
  const answer = async (exchange: HttpExchange): Promise<void> => {
    const { req, res, record } = exchange;
    const [path = ''] = (req.url ?? '').split('?', 1);
    const room = fixedRoutes.has(path) ? null : rooms.routeOf(path);
    record.route = room ?? routeOf(path);
    const wantsPage =
      config.pages && req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
    const mistake = misleading(req);
    if (record.route !== uploadRoute) limitBody(req, res, config.timeouts.request);
    if (mistake !== null) refuse(exchange, mistake);
    else if (path === '/graphql' && !wantsPage) await engine.serve(exchange);
    else if (!config.pages && isPage(path)) refuse(exchange, notHere());
    else {
      res.setHeader('X-Request-Id', record.id);
      if (path === '/graphql') await explorer.sendPage(res);
      else if (path === '/schema.graphql') await schemaFile(exchange);
      else if (room !== null && (await inRoom(exchange, path))) return;
      else if (takesUpload(exchange)) return;
      else if (path === '/') res.writeHead(307, { Location: '/graphql' }).end();
      else if (
        !(await explorer.sendFile(req, res, path)) &&
        !(await graphiql(exchange, path)) &&
        !faults(exchange) &&
        !auth(exchange)
      ) {
        if (wantsPage) sendPage(res, unknownPage, { status: 404 });
        else refuse(exchange, notHere());
      }
    }
  };
  return (req: IncomingMessage, res: ServerResponse): void =>
    requests.take(req, res, (exchange) => answer(exchange).catch(refuseBy(exchange)));
};

const unknownPage = htmlPage(
  'Page not found',
  `<p>There is no page at this address.</p>
<p><a class="button first" href="/graphql">Open the explorer</a></p>`,
);
const notHere = () => refused(404, 'Page not found. GraphQL is at /graphql.');

/** True for a path of pages for people and their files, which PAGES=off removes. */
const isPage = (path: string): boolean =>
  /^\/(?:graphql\/|graphiql|agents)/.test(path) || path === '/';

const fixedRoutes: ReadonlySet<string> = new Set([
  '/',
  '/graphql',
  '/graphiql',
  '/schema.graphql',
  '/auth/login',
  '/auth/callback',
  '/auth/logout',
  '/auth/session',
]);

const uploadRoute = '/media/{upload}';

/** The gateway's own route of a path; null for the files of pages. */
const routeOf = (path: string): string | null => {
  if (fixedRoutes.has(path)) return path;
  return isUpload(path) ? uploadRoute : null;
};

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
