import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { GraphQLError } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import { createYoga } from 'graphql-yoga';
import type { Identity } from './auth/identity.ts';
import { createIdentity, sessionWarning } from './auth/identity.ts';
import { createAuthRoutes } from './auth/routes.ts';
import type { Config, Upstream } from './config.ts';
import { internalError } from './execution/errors.ts';
import { createPrepare } from './execution/prepare.ts';
import { createExplorer } from './explorer/explorer.ts';
import { clientOf } from './gateway-client.ts';
import { createAdmin } from './http/admin.ts';
import type { Admission } from './http/admission.ts';
import { createAdmission } from './http/admission.ts';
import { closed, elapsed, listen } from './http/listening.ts';
import { createMetrics } from './http/metrics.ts';
import type { Notes } from './http/notes.ts';
import { createNotes, useNotes } from './http/notes.ts';
import type { NodeExchange } from './http/operations.ts';
import { useOperations } from './http/operations.ts';
import { errorBody, useTransport } from './http/transport.ts';
import { createReferenceData } from './loaders/reference-data.ts';
import type { Log } from './log.ts';
import { createLog } from './log.ts';
import { schema } from './schema/index.ts';
import type { Client } from './upstream/client.ts';

/** A configuration that knows what is upstream of it. */
export type Served = Config & { readonly upstream: Upstream };

/** A running gateway. */
export interface Gateway {
  /** Where GraphQL is served. */
  readonly url: string;
  readonly adminUrl: string | null;
  /** Stops accepting, lets what runs end within TIMEOUT_DRAIN_MS, then closes every connection. */
  readonly close: () => Promise<void>;
}

/** Parts that stand in for a gateway's own; `now` is in milliseconds since 1970 and tells when sessions expire. */
export interface GatewayParts {
  readonly client?: Client;
  readonly log?: Log;
  readonly now?: () => number;
}

/** Starts a gateway. */
export const createGateway = async (config: Served, parts: GatewayParts = {}): Promise<Gateway> => {
  const { client = clientOf(config), log = createLog(config.logLevel) } = parts;
  const metrics = createMetrics();
  const notes = createNotes(log, metrics);
  const admission = createAdmission(config.limits);
  let address = '';
  const identity = createIdentity(config, {
    client,
    admit: admission.admit,
    address: () => address,
    now: parts.now,
  });
  const yoga = yogaOf(config, { client, log, notes, admission, identity });
  const server = createServer(httpOptions(config), routes(yoga, notes, identity));
  address = await listen(server, config.port, config.host);
  const url = `${address}/graphql`;
  const warning = sessionWarning(config);
  if (warning !== null) log.warn(warning);
  let isReady = true;
  const admin = createAdmin({
    isReady: () => isReady,
    metrics: () => metrics.text({ ads_graph_operations_running: admission.running() }),
  });
  const adminUrl =
    config.adminPort === null ? null : await listen(admin, config.adminPort, '127.0.0.1');
  return {
    url,
    adminUrl,
    close: async () => {
      isReady = false;
      server.close();
      await Promise.race([admission.drain(), elapsed(config.timeouts.drain)]);
      // Answers that are ready get the time to leave.
      server.closeIdleConnections();
      await Promise.race([closed(server), elapsed(200)]);
      for (const one of [server, admin]) one.closeAllConnections();
      admin.close();
      await client.close();
    },
  };
};

const yogaOf = (
  config: Served,
  {
    client,
    log,
    notes,
    admission,
    identity,
  }: {
    readonly client: Client;
    readonly log: Log;
    readonly notes: Notes;
    readonly admission: Admission;
    readonly identity: Identity;
  },
) => {
  const { limits, timeouts, introspection } = config;
  const isAllowed = new Set(config.allowedOrigins);
  return createYoga<NodeExchange>({
    schema,
    logging: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    parserAndValidationCache: false,
    maxRequestBodySize: false,
    maskedErrors: { maskError: (error) => masked(error, log) },
    cors: (request) => {
      const origin = request.headers.get('origin') ?? '';
      return isAllowed.has(origin) && { origin: [origin], credentials: true, maxAge: 600, ...cors };
    },
    plugins: [
      useTransport(limits, config.allowedOrigins),
      useOperations({
        prepare: createPrepare({ schema, limits, introspection }),
        callerOf: identity.callerOf,
        endToken: identity.ended.endToken,
        admission,
        client,
        reference: createReferenceData(),
        notes,
        timeouts,
        maxCalls: limits.calls,
      }),
      useNotes(notes),
    ],
  });
};

const cors = {
  methods: ['GET', 'POST'],
  allowedHeaders: ['authorization', 'content-type', 'x-ads-trace', 'x-api-key'],
  exposedHeaders: ['retry-after', 'x-request-id'],
};

const masked = (error: unknown, log: Log): Error => {
  if (error instanceof GraphQLError) return error;
  log.error({ err: error }, 'failed inside');
  return internalError();
};

const httpOptions = ({ timeouts }: Served) => ({
  headersTimeout: timeouts.headers,
  requestTimeout: timeouts.request,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
});

const routes = (
  yoga: YogaServerInstance<NodeExchange, object>,
  notes: Notes,
  identity: Identity,
) => {
  const explorer = createExplorer();
  const auth = createAuthRoutes(identity, notes.of);
  return (req: IncomingMessage, res: ServerResponse): void => {
    notes.open(req, res);
    const [path] = (req.url ?? '').split('?', 1);
    if (path === '/graphql') {
      const wantsPage = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
      if (!wantsPage) res.setHeader('Cache-Control', 'no-store');
      void (wantsPage ? explorer.send(req, res) : yoga(req, res));
      return;
    }
    if (auth(req, res)) return;
    if (path === '/') {
      res.writeHead(307, { Location: '/graphql' }).end();
      return;
    }
    res.writeHead(404, { 'Content-Type': 'application/json; charset=utf-8' });
    res.end(errorBody('There is nothing here; GraphQL is at /graphql.'));
  };
};
