import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secretsOf, warningsOf } from '../auth/identity.ts';
import type { Config } from '../config.ts';
import { createAdmin } from '../http/admin.ts';
import { listen } from '../http/listening.ts';
import { aggregated } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import type { Served } from '../server.ts';
import { partOf } from '../settings.ts';
import type { Started } from '../start.ts';
import { upstreamFor } from '../start.ts';
import { createMemoryStore } from '../state/memory.ts';
import type { PrimaryCalls, WorkerCalls } from './calls.ts';
import type { Link } from './link.ts';
import { openLink } from './link.ts';

// A worker that ends is replaced at once, unless it was replaced this often within this time: then it waits.
const maxReplacements = 4;
const replacementsMs = 60_000;

interface RunningWorker {
  readonly worker: Worker;
  readonly link: Link<WorkerCalls>;
  isReady: boolean;
}

/** Starts a gateway of `config.workers` processes that share one port. This process starts, replaces and stops them. */
export const startWorkers = async (config: Config, log: Log): Promise<Started> => {
  const { url, port } = await findAddress(config);
  const { served, closeUpstream } = await upstreamFor(config);
  for (const warning of warningsOf(served)) log.warn(warning);
  const pool = createWorkerPool({ ...served, port, sessionSecrets: secretsOf(config) }, log);
  await pool.start();
  const admin = createAdmin(pool, log);
  return {
    url: `${url}/graphql`,
    apiUrl: served.upstream.hosts.ads,
    adminUrl: config.adminPort === null ? null : await listen(admin, config.adminPort, '127.0.0.1'),
    close: async () => {
      await pool.stop();
      admin.close();
      admin.closeAllConnections();
      await closeUpstream();
      await new Promise((resolve) => log.flush(resolve));
    },
  };
};

/** The URL and port for the workers; where the configured port is 0, one that is free. Throws where it is in use. */
const findAddress = async ({ port, host }: Config) => {
  const server = createServer();
  const url = await listen(server, port, host);
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { url, port: address.port };
};

const createWorkerPool = (config: Served, log: Log) => {
  const slots = Array.from({ length: config.workers }, (_, slot) => slot);
  const running = new Map<number, RunningWorker>();
  const replacements = new Map<number, readonly number[]>();
  const store = createMemoryStore();
  let isStopping = false;

  const callsOf = (slot: number, onReady: () => void): PrimaryCalls => ({
    ...store,
    get: (keys) => store.get(...keys),
    publish: async (topic, text) => {
      for (const { link, isReady } of running.values())
        if (isReady) link.notify('published', topic, text);
    },
    begin: async () => ({
      ...config,
      limits: partOf(config.limits, slot, slots.length),
      wholeLimits: config.limits,
    }),
    ready: async () => onReady(),
  });

  /** Starts a worker; resolves when it accepts requests, and rejects if it ends before that. */
  const start = (slot: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork();
      const onReady = (): void => {
        one.isReady = true;
        resolve();
      };
      const link = openLink<WorkerCalls>(worker, callsOf(slot, onReady));
      const one: RunningWorker = { worker, link, isReady: false };
      running.set(slot, one);
      worker.once('exit', (code: number | null, signal: string | null) => {
        running.delete(slot);
        reject(new Error(`A worker ended with ${signal ?? code} before it served`));
        if (hasStarted && !isStopping) replace(slot, { pid: worker.process.pid, code, signal });
      });
    });

  const replace = (slot: number, ended: object): void => {
    const now = performance.now();
    const recent = (replacements.get(slot) ?? []).filter((at) => at > now - replacementsMs);
    const inMs =
      recent.length < maxReplacements
        ? 0
        : replacementsMs - (now - (recent.at(-maxReplacements) ?? 0));
    replacements.set(slot, [...recent, now + inMs]);
    log.error({ ...ended, inMs: Math.round(inMs) }, 'a worker ended and is replaced');
    // A replacement that ends too has written why to standard error, and its exit event replaces it again.
    setTimeout(() => isStopping || start(slot).catch(() => undefined), inMs).unref();
  };

  let hasStarted = false;
  return {
    start: async () => {
      cluster.setupPrimary({ args: ['worker'], serialization: 'advanced' });
      await Promise.all(slots.map(start));
      hasStarted = true;
    },
    isReady: () => !isStopping && slots.every((slot) => running.get(slot)?.isReady === true),
    metrics: async () => {
      const asked = Array.from(running.values(), ({ link }) => link.ask('metrics').catch(() => []));
      return aggregated(await Promise.all(asked));
    },
    stop: async () => {
      isStopping = true;
      const ended = Array.from(running.values(), ({ worker, link }) => {
        link.notify('stop');
        return once(worker, 'exit');
      });
      await Promise.all(ended);
      await store.close();
    },
  };
};
