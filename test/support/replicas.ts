import { afterEach } from 'vitest';
import { agentRooms } from '../../agents/rooms.ts';
import { readConfig } from '../../src/config/config.ts';
import { emulated } from '../../src/gateway/gateway.ts';
import type { ListeningGateway } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { createLog } from '../../src/telemetry/log.ts';
import type { Running } from './gateway.ts';

/** One of several gateways over the emulator of a test. */
export interface Replica extends ListeningGateway {
  /** The lines of its log, parsed, as they are written. */
  readonly log: readonly { readonly level: number; readonly msg: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly ask: (query: string, headers?: Readonly<Record<string, string>>) => Promise<any>;
  /** The status of `/readyz`. */
  readonly readiness: () => Promise<number>;
  /** The value of a metric without labels. */
  readonly metric: (name: string) => Promise<number>;
}

/** The secret that all replicas have. */
export const sharedSecret = 's'.repeat(32);

/** Starts gateways with a store, each closed after its test. */
export const useReplicas = (running: Running) => {
  let open: Replica[] = [];
  afterEach(async () => {
    await Promise.all(open.map((one) => one.close()));
    open = [];
  });
  return async (env: Readonly<Record<string, string>>): Promise<Replica> => {
    const config = readConfig({
      PORT: '0',
      ADMIN_PORT: '0',
      TIMEOUT_LAME_DUCK_MS: '0',
      TIMEOUT_GRACE_MS: '0',
      LIMIT_WAIT_MS: '60000',
      SESSION_SECRET: sharedSecret,
      ...env,
    });
    const lines: { level: number; msg: string }[] = [];
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const gateway = await createGateway(emulated(config, running.emulator), {
      log,
      rooms: agentRooms(),
    });
    const admin = (path: string) => fetch(`${gateway.adminUrl}${path}`);
    const one: Replica = {
      ...gateway,
      log: lines,
      ask: async (query, headers = {}) => {
        const response = await fetch(gateway.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ query }),
        });
        return { status: response.status, ...((await response.json()) as object) };
      },
      readiness: async () => (await admin('/readyz')).status,
      metric: async (name) => {
        const text = await (await admin('/metrics')).text();
        return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
      },
    };
    open.push(one);
    return one;
  };
};
