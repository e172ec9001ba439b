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
import { createMemory } from '../state/memory.ts';
import type { PrimaryCalls, WorkerCalls } from './calls.ts';
import type { Link } from './link.ts';
import { openLink } from './link.ts';

// A worker that ends is replaced at once, but one that ends again and again only so often.
const mostReplaced = 4;
const replacedMs = 60_000;

interface Working {
  readonly worker: Worker;
  readonly link: Link<WorkerCalls>;
  isReady: boolean;
}

/** Starts a gateway of `config.workers` processes on one port, which this process starts, replaces and stops. */
export const startWorkers = async (config: Config, log: Log): Promise<Started> => {
  const { url, port } = await freeAddress(config);
  const { served, closeUpstream } = await upstreamFor(config);
  for (const warning of warningsOf(served)) log.warn(warning);
  const crew = createCrew({ ...served, port, sessionSecrets: secretsOf(config) }, log);
  await crew.start();
  const admin = createAdmin(crew);
  return {
    url: `${url}/graphql`,
    apiUrl: served.upstream.hosts.ads,
    adminUrl: config.adminPort === null ? null : await listen(admin, config.adminPort, '127.0.0.1'),
    close: async () => {
      await crew.stop();
      admin.close();
      admin.closeAllConnections();
      await closeUpstream();
      await new Promise((resolve) => log.flush(resolve));
    },
  };
};

/** The address that workers can listen at, also where any port will do. Throws what listening there does. */
const freeAddress = async ({ port, host }: Config) => {
  const server = createServer();
  const url = await listen(server, port, host);
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { url, port: address.port };
};

const createCrew = (config: Served, log: Log) => {
  const slots = Array.from({ length: config.workers }, (_, slot) => slot);
  const working = new Map<number, Working>();
  const replaced = new Map<number, readonly number[]>();
  const store = createMemory();
  let isStopping = false;

  const callsOf = (slot: number, onReady: () => void): PrimaryCalls => ({
    ...store,
    get: (keys) => store.get(...keys),
    tell: async (topic, text) => {
      for (const { link, isReady } of working.values()) if (isReady) link.say('heard', topic, text);
    },
    begin: async () => ({ ...config, limits: partOf(config.limits, slot, slots.length) }),
    ready: async () => onReady(),
  });

  /** Starts a worker; resolves when it serves, and rejects when it ended before. */
  const start = (slot: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork();
      const onReady = (): void => {
        one.isReady = true;
        resolve();
      };
      const link = openLink<WorkerCalls>(worker, callsOf(slot, onReady));
      const one: Working = { worker, link, isReady: false };
      working.set(slot, one);
      worker.once('exit', (code: number | null, signal: string | null) => {
        working.delete(slot);
        reject(new Error(`A worker ended with ${signal ?? code} before it served`));
        if (hasStarted && !isStopping) replace(slot, { pid: worker.process.pid, code, signal });
      });
    });

  const replace = (slot: number, ended: object): void => {
    const now = performance.now();
    const recent = (replaced.get(slot) ?? []).filter((at) => at > now - replacedMs);
    const inMs =
      recent.length < mostReplaced ? 0 : replacedMs - (now - (recent.at(-mostReplaced) ?? 0));
    replaced.set(slot, [...recent, now + inMs]);
    log.error({ ...ended, inMs: Math.round(inMs) }, 'a worker ended and is replaced');
    // Why it ends is in its own words on standard error; it is replaced again.
    setTimeout(() => isStopping || start(slot).catch(() => undefined), inMs).unref();
  };

  let hasStarted = false;
  return {
    start: async () => {
      cluster.setupPrimary({ args: ['worker'], serialization: 'advanced' });
      await Promise.all(slots.map(start));
      hasStarted = true;
    },
    isReady: () => !isStopping && slots.every((slot) => working.get(slot)?.isReady === true),
    metrics: async () => {
      const asked = Array.from(working.values(), ({ link }) => link.ask('metrics').catch(() => []));
      return aggregated(await Promise.all(asked));
    },
    stop: async () => {
      isStopping = true;
      const ended = Array.from(working.values(), ({ worker, link }) => {
        link.say('stop');
        return once(worker, 'exit');
      });
      await Promise.all(ended);
      await store.close();
    },
  };
};
