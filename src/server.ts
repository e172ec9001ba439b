import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import type { Identity } from './auth/identity.ts';
import { createIdentity, secretsOf, warningsOf } from './auth/identity.ts';
import { createAuthRoutes } from './auth/routes.ts';
import type { Config } from './config.ts';
import type { Upstream } from './credentials.ts';
import { refused } from './errors.ts';
import { createPrepare } from './execution/prepare.ts';
import { createExplorer } from './explorer/explorer.ts';
import { factsOf } from './explorer/facts.ts';
import { createFaultRoutes } from './explorer/faults.ts';
import type { Gateway } from './gateway.ts';
import { clientOf } from './gateway-client.ts';
import { accept } from './http/acceptors.ts';
import { createAdmin } from './http/admin.ts';
import type { Admission } from './http/admission.ts';
import { createAdmission } from './http/admission.ts';
import { createBodies, discard } from './http/body.ts';
import { createDocuments } from './http/documents.ts';
import type { Exchange } from './http/exchange.ts';
import type { Graphql } from './http/graphql.ts';
import { createGraphql } from './http/graphql.ts';
import { createHandler } from './http/handler.ts';
import { misleading } from './http/headers.ts';
import { listen, waitUntil } from './http/listening.ts';
import type { Metrics } from './http/metrics.ts';
import { createMetrics, noMetrics } from './http/metrics.ts';
import { twoAtATime } from './http/pipeline.ts';
import { sendRefusal } from './http/reply.ts';
import type { Requests } from './http/request-log.ts';
import { createRequests } from './http/request-log.ts';
import type { SchemaFile } from './http/schema-file.ts';
import { createSchemaFile } from './http/schema-file.ts';
import { cutSlowReaders } from './http/slow-readers.ts';
import type { Tracing } from './http/tracing.ts';
import type { ReferenceData } from './loaders/reference-data.ts';
import { createReferenceData } from './loaders/reference-data.ts';
import type { Log } from './log.ts';
import { createLog } from './log.ts';
import { schemaFor } from './schema/index.ts';
import type { Limits } from './settings.ts';
import { sharedBearer } from './shared-bearer.ts';
import { sharedReference } from './shared-reference.ts';
import { sharedWindows } from './shared-windows.ts';
import { openStore } from './state/open-store.ts';
import type { Store } from './state/store.ts';
import { createLedger } from './state/store-ledger.ts';
import type { Client, WindowStore } from './upstream/client/client.ts';

/** A configuration with an upstream: the real API, or an emulator that was started for it. */
export type Served = Config & {
  readonly upstream: Upstream;
  /** The base URL of the emulator that was started for this gateway; absent where none was. */
  readonly emulatorUrl?: string | undefined;
  /** The limits as they were configured, where `limits` are one worker's part of them. */
  readonly wholeLimits?: Limits;
};

/** Parts to use instead of the gateway's own. */
export interface GatewayParts {
  readonly client?: Client;
  readonly windows?: WindowStore;
  readonly log?: Log;
  /** The clock of sessions, in milliseconds since 1970. */
  readonly now?: () => number;
  readonly store?: Store;
  /** Given for a worker: takes its metrics. Warnings, probes and metrics are then left to the primary. */
  readonly asWorker?: (metrics: Metrics) => void;
}

/** Resolves when the gateway listens. */
export const createGateway = async (config: Served, parts: GatewayParts = {}): Promise<Gateway> => {
  const { log = createLog(config.logLevel), asWorker } = parts;
  const { limits, timeouts } = config;
  const { consumer, hosts } = config.upstream;
  const store =
    parts.store ??
    (await openStore({
      url: config.redisUrl,
      application: `${consumer.key} ${hosts.ads}`,
      warn: (message) => log.warn(message),
    }));
  const keptToken = sharedBearer(store, secretsOf(config));
  const { windows = sharedWindows(store), client = clientOf(config, { windows, keptToken }) } =
    parts;
  const admission = createAdmission(limits);
  const { running } = admission;
  const metrics =
    config.adminPort === null ? noMetrics : createMetrics({ running, health: client.health });
  let address = '';
  const identity = createIdentity(config, {
    client,
    store,
    admit: admission.admit,
    address: () => address,
    now: parts.now,
  });
  const schema = schemaFor(config.typePrefix);
  // What is in this process alone is there without the store.
  const isShared = parts.store !== undefined || config.redisUrl !== null;
  const reference = createReferenceData(isShared ? { shared: sharedReference(store) } : {});
  const graphql = graphqlOf(config, { client, admission, identity, schema, store, reference });
  const { callerOf } = identity;
  const schemaFile = createSchemaFile({ ...config, schema, callerOf });
  const tracing = await tracingOf(config, log);
  const requests = createRequests({ log, metrics, tracing });
  const server = createServer(
    httpOptions(config),
    twoAtATime(routes(config, requests, { graphql, schemaFile, identity })),
  );
  const { underWay } = requests;
  const stopCutting = cutSlowReaders(underWay, { ...limits, answerMs: timeouts.answer });
  const acceptors = await accept(server, {
    ...config,
    maxClients: limits.clients,
    isFed: asWorker !== undefined,
  });
  address = acceptors.address;
  const url = `${address}/graphql`;
  asWorker?.(metrics);
  if (asWorker === undefined) for (const warning of warningsOf(config)) log.warn(warning);
  let isReady = true;
  const admin = createAdmin({ isReady: () => isReady, metrics: metrics.text }, log);
  const adminUrl =
    config.adminPort === null || asWorker !== undefined
      ? null
      : await listen(admin, config.adminPort, '127.0.0.1');
  return {
    url,
    adminUrl,
    close: async () => {
      isReady = false;
      admission.stop();
      requests.endConnections();
      await waitUntil(() => underWay.size() === 0 && admission.running() === 0, timeouts.drain);
      // Clients get time to close idle connections: a request on its way to a closed connection would be lost.
      await waitUntil(() => acceptors.clients() === 0, timeouts.grace);
      acceptors.close();
      admin.close();
      for (const one of [server, admin]) one.closeAllConnections();
      stopCutting();
      metrics.close();
      await client.close();
      await store.close();
      await tracing?.close();
    },
  };
};

const tracingOf = async ({ collectorUrl }: Served, log: Log): Promise<Tracing | null> => {
  if (collectorUrl === null) return null;
  // Loaded only where needed, because its packages are large.
  const { openTracing } = await import('./http/tracing.ts');
  return openTracing(collectorUrl, log);
};

interface Parts {
  readonly client: Client;
  readonly admission: Admission;
  readonly identity: Identity;
  readonly schema: GraphQLSchema;
  readonly store: Store;
  readonly reference: ReferenceData;
}

const graphqlOf = (
  { limits, timeouts, introspection, ...config }: Served,
  { client, admission, identity, schema, store, reference }: Parts,
): Graphql => {
  const allowedOrigins = new Set(config.allowedOrigins);
  const handle = createHandler({
    allowedOrigins,
    limits,
    timeouts,
    callerOf: identity.callerOf,
    endToken: identity.ended.endToken,
    admission,
    bodies: createBodies(limits, config.wholeLimits?.bodiesBytes),
    documents: createDocuments(config),
    prepare: createPrepare({ schema, limits, introspection }),
    client,
    reference,
    ledger: createLedger(store),
  });
  return createGraphql(handle, allowedOrigins);
};

const httpOptions = ({ timeouts }: Served) => ({
  headersTimeout: timeouts.headers,
  requestTimeout: timeouts.request,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
});

interface ServedRoutes {
  readonly graphql: Graphql;
  readonly schemaFile: SchemaFile;
  readonly identity: Identity;
}

const routes = (
  config: Served,
  requests: Requests,
  { graphql, schemaFile, identity }: ServedRoutes,
) => {
  const explorer = createExplorer({ facts: () => factsOf(config, identity.publicUrl()) });
  const faults = createFaultRoutes(identity, config.emulatorUrl ?? null);
  const auth = createAuthRoutes(identity);
  const answer = async (exchange: Exchange): Promise<void> => {
    const { req, res, note } = exchange;
    const [path = ''] = (req.url ?? '').split('?', 1);
    const wantsPage = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
    const doubt = misleading(req);
    if (doubt !== null) refuse(exchange, doubt);
    else if (path === '/graphql' && !wantsPage) await graphql(exchange);
    else {
      res.setHeader('X-Request-Id', note.id);
      if (path === '/graphql') await explorer.sendPage(res);
      else if (path === '/schema.graphql') await schemaFile(exchange);
      else if (path === '/') res.writeHead(307, { Location: '/graphql' }).end();
      else if (!(await explorer.sendFile(req, res, path)) && !faults(exchange) && !auth(exchange)) {
        refuse(exchange, refused(404, 'There is nothing here; GraphQL is at /graphql.'));
      }
    }
  };
  return (req: IncomingMessage, res: ServerResponse): void => {
    const exchange = requests.open(req, res);
    answer(exchange).catch((error: unknown) => requests.fail(exchange, error));
  };
};

const refuse = (exchange: Exchange, error: GraphQLError): void => {
  if (!exchange.req.complete) discard(exchange.req);
  sendRefusal(exchange, error);
};
