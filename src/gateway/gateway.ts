import type { Emulator } from '../../emulator/server.ts';
import type { Config } from '../config/config.ts';
import { fatalMessage } from '../config/config-error.ts';
import type { Log } from '../telemetry/log.ts';
import type { GatewayOverrides, ListeningGateway, ServingConfig } from './server.ts';

export interface StartedGateway extends Pick<ListeningGateway, 'url' | 'adminUrl' | 'close'> {
  /** The base URL of the REST API: the real one or the emulator. */
  readonly apiUrl: string;
  /**
   * Reads GUARDS, MCP_DOCUMENTS and GATEWAY_API_KEYS_FILE anew, and replaces its workers one by
   * one; null if it has none of them.
   */
  readonly renew: (() => Promise<void>) | null;
}

/**
 * Starts a gateway, with an emulator of its own if no credentials are configured. `close` stops
 * both, and `reset` returns both to their initial state.
 */
export const startGateway = async (
  config: Config,
  log: Log,
  given: Pick<GatewayOverrides, 'now' | 'accept' | 'plugins' | 'rooms'> = {},
): Promise<StartedGateway & Pick<ListeningGateway, 'reset' | 'fetch' | 'host'>> => {
  const { served, closeUpstream, resetUpstream } = await upstreamFor(config, given.now);
  // The primary of several workers imports this file, and serves nothing itself.
  const { createGateway } = await import('./server.ts');
  const gateway = await createGateway(served, { log, ...given }).catch(async (error: unknown) => {
    await closeUpstream();
    throw error;
  });
  return {
    ...gateway,
    apiUrl: served.upstream.hosts.ads,
    reset: async () => {
      await gateway.reset();
      resetUpstream();
    },
    renew: renewing(config, gateway, log),
    close: async () => {
      await gateway.close();
      await closeUpstream();
      await new Promise((resolve) => log.flush(resolve));
    },
  };
};

type Renewing = Pick<ListeningGateway, 'renewRules' | 'renewRooms' | 'renewKeys'>;

/** Reads anew what the configuration has; null if it has nothing to read. */
const renewing = (
  { guardsFile, mcpDocuments, apiKeysFile }: Config,
  { renewRules, renewRooms, renewKeys }: Renewing,
  log: Log,
): StartedGateway['renew'] => {
  if (guardsFile === null && mcpDocuments === null && apiKeysFile === null) return null;
  return async () => {
    if (apiKeysFile !== null) {
      await renewFile(log, 'GATEWAY_API_KEYS_FILE', async () => renewKeys());
    }
    if (guardsFile !== null) await renewFile(log, 'GUARDS', async () => renewRules());
    if (mcpDocuments !== null) await renewFile(log, 'MCP_DOCUMENTS', async () => renewRooms());
  };
};

/** Reads the file of a variable anew. If it is wrong, that is logged and the old content holds. */
export const renewFile = async (
  log: Log,
  variable: 'GUARDS' | 'MCP_DOCUMENTS' | 'GATEWAY_API_KEYS_FILE',
  renew: () => Promise<void>,
): Promise<void> => {
  try {
    await renew();
    log.warn(`${variable} was reloaded`);
  } catch (error) {
    log.error(
      { reason: fatalMessage(error) },
      `${variable} is not valid, so its previous content stays in force`,
    );
  }
};

/** Starts an emulator if the configuration has no upstream. */
export const upstreamFor = async (config: Config, now: () => number = Date.now) => {
  const { upstream, emulatorStrict: strict } = config;
  if (upstream !== null) {
    const noUpstream = { closeUpstream: async () => undefined, resetUpstream: () => undefined };
    return { served: { ...config, upstream }, ...noUpstream };
  }
  // Loaded only if needed.
  const { createEmulator } = await import('../../emulator/server.ts');
  const [sessionSecret] = config.sessionSecrets;
  const emulator = await createEmulator({ strict, now, ...(sessionSecret && { sessionSecret }) });
  return {
    served: emulated(config, emulator),
    closeUpstream: emulator.close,
    resetUpstream: () => emulator.reset({ data: true }),
  };
};

/** The configuration of a gateway over an emulator, with its addresses and keys. */
export const emulated = (
  config: Config,
  {
    url,
    sandboxUrl,
    platformUrl,
    credentials,
  }: Pick<Emulator, 'url' | 'sandboxUrl' | 'platformUrl' | 'credentials'>,
): ServingConfig => ({
  ...config,
  emulatorUrl: url,
  resultHosts: [...config.resultHosts, new URL(url).host],
  upstream: {
    hosts: { ads: url, sandbox: sandboxUrl, platform: platformUrl },
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
    owner: { key: credentials.accessToken, secret: credentials.accessTokenSecret },
  },
});
