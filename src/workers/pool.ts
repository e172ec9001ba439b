import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { warningsOf } from '../auth/owner.ts';
import { readApiKeys } from '../config/api-keys.ts';
import type { Config } from '../config/config.ts';
import { fatalMessage, StartError } from '../config/config-error.ts';
import type { GuardRule } from '../config/guards.ts';
import { stateWarnings } from '../config/redis.ts';
import { limitsOfWorker } from '../config/settings.ts';
import { renewFile, type StartedGateway, upstreamFor } from '../gateway/gateway.ts';
import type { ServingConfig } from '../gateway/server.ts';
import { listen } from '../http/door/acceptors.ts';
import { createMemoryStore } from '../state/memory.ts';
import { openStore } from '../state/open-store.ts';
import { openAdmin } from '../telemetry/admin.ts';
import type { Log } from '../telemetry/log.ts';
import { aggregated, createPastMetrics } from '../telemetry/prometheus.ts';
import { openLink, type PrimaryCalls, type ProcessLink, type WorkerCalls } from './link.ts';

// A worker that ends is replaced at once. After this many replacements within this time, the next
// one waits.
const maxReplacements = 4;
const replacementsMs = 60_000;

interface RunningWorker {
  readonly worker: Worker;
  readonly link: ProcessLink<WorkerCalls>;
  /** Its share of the limits, from 0. While a worker is renewed, two have the same. */
  readonly slot: number;
  readonly ended: Promise<unknown>;
  /** The reason why it could not start; null if it reported none. */
  failure: string | null;
  isReady: boolean;
  /** True if its store has answered. */
  hasStore: boolean;
  /** The warnings of its store for the operator. */
  warnings: readonly string[];
  /** True if its counts have been added to those of ended workers. */
  hasLeft: boolean;
}

/** The delays before replacements of a worker, in milliseconds. */
const createDelays = () => {
  const replacements = new Map<number, readonly number[]>();
  return {
    next: (slot: number): number => {
      const now = performance.now();
      const recent = (replacements.get(slot) ?? []).filter((at) => at > now - replacementsMs);
      const oldest = recent.at(-maxReplacements);
      const inMs = oldest === undefined ? 0 : replacementsMs - (now - oldest);
      replacements.set(slot, [...recent, now + inMs]);
      return inMs;
    },
  };
};

/** A pool of `config.workers` workers, which runs from `start` to `stop`. */
class WorkerPool {
  #config: ServingConfig;
  readonly #log: Log;
  readonly #slots: readonly number[];
  readonly #running = new Set<RunningWorker>();
  readonly #delays = createDelays();
  readonly #store = createMemoryStore();
  readonly #past = createPastMetrics();
  #renewing: Promise<void> | null = null;
  #hasStarted = false;
  #isStopping = false;

  constructor(config: ServingConfig, log: Log) {
    this.#config = config;
    this.#log = log;
    this.#slots = Array.from({ length: config.workers }, (_, slot) => slot);
  }

  /** Resolves when all workers accept requests; rejects if one ends before that. */
  readonly start = async (): Promise<void> => {
    cluster.setupPrimary({ args: ['worker'], serialization: 'advanced' });
    await Promise.all(this.#slots.map((slot) => this.#fork(slot)));
    this.#hasStarted = true;
  };

  readonly isReady = (): boolean =>
    !this.#isStopping &&
    this.#slots.every((slot) => this.#inSlot(slot).some((one) => one.hasStore));

  readonly warnings = (): readonly string[] => [
    ...new Set([...this.#running].flatMap((one) => one.warnings)),
  ];

  readonly metrics = async (): Promise<string> => {
    const counting = [...this.#running].filter(({ hasLeft }) => !hasLeft);
    const answers = counting.map(({ link }) => link.call('metrics').catch(() => []));
    return aggregated([await this.#past.sum(), ...(await Promise.all(answers))]);
  };

  /**
   * Replaces all workers, one after the other. Does nothing while it is running already. If a new
   * worker cannot start, that is logged and the old ones stay.
   */
  readonly renew = (): Promise<void> => {
    this.#renewing ??= this.#renewAll()
      .catch((error: unknown) =>
        this.#log.error({ reason: fatalMessage(error) }, 'the workers could not be replaced'),
      )
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  };

  /** Gives every worker these rules of GUARDS, and those that start later. */
  readonly renewRules = (rules: readonly GuardRule[]): void => {
    this.#config = { ...this.#config, rules };
    for (const { link } of this.#running) link.notify('renewRules', rules);
  };

  /** Gives these API keys to every worker that starts later. */
  readonly renewKeys = (apiKeys: ServingConfig['apiKeys']): void => {
    this.#config = { ...this.#config, apiKeys };
  };

  readonly stop = async (): Promise<void> => {
    this.#isStopping = true;
    for (const { link } of this.#running) link.notify('stop');
    await Promise.all(Array.from(this.#running, ({ ended }) => ended));
    await this.#store.close();
  };

  #inSlot(slot: number): readonly RunningWorker[] {
    return [...this.#running].filter((one) => one.slot === slot);
  }

  /** Starts a worker; resolves when it accepts requests, and rejects if it ends before that. */
  #fork(slot: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = cluster.fork();
      const calls = this.#callsOf(slot, {
        failed: async (reason) => {
          one.failure = reason;
        },
        ready: async () => {
          one.isReady = true;
          resolve();
        },
        storeOpened: async () => {
          one.hasStore = true;
        },
        storeWarns: async (warnings) => {
          one.warnings = warnings;
        },
        leave: async (metrics) => {
          this.#past.add(metrics);
          one.hasLeft = true;
        },
      });
      const link = openLink<WorkerCalls>(worker, calls);
      const ended = once(worker, 'exit');
      const not = { failure: null, isReady: false, hasStore: false, hasLeft: false, warnings: [] };
      const one: RunningWorker = { worker, link, slot, ended, ...not };
      this.#running.add(one);
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#running.delete(one);
        const { failure } = one;
        reject(new StartError(failure ?? `A worker ended with ${signal ?? code} before it served`));
        // While it is renewed, another worker has its slot.
        if (!this.#hasStarted || this.#isStopping || this.#inSlot(slot).length > 0) return;
        const { pid } = worker.process;
        this.#replace(slot, { pid, code, signal, ...(failure !== null && { reason: failure }) });
      });
    });
  }

  #callsOf(
    slot: number,
    acts: Pick<PrimaryCalls, 'failed' | 'ready' | 'storeOpened' | 'storeWarns' | 'leave'>,
  ): PrimaryCalls {
    const store = this.#store;
    return {
      ...store,
      get: (keys) => store.get(...keys),
      publish: async (topic, text) => {
        for (const { link, isReady } of this.#running)
          if (isReady) link.notify('published', topic, text);
      },
      begin: async () => {
        const { limits: totalLimits } = this.#config;
        const limits = limitsOfWorker(totalLimits, slot, this.#slots.length);
        return { ...this.#config, limits, totalLimits };
      },
      ...acts,
    };
  }

  #replace(slot: number, ended: object): void {
    const inMs = this.#delays.next(slot);
    this.#log.error({ ...ended, inMs: Math.round(inMs) }, 'a worker ended and is replaced');
    // A replacement that cannot start is replaced again, and the log has the reason.
    const start = (): void => void (this.#isStopping || this.#fork(slot).catch(() => undefined));
    setTimeout(start, inMs).unref();
  }

  async #renewAll(): Promise<void> {
    const workers = this.#slots.length;
    this.#log.warn({ workers }, 'the workers are replaced one by one');
    for (const slot of this.#slots) if (!this.#isStopping) await this.#renewSlot(slot);
    if (!this.#isStopping) this.#log.warn({ workers }, 'the workers have been replaced');
  }

  /** Starts a new worker, and ends the old one when the new one accepts requests. */
  async #renewSlot(slot: number): Promise<void> {
    const old = this.#inSlot(slot);
    await this.#fork(slot);
    for (const { link } of old) link.notify('retire');
    await Promise.all(old.map(({ ended }) => ended));
  }
}

/**
 * Starts a gateway of `config.workers` processes that share one port. This process starts, replaces
 * and stops them.
 */
export const startWorkers = async (config: Config, log: Log): Promise<StartedGateway> => {
  const { url, port } = await findAddress(config);
  const { served, closeUpstream } = await upstreamFor(config);
  for (const warning of warningsOf(served)) log.warn(warning);
  // A password that Redis refuses stops the start here, in one line; each worker has its own store.
  await (await openStore(served)).close();
  const guardsOf = async () =>
    config.guardsFile === null ? [] : (await import('../schema/guards-file.ts')).guardsIn(config);
  const pool = new WorkerPool({ ...served, port, rules: await guardsOf() }, log);
  await pool.start();
  const { isReady, metrics } = pool;
  const warnings = () => [...stateWarnings(config), ...pool.warnings()];
  const admin = await openAdmin(config, { isReady, metrics, warnings }, log);
  return {
    url: `${url}/graphql`,
    apiUrl: served.upstream.hosts.ads,
    adminUrl: admin.url,
    renew: async () => {
      if (config.apiKeysFile !== null) {
        const renewKeys = async () => pool.renewKeys(readApiKeys(config));
        await renewFile(log, 'GATEWAY_API_KEYS_FILE', renewKeys);
      }
      if (config.guardsFile !== null) {
        await renewFile(log, 'GUARDS', async () => pool.renewRules(await guardsOf()));
      }
      await pool.renew();
    },
    close: async () => {
      await pool.stop();
      admin.close();
      await closeUpstream();
      await new Promise((resolve) => log.flush(resolve));
    },
  };
};

/**
 * The URL and port for the workers; if the configured port is 0, a free one. Throws if it is in
 * use.
 */
const findAddress = async ({ port, host }: Config) => {
  const server = createServer();
  const url = await listen(server, port, host);
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { url, port: address.port };
};
