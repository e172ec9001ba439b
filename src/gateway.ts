import type { Emulator } from '../emulator/server.ts';
import { fatalMessage } from './config/config-error.ts';
import type { Config } from './config.ts';
import type { Listening, Served } from './server.ts';
import type { Log } from './telemetry/log.ts';
import type { Without } from './upstream/catalogue/without.ts';

export interface Started
  extends Without<Listening, 'reset' | 'retire' | 'storeOpened' | 'renewRules'> {
  /** The base URL of the REST API: the real one or the emulator. */
  readonly apiUrl: string;
  /** Reads GUARDS anew, and replaces its workers one by one; null if it has neither. */
  readonly renew: (() => Promise<void>) | null;
}

/**
 * Starts a gateway, with an emulator of its own if no credentials are configured. `close` stops
 * both, and `reset` returns both to their initial state.
 */
export const startGateway = async (
  config: Config,
  log: Log,
  now?: () => number,
): Promise<Started & Pick<Listening, 'reset'>> => {
  const { served, closeUpstream, resetUpstream } = await upstreamFor(config, now);
  // The primary of several workers imports this file, and serves nothing itself.
  const { createGateway } = await import('./server.ts');
  const gateway = await createGateway(served, { log, now }).catch(async (error: unknown) => {
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
    renew:
      config.guardsFile === null ? null : () => renewRules(log, async () => gateway.renewRules()),
    close: async () => {
      await gateway.close();
      await closeUpstream();
      await new Promise((resolve) => log.flush(resolve));
    },
  };
};

/** Reads GUARDS anew. If the file is wrong, that is logged and the old rules hold. */
export const renewRules = async (log: Log, renew: () => Promise<void>): Promise<void> => {
  try {
    await renew();
    log.warn('the rules of GUARDS are read anew');
  } catch (error) {
    log.error({ reason: fatalMessage(error) }, 'GUARDS is wrong, so its old rules hold');
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
  const { createEmulator } = await import('../emulator/server.ts');
  const emulator = await createEmulator({ strict, now });
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
): Served => ({
  ...config,
  emulatorUrl: url,
  resultHosts: [...config.resultHosts, new URL(url).host],
  upstream: {
    hosts: { ads: url, sandbox: sandboxUrl, platform: platformUrl },
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
    owner: { key: credentials.accessToken, secret: credentials.accessTokenSecret },
  },
});
