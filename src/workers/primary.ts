import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { warningsOf } from '../auth/owner.ts';
import { readApiKeys } from '../config/api-keys.ts';
import type { Config } from '../config/config.ts';
import { stateWarnings } from '../config/redis.ts';
import { renewFile, type StartedGateway, upstreamFor } from '../gateway/gateway.ts';
import { listen } from '../http/door/listening.ts';
import { openStore } from '../state/open-store.ts';
import { openAdmin } from '../telemetry/admin.ts';
import type { Log } from '../telemetry/log.ts';
import { WorkerPool } from './pool.ts';

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
