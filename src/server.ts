import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Identity } from './auth/identity.ts';
import { createIdentity, sessionWarning } from './auth/identity.ts';
import { createAuthRoutes } from './auth/routes.ts';
import type { Config, Upstream } from './config.ts';
import { refused } from './errors.ts';
import { createPrepare } from './execution/prepare.ts';
import { createExplorer } from './explorer/explorer.ts';
import { clientOf } from './gateway-client.ts';
import { createAdmin } from './http/admin.ts';
import type { Admission } from './http/admission.ts';
import { createAdmission } from './http/admission.ts';
import { createDocuments } from './http/documents.ts';
import type { Graphql } from './http/graphql.ts';
import { createGraphql } from './http/graphql.ts';
import { createHandler } from './http/handler.ts';
import { closed, elapsed, listen } from './http/listening.ts';
import { createMetrics } from './http/metrics.ts';
import { replyOf, send } from './http/reply.ts';
import type { OpenEntry } from './http/request-log.ts';
import { createRequestLog } from './http/request-log.ts';
import type { SchemaFile } from './http/schema-file.ts';
import { createSchemaFile } from './http/schema-file.ts';
import { createReferenceData } from './loaders/reference-data.ts';
import type { Log } from './log.ts';
import { createLog } from './log.ts';
import { schemaFor } from './schema/index.ts';
import type { Client, WindowStore } from './upstream/client/client.ts';

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
  readonly windows?: WindowStore;
  readonly log?: Log;
  readonly now?: () => number;
}

/** Starts a gateway. */
export const createGateway = async (config: Served, parts: GatewayParts = {}): Promise<Gateway> => {
  const { windows, client = clientOf(config, windows), log = createLog(config.logLevel) } = parts;
  const metrics = createMetrics();
  const admission = createAdmission(config.limits);
  let address = '';
  const identity = createIdentity(config, {
    client,
    admit: admission.admit,
    address: () => address,
    now: parts.now,
  });
  const schema = schemaFor(config.typePrefix);
  const graphql = graphqlOf(config, { client, admission, identity, schema });
  const { callerOf } = identity;
  const schemaFile = createSchemaFile({ ...config, schema, callerOf });
  const openEntry = createRequestLog(log, metrics);
  const server = createServer(
    httpOptions(config),
    routes(openEntry, { graphql, schemaFile, identity }),
  );
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

interface Parts {
  readonly client: Client;
  readonly admission: Admission;
  readonly identity: Identity;
  readonly schema: GraphQLSchema;
}

const graphqlOf = (
  { limits, timeouts, introspection, ...config }: Served,
  { client, admission, identity, schema }: Parts,
): Graphql => {
  const allowedOrigins = new Set(config.allowedOrigins);
  const handle = createHandler({
    allowedOrigins,
    limits,
    timeouts,
    callerOf: identity.callerOf,
    endToken: identity.ended.endToken,
    admission,
    documents: createDocuments(config),
    prepare: createPrepare({ schema, limits, introspection }),
    client,
    reference: createReferenceData(),
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

const routes = (openEntry: OpenEntry, { graphql, schemaFile, identity }: ServedRoutes) => {
  const explorer = createExplorer();
  const auth = createAuthRoutes(identity);
  return (req: IncomingMessage, res: ServerResponse): void => {
    const note = openEntry(res);
    const [path] = (req.url ?? '').split('?', 1);
    const wantsPage = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
    if (path === '/graphql' && !wantsPage) {
      void graphql({ req, res, note });
      return;
    }
    res.setHeader('X-Request-Id', note.id);
    if (path === '/graphql') {
      void explorer.send(req, res);
      return;
    }
    if (path === '/schema.graphql') {
      void schemaFile({ req, res, note });
      return;
    }
    if (auth({ req, res, note })) return;
    if (path === '/') {
      res.writeHead(307, { Location: '/graphql' }).end();
      return;
    }
    const errors = [refused(404, 'There is nothing here; GraphQL is at /graphql.')];
    send(req, res, replyOf({ errors }, { type: 'application/json', requestId: note.id }));
  };
};
