import { agentRooms } from '../../agents/rooms.ts';
import { readConfig } from '../../src/config/config.ts';
import type { ServingConfig } from '../../src/gateway/server.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { createLog } from '../../src/telemetry/log.ts';
import type { Play } from './raw-server.ts';
import { startRawServer } from './raw-server.ts';
import { consumer } from './upstream.ts';

/** Operations of many callers. Each caller sends its next one when the last is answered. */
export interface StormOptions {
  readonly seconds: number;
  readonly callers: number;
}

/** A gateway over an API that does whatever `play` says, and the storm that it is exposed to. */
export const startGatewayBefore = async (
  play: Play,
  env: Readonly<Record<string, string>> = {},
) => {
  const server = await startRawServer(play);
  const config = readConfig({
    PORT: '0',
    TIMEOUT_GRACE_MS: '0',
    TIMEOUT_LAME_DUCK_MS: '0',
    ADS_API_URL: server.url,
    ADS_SANDBOX_API_URL: server.url,
    PLATFORM_API_URL: server.url,
    ADS_CONSUMER_KEY: consumer.key,
    ADS_CONSUMER_SECRET: consumer.secret,
    ADS_ACCESS_TOKEN: '1-owner',
    ADS_ACCESS_TOKEN_SECRET: 'owner-secret',
    ...env,
  });
  const gateway = await createGateway(config as ServingConfig, {
    log: createLog('error', { write: () => undefined }),
    rooms: agentRooms(),
  });
  const ask = async (query: string): Promise<readonly string[]> => {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { errors = [] } = (await response.json()) as {
      errors?: { extensions: { code: string } }[];
    };
    return errors.map(({ extensions }) => extensions.code);
  };
  return {
    server,
    gateway,
    ask,
    /**
     * Sends the operations. `usual` is the duration of an operation after the storm, in
     * milliseconds: the median of 51, one by one.
     */
    blow: async (query: string, { seconds, callers }: StormOptions) => {
      const codes = new Set<string>();
      const end = performance.now() + seconds * 1000;
      let total = 0;
      const caller = async (): Promise<void> => {
        while (performance.now() < end) {
          for (const code of await ask(query)) codes.add(code);
          total += 1;
        }
      };
      await Promise.all(Array.from({ length: callers }, caller));
      const requests = server.requests.length;
      const durations: number[] = [];
      while (durations.length < 51) {
        const start = performance.now();
        await ask(query);
        durations.push(performance.now() - start);
      }
      const [usual = 0] = durations.sort((one, other) => one - other).slice(25);
      return { answers: { total, codes }, requests, usual: Math.round(usual * 10) / 10 };
    },
    close: async () => {
      await gateway.close();
      await server.close();
    },
  };
};
