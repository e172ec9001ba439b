import { EventEmitter } from 'node:events';
import type { MetricValues } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import { createLog } from '../log.ts';
import { createGateway } from '../server.ts';
import type { PrimaryCalls, WorkerCalls } from './calls.ts';
import { openLink } from './link.ts';
import { storeOfPrimary } from './store.ts';

/** Serves what the primary says, and resolves when it said to stop and everything has ended. `onLog` is handed the log. */
export const serveAsWorker = async (onLog: (log: Log) => void): Promise<void> => {
  const heard = new EventEmitter().setMaxListeners(0);
  const stopped = Promise.withResolvers<void>();
  let metrics = async (): Promise<MetricValues> => [];
  const own: WorkerCalls = {
    heard: async (topic, text) => void heard.emit(topic, text),
    metrics: () => metrics(),
    stop: async () => stopped.resolve(),
  };
  const primary = openLink<PrimaryCalls>(process, own);
  const config = await primary.ask('begin');
  const log = createLog(config.logLevel);
  onLog(log);
  const gateway = await createGateway(config, {
    log,
    ...(config.redisUrl === null && { store: storeOfPrimary(primary, heard) }),
    asWorker: ({ values }) => {
      metrics = values;
    },
  });
  primary.say('ready');
  await stopped.promise;
  await gateway.close();
  await new Promise((resolve) => log.flush(resolve));
};
