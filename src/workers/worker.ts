import { EventEmitter } from 'node:events';
import { fatalMessage } from '../config/config-error.ts';
import type { GuardRule } from '../config/guards.ts';
import type { CreateRooms } from '../gateway/rooms.ts';
import { createGateway } from '../gateway/server.ts';
import {
  intactData,
  keepsAll,
  onStoreWarnings,
  type Store,
  storeFailure,
  storeIsFull,
} from '../state/store.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import type { MetricValues } from '../telemetry/metrics.ts';
import type { PrimaryCalls, ProcessLink, WorkerCalls } from './link.ts';
import { openLink, ProcessEnded } from './link.ts';

/** The primary's store, for a worker. `published` emits the messages of all processes, by topic. */
const storeOfPrimary = ({ call }: ProcessLink<PrimaryCalls>, published: EventEmitter): Store => ({
  get: (...keys) => withStoreError(call('get', keys)),
  set: (...args) => withStoreError(call('set', ...args)),
  cache: (...args) => withStoreError(call('cache', ...args)),
  setIfAbsent: (...args) => withStoreError(call('setIfAbsent', ...args)),
  compareAndSwap: (change) => withStoreError(call('compareAndSwap', change)),
  increment: (...change) => withStoreError(call('increment', ...change)),
  count: (...args) => withStoreError(call('count', ...args)),
  publish: (...message) => withStoreError(call('publish', ...message)),
  subscribe: (topic, listener) => void published.on(topic, listener),
  now: Date.now,
  // The primary lives as long as its workers, and so does its data.
  opened: Promise.resolve(),
  data: () => intactData,
  checkData: async () => intactData,
  memory: () => keepsAll,
  warnings: () => [],
  close: async () => undefined,
});

const withStoreError = async <T>(result: Promise<T>): Promise<T> => {
  try {
    return await result;
  } catch (cause) {
    const isFull = cause instanceof Error && cause.message.includes(storeIsFull);
    throw storeFailure(isFull ? storeIsFull : 'the store does not respond', { cause });
  }
};

/**
 * Runs a gateway with the configuration of the primary. Resolves with the exit code: 0 after the
 * primary has requested a stop or a retirement and the gateway has closed, 1 if it could not start
 * or the primary has ended.
 */
export const serveAsWorker = (parts: WorkerParts): Promise<0 | 1> =>
  serve(parts).catch((error: unknown) => {
    if (error instanceof ProcessEnded) return 1;
    throw error;
  });

interface WorkerParts {
  readonly rooms: CreateRooms;
  /** Gets the log of the worker. */
  readonly onLog: (log: Log) => void;
}

const serve = async ({ rooms, onLog }: WorkerParts): Promise<0 | 1> => {
  const published = new EventEmitter().setMaxListeners(0);
  const retired = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let rules: readonly GuardRule[] | null = null;
  let renewRules = (read: readonly GuardRule[]): void => {
    rules = read;
  };
  let metrics = async (): Promise<MetricValues> => [];
  const own: WorkerCalls = {
    published: async (topic, text) => void published.emit(topic, text),
    metrics: () => metrics(),
    renewRules: async (read) => renewRules(read),
    retire: async () => retired.resolve(),
    stop: async () => stopped.resolve(),
  };
  const primary = openLink<PrimaryCalls>(process, own);
  const config = await primary.call('begin');
  const log = createLog(config.logLevel);
  onLog(log);
  onStoreWarnings((warnings) => primary.notify('storeWarns', warnings));
  const gateway = await createGateway(config, {
    log,
    rooms,
    ...(config.redis === null && { store: storeOfPrimary(primary, published) }),
    asWorker: ({ values }) => {
      metrics = values;
    },
  }).catch((error: unknown) => primary.call('failed', fatalMessage(error)));
  if (gateway === undefined) return 1;
  ({ renewRules } = gateway);
  if (rules !== null) renewRules(rules);
  primary.notify('ready');
  void gateway.storeOpened.then(() => primary.notify('storeOpened'));
  await Promise.race([stopped.promise, retired.promise.then(gateway.retire)]);
  await gateway.close();
  await primary.call('leave', await metrics());
  await new Promise((resolve) => log.flush(resolve));
  return 0;
};
