import { once } from 'node:events';
import { createAgents } from '../agents/agents.ts';
import { toolDocumentsOf } from '../agents/documents/tool-documents.ts';
import { serveAgents } from '../agents/stdio.ts';
import { readSession, sealedIn, sessionFile } from './auth/login-command.ts';
import { warningsOf } from './auth/owner.ts';
import { type Caller, viewerOfOwner } from './auth/viewer.ts';
import { ConfigError } from './config/config-error.ts';
import type { Config, Environment } from './config.ts';
import { type Core, createCore } from './core.ts';
import { upstreamFor } from './gateway.ts';
import { createEngine } from './http/plugins/engine.ts';
import { createRequests } from './http/requests.ts';
import { guardsIn } from './schema/guards-file.ts';
import { schemaFor } from './schema/index.ts';
import { handlingOf, type ServingConfig } from './server.ts';
import type { Log } from './telemetry/log.ts';
import { noMetrics } from './telemetry/metrics.ts';
import { writeInternalError, writeLine } from './telemetry/request-line.ts';

interface CommandNeeds {
  readonly log: Log;
  readonly variables: Environment;
}

/**
 * Serves agents over standard input and output, from a gateway that listens nowhere. `ended`
 * resolves when the input has ended. Rejects with ConfigError if there is nobody to act for.
 */
export const startForAgents = async (config: Config, { log, variables }: CommandNeeds) => {
  const { served, closeUpstream } = await upstreamFor(config);
  const rules = guardsIn(served);
  const around = { log, metrics: noMetrics, address: () => 'http://localhost', rules: () => rules };
  const core = await createCore(served, around);
  const closeCore = async (): Promise<void> => {
    await core.client.close();
    await core.store.close();
    await closeUpstream();
  };
  try {
    const caller = await callerFor(served, core, sessionFile(variables));
    for (const warning of warningsOf(served)) log.warn(warning);
    const ended = once(process.stdin, 'close');
    const serving = serveAgents({ agents: agentsOf(served, core), requests: logged(log), caller });
    const close = async (): Promise<void> => {
      await serving.close();
      await closeCore();
    };
    return { ended, close };
  } catch (error) {
    await closeCore();
    throw error;
  }
};

const agentsOf = (served: ServingConfig, core: Core) => {
  const schema = schemaFor(served.typePrefix);
  const engine = createEngine(handlingOf(served, core, schema));
  const documents = toolDocumentsOf(served, schema);
  const { store } = core;
  // Only a gateway that shares the store has pages of these plans.
  const url = served.redis === null ? null : served.publicUrl;
  const publicUrl = () => url;
  const needs = { engine, store, schema, now: Date.now, documents: () => documents, publicUrl };
  return createAgents(served, needs);
};

const logged = (log: Log) =>
  createRequests({
    traceOf: () => null,
    report: (exchange) => writeLine(log, exchange, { publicUrl: null }),
    reportLate: (record, error) => writeInternalError(log, record, error),
  });

/** For whom the process acts: the user of the session in the file, else the owner. */
const callerFor = async (
  served: ServingConfig,
  { identity }: Core,
  file: string,
): Promise<() => Promise<Caller>> => {
  const sealed = await sealedIn(file);
  if (sealed !== null && (await readSession(served, file)) !== null) {
    // Each time, because it may have ended meanwhile.
    return async () => ({
      ...(await identity.callerOf({ authorization: `Bearer ${sealed}` })),
      isAgent: true,
    });
  }
  const { owner } = served.upstream;
  if (owner === null) {
    throw new ConfigError(
      'ADS_ACCESS_TOKEN must be set, or a session kept by `ads-graph login`, to act for somebody',
    );
  }
  const viewer = viewerOfOwner(owner);
  const own = { viewer, session: null, key: null, callerKey: 'local' };
  return async () => ({ ...own, isTrusted: true, mayWrite: true, isAgent: true });
};
