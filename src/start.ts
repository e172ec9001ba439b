import type { Config } from './config.ts';
import { emulated } from './emulated.ts';
import type { Gateway } from './gateway.ts';
import type { Log } from './log.ts';
import { createGateway } from './server.ts';

export interface Started extends Gateway {
  /** The base URL of the REST API: the real one or the emulator. */
  readonly apiUrl: string;
}

/** Starts a gateway, over an emulator of its own where no credentials are configured; `close` ends both. */
export const startGateway = async (config: Config, log: Log): Promise<Started> => {
  const { served, closeUpstream } = await upstreamFor(config);
  const gateway = await createGateway(served, { log }).catch(async (error: unknown) => {
    await closeUpstream();
    throw error;
  });
  return {
    ...gateway,
    apiUrl: served.upstream.hosts.ads,
    close: async () => {
      await gateway.close();
      await closeUpstream();
      await new Promise((resolve) => log.flush(resolve));
    },
  };
};

/** Starts an emulator where the configuration has no upstream. */
export const upstreamFor = async (config: Config) => {
  const { upstream, emulatorStrict: strict } = config;
  if (upstream !== null) {
    return { served: { ...config, upstream }, closeUpstream: async () => undefined };
  }
  // Loaded only where needed.
  const { createEmulator } = await import('./emulator/server.ts');
  const emulator = await createEmulator({ strict });
  return { served: emulated(config, emulator), closeUpstream: emulator.close };
};
