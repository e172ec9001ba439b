import { EventEmitter } from 'node:events';
import type { MetricValues } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import { createLog } from '../log.ts';
import { createGateway } from '../server.ts';
import type { PrimaryCalls, WorkerCalls } from './calls.ts';
import { openLink } from './link.ts';
import { storeOfPrimary } from './store.ts';

/** Runs a gateway with the configuration of the primary. Resolves when the primary has said to stop and the gateway has closed. */
export const serveAsWorker = async (onLog: (log: Log) => void): Promise<void> => {
  const published = new EventEmitter().setMaxListeners(0);
  const stopped = Promise.withResolvers<void>();
  let metrics = async (): Promise<MetricValues> => [];
  const own: WorkerCalls = {
    published: async (topic, text) => void published.emit(topic, text),
    metrics: () => metrics(),
    stop: async () => stopped.resolve(),
  };
  const primary = openLink<PrimaryCalls>(process, own);
  const config = await primary.ask('begin');
  const log = createLog(config.logLevel);
  onLog(log);
  const gateway = await createGateway(config, {
    log,
    ...(config.redisUrl === null && { store: storeOfPrimary(primary, published) }),
    asWorker: ({ values }) => {
      metrics = values;
    },
  });
  primary.notify('ready');
  await stopped.promise;
  await gateway.close();
  await new Promise((resolve) => log.flush(resolve));
};
