import { createServer } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { baseUrlFor } from '../auth/origins.ts';
import { warningsOf } from '../auth/owner.ts';
import { readApiKeys } from '../config/api-keys.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Upstream } from '../config/credentials.ts';
import type { GuardRule } from '../config/guards.ts';
import { installAfter } from '../config/package.ts';
import { stateWarnings } from '../config/redis.ts';
import type { Limits } from '../config/settings.ts';
import { createPrepare } from '../execution/plan/prepare.ts';
import { type Accept, accept, waitUntil } from '../http/door/acceptors.ts';
import { createAdmission } from '../http/door/admission.ts';
import { createBodies } from '../http/door/body.ts';
import { cutSlowReaders, twoAtATime } from '../http/door/connections.ts';
import { traceOfCaller } from '../http/door/exchange.ts';
import { createSchemaFile } from '../http/files/files.ts';
import { createOwnFetch, type OwnFetch } from '../http/own-fetch.ts';
import { createEngine, type EngineOptions } from '../http/plugins/engine.ts';
import { createDocuments } from '../http/plugins/use-plans.ts';
import { createRequests, type Requests } from '../http/requests.ts';
import { createStopping } from '../http/stopping.ts';
import { createUploadRoute } from '../http/uploads/upload-route.ts';
import { guardsIn } from '../schema/guards-file.ts';
import { schemaFor } from '../schema/index.ts';
import { openAdmin } from '../telemetry/admin.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { createRefusedOrigins, writeInternalError, writeLine } from '../telemetry/request-line.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { type Core, type CoreOverrides, createCore } from './core.ts';
import { type CreateRooms, graphOf, type Host, hostOf, noRooms, type Rooms } from './rooms.ts';
import { createRoutes, httpOptions } from './routes.ts';

/** A configuration with an upstream: the real API, or an emulator that was started for it. */
export type ServingConfig = Config & {
  readonly upstream: Upstream;
  /** The base URL of the emulator that was started for this gateway; absent if none was. */
  readonly emulatorUrl?: string | undefined;
  /** The rules of GUARDS, if they are read already. */
  readonly rules?: readonly GuardRule[];
  /** The configured limits, if `limits` holds only one worker's share of them. */
  readonly totalLimits?: Limits;
};

/** A gateway that listens. `src/index.ts` says what its members promise. */
export type ListeningGateway = Awaited<ReturnType<typeof createGateway>>;

/** Replacements for parts of the gateway. */
export interface GatewayOverrides extends CoreOverrides {
  readonly log?: Log;
  /** The source of connections; by default a listener. */
  readonly accept?: Accept | undefined;
  /**
   * Given for a worker: takes its metrics. Warnings, probes and metrics are then left to the
   * primary.
   */
  readonly asWorker?: (metrics: Metrics) => void;
  /** The rooms beside GraphQL; none by default. */
  readonly rooms?: CreateRooms | undefined;
  /** Plugins that run after the gateway's own. */
  readonly plugins?: readonly Plugin[] | undefined;
}

/** Resolves when the gateway listens. */
export const createGateway = async (config: ServingConfig, overrides: GatewayOverrides = {}) => {
  const { log = createLog(config.logLevel) } = overrides;
  let address = '';
  let rules = config.rules ?? guardsIn(config);
  const schema = schemaFor(config.typePrefix);
  const rooms = (overrides.rooms ?? noRooms)(config, graphOf(config, schema));
  let { apiKeys } = config;
  const metrics = await metricsOf(config, () => core);
  const openCore = () =>
    createCore(
      { ...config, apiKeys },
      { ...overrides, log, metrics, address: () => address, rules: () => rules },
    );
  let core = await openCore();
  const { plugins } = overrides;
  const served = await serve(config, { log, metrics, core, rooms, plugins });
  const { stopping } = served;
  const acceptors = await (overrides.accept ?? accept)(served.server, {
    ...config,
    maxClients: config.limits.clients,
    takesSockets: overrides.asWorker !== undefined,
  });
  address = acceptors.address;
  const admin = await adminOf(config, { log, metrics, core: () => core }, overrides);
  return {
    url: `${address}/graphql`,
    adminUrl: admin.url,
    /** Sends a request of this process. */
    fetch: served.fetch,
    /** The gateway's parts for its rooms, until its reset. */
    host: served.host,
    /**
     * Clears everything that requests left behind; what the caller supplied stays as it is.
     * Resolves when running requests have ended.
     */
    reset: async () => {
      const old = core;
      core = await openCore();
      await served.replaceBy(core);
      if (overrides.client === undefined) await old.client.close();
      if (overrides.store === undefined) await old.store.close();
      await old.audit.close();
    },
    /** Reads GUARDS anew, or takes these rules. Throws ConfigError, and then the old rules hold. */
    renewRules: (read: readonly GuardRule[] = guardsIn(config)) => {
      rules = read;
    },
    /** Reads GATEWAY_API_KEYS_FILE anew. Throws ConfigError, and then the old keys hold. */
    renewKeys: () => {
      apiKeys = readApiKeys(config);
      core.identity.renewKeys(apiKeys);
    },
    /** Reads the files of the rooms anew. Throws ConfigError, and then the old content holds. */
    renewRooms: rooms.renew,
    /** Resolves when the store has answered: until then the gateway is not ready. */
    storeOpened: core.store.opened,
    retire: () => stopping.retire(acceptors),
    close: async () => {
      admin.notReady();
      await stopping.keepServing();
      const cut = await stopping.drain(acceptors);
      log[cut === 0 ? 'info' : 'warn']({ cut }, cut === 0 ? 'drained' : 'requests were cut off');
      served.stopCutting();
      admin.close();
      await core.client.close();
      await stopping.waitForReports();
      metrics.close();
      await core.identity.ended.flush();
      await core.store.close();
      await core.audit.close();
      await served.tracing.close();
    },
  };
};

/** The metrics of the core that a gateway has when they are read. */
const metricsOf = async (config: ServingConfig, core: () => Core): Promise<Metrics> => {
  if (config.adminPort === null) return noMetrics;
  // Loaded only if metrics are read.
  const { createMetrics } = await import('../telemetry/prometheus.ts');
  return createMetrics(config, {
    running: () => core().admission.running(),
    waiting: () => core().admission.waiting(),
    health: () => core().client.health(),
    isLost: () => core().store.data().isLost,
  });
};

/** The parts with which requests are answered. */
interface AnsweringNeeds {
  readonly core: Core;
  readonly rooms: Rooms;
  readonly plugins: readonly Plugin[] | undefined;
}

/** Answers requests; `refuse` refuses new ones, and `running` counts those under way. */
const answering = (
  config: ServingConfig,
  { core, plugins, rooms }: AnsweringNeeds,
  requests: Requests,
) => {
  const { limits, timeouts } = config;
  const { client, admission, identity, uploads } = core;
  const schema = schemaFor(config.typePrefix);
  const uploadAdmission = createAdmission({ ...limits, inFlight: limits.uploads });
  const takeUpload = createUploadRoute({
    identity,
    client,
    uploads: uploads(() => ''),
    admission: uploadAdmission,
    timeouts,
  });
  const handling = handlingOf(config, core, schema);
  const engine = createEngine({ ...handling, plugins });
  const { bodies } = handling;
  const host = hostOf({ ...core, engine, requests, bodies, graph: graphOf(config, schema) });
  const enterRoom = rooms.open(host);
  const schemaFile = createSchemaFile({ ...config, schema, callerOf: identity.callerOf });
  return {
    host,
    fetch: createOwnFetch(requests, engine),
    answer: createRoutes(config, requests, {
      ...{ engine, schemaFile, identity, takeUpload, bodies, rooms, enterRoom },
    }),
    running: () => admission.running() + uploadAdmission.running(),
    refuse: () => {
      admission.stop();
      uploadAdmission.stop();
    },
  };
};

interface Telemetry {
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * The server of a gateway, not listening yet. `replaceBy` answers with another core from now on,
 * and resolves when the old one has no more requests.
 */
const serve = async (
  config: ServingConfig,
  { log, metrics, core, ...needs }: Telemetry & AnsweringNeeds,
) => {
  const { limits, timeouts } = config;
  const tracing = await tracingOf(config, log);
  const requests = createRequests({
    traceOf: tracing.traceOf,
    report: (exchange) => {
      writeLine(log, exchange, config);
      metrics.count(exchange);
      const { record } = exchange;
      if (record.isGraphql || record.upload !== null) record.trace?.end(exchange);
    },
    reportLate: (record, error) => writeInternalError(log, record, error),
  });
  let current = answering(config, { core, ...needs }, requests);
  const logRefusedOrigin = createRefusedOrigins(log);
  const server = createServer(
    httpOptions(config),
    twoAtATime((req, res) => {
      logRefusedOrigin(req.headers, () => current.host.originsOf(req.headers));
      current.answer(req, res);
    }),
  );
  const stopCutting = cutSlowReaders(requests.active, { ...limits, answerMs: timeouts.answer });
  const stopping = createStopping({
    server,
    requests,
    refuse: () => current.refuse(),
    running: () => current.running(),
    timeouts,
    isWatched: config.adminPort !== null,
  });
  const replaceBy = async (next: Core): Promise<void> => {
    const old = current;
    current = answering(config, { core: next, ...needs }, requests);
    await waitUntil(() => old.running() === 0, timeouts.drain);
  };
  const fetch: OwnFetch = (url, init) => current.fetch(url, init);
  const host = (): Host => current.host;
  return { server, tracing, stopping, stopCutting, replaceBy, fetch, host };
};

/** Opens the listener of probes and metrics, or hands the metrics to the primary. */
const adminOf = async (
  config: ServingConfig,
  { log, metrics, core }: Telemetry & { readonly core: () => Core },
  { asWorker }: GatewayOverrides,
) => {
  let isReady = true;
  asWorker?.(metrics);
  if (asWorker === undefined) for (const warning of warningsOf(config)) log.warn(warning);
  const listener = { ...config, ...(asWorker !== undefined && { adminPort: null }) };
  const readiness = {
    isReady: () => isReady && core().store.data().isRead,
    warnings: () => [
      ...stateWarnings(config),
      ...core().store.warnings(),
      ...core().audit.warnings(),
    ],
    metrics: metrics.text,
  };
  return {
    ...(await openAdmin(listener, readiness, log)),
    notReady: () => {
      isReady = false;
    },
  };
};

/** Tells a start that needs the packages of OpenTelemetry how to install them. */
const refuseUntraced = (error: NodeJS.ErrnoException): never => {
  const install = installAfter(error, '@opentelemetry');
  throw new ConfigError(
    `OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: ${install}`,
  );
};

const tracingOf = async (config: ServingConfig, log: Log): Promise<Tracing> => {
  const { collector, traceUpstream: upstream, publicUrl, host } = config;
  if (collector === null) return { traceOf: traceOfCaller(upstream), close: async () => undefined };
  // Loaded only if needed, because its packages are large.
  const { openTracing } = await import('../telemetry/tracing.ts').catch(refuseUntraced);
  const serverAddress = publicUrl === null ? host : new URL(publicUrl).hostname;
  return openTracing({ collector, upstream, serverAddress }, log);
};

/** The options with which GraphQL requests are handled. */
const handlingOf = (
  { limits, timeouts, introspection, ...config }: ServingConfig,
  core: Core,
  schema: GraphQLSchema,
): EngineOptions => ({
  schema,
  ...core,
  allowedOrigins: core.identity.allowedOrigins,
  limits,
  timeouts,
  callerOf: core.identity.callerOf,
  endToken: core.identity.ended.endToken,
  bodies: createBodies(limits, config.totalLimits?.bodiesBytes),
  documents: createDocuments(config),
  prepare: createPrepare({ schema, limits, introspection }),
  uploadsFor: (headers) => core.uploads(() => baseUrlFor(core.identity, headers)),
});
