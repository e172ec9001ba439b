import { randomBytes } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';
import type { Fetch } from '../client/ask.ts';
import { sealedIn, sessionFile } from './auth/login-command.ts';
import { readConfig } from './config.ts';
import { startGateway } from './gateway.ts';
import { createMemoryDoor } from './http/door/memory-door.ts';
import { eitherDigest, ownId } from './resolvers/writes/personal-identifiers.ts';
import { createLog } from './telemetry/log.ts';

export interface Gateway {
  /** The URL of GraphQL, such as `http://127.0.0.1:4000/graphql`. */
  readonly url: string;
  /** The base URL of probes and metrics; null without ADMIN_PORT. */
  readonly adminUrl: string | null;
  /**
   * Clears everything that requests left behind: caches, idempotency keys, rate windows, uploads,
   * sign-ins, breakers, the bearer token and ended sessions. So one test does not affect the next.
   * The gateway's own emulator is reset too, with its data; one that `createEmulator` made has its
   * own `reset`. Address, settings, metrics, session secrets and what is in Redis stay. Resolves
   * when running requests have ended.
   */
  readonly reset: () => Promise<void>;
  /**
   * With ADMIN_PORT, keeps serving for TIMEOUT_LAME_DUCK_MS, so that load balancers see that it is
   * not ready. Then refuses new requests, waits up to TIMEOUT_DRAIN_MS for running ones, and closes
   * the rest.
   */
  readonly close: () => Promise<void>;
}

/**
 * The environment variables of the README by their names. Undefined and empty ones count as unset.
 */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A plugin of graphql-yoga or Envelop: its type `Plugin` fits, and says what each hook gets. It is
 * not imported here, because its declarations need those of Node and newer libraries.
 */
export type GatewayPlugin = {
  readonly [Hook in
    | 'onRequest'
    | 'onRequestParse'
    | 'onParams'
    | 'onParse'
    | 'onValidate'
    | 'onContextBuilding'
    | 'onExecute'
    | 'onExecutionResult'
    | 'onResultProcess'
    | 'onResponse'
    | 'onPluginInit']?: (payload: never) => unknown;
};

export interface GatewayOptions {
  /**
   * The clock, in milliseconds since 1970, such as `now` of an emulator: for what is today, rate
   * windows, sessions and caches. Deadlines and waits are the machine's.
   */
  readonly now?: () => number;
  /**
   * Plugins of graphql-yoga, which see each stage of every operation: over HTTP, of agents' tools
   * and of commands. They run after the gateway's own (docs/plugins.md).
   */
  readonly plugins?: readonly GatewayPlugin[];
}

/**
 * Starts a gateway in this process, as `ads-graph start` does: over an emulator of its own where no
 * credentials are given. Of the environment of the process it reads only the variables of
 * OpenTelemetry; pass `process.env` to configure it from there. `WORKERS` is only for the command.
 * Rejects for a wrong or unsafe value with an error named `ConfigError`, whose message is one line
 * that begins with the variable.
 */
export const createGateway = async (
  variables: Variables = {},
  { now, plugins }: GatewayOptions = {},
): Promise<Gateway> => {
  const config = readConfig(variables);
  const { url, adminUrl, reset, close } = await startGateway(config, createLog(config.logLevel), {
    now,
    plugins: plugins as readonly Plugin[] | undefined,
  });
  return { url, adminUrl, reset, close };
};

/** A gateway that serves this process alone. */
export interface OwnGateway extends Pick<Gateway, 'url' | 'close'> {
  /** Sends a request to it, on a connection in memory: it listens nowhere. */
  readonly fetch: Fetch;
  /** The key that it wants, with which requests without a session act as the owner. */
  readonly key: string;
  readonly isEmulated: boolean;
}

/**
 * Starts a gateway for the commands of this process, with the settings of `ads-graph start` but for
 * those that say who reaches it and what may be asked: it has one key, which only this process
 * knows. Rejects as `createGateway` does.
 */
export const openOwnGateway = async (variables: Variables): Promise<OwnGateway> => {
  const key = randomBytes(32).toString('base64url');
  const config = readConfig({
    LOG_LEVEL: 'error',
    ...variables,
    HOST: undefined,
    PORT: undefined,
    ADMIN_PORT: undefined,
    PUBLIC_URL: undefined,
    WORKERS: undefined,
    PERSISTED_DOCUMENTS: undefined,
    PERSISTED_ONLY: undefined,
    MCP: 'off',
    GATEWAY_API_KEYS_FILE: undefined,
    GATEWAY_API_KEYS: `command:${key}:owner`,
  });
  const memory = createMemoryDoor();
  const { url, close } = await startGateway(config, createLog(config.logLevel), memory);
  return {
    url,
    fetch: memory.fetch,
    close: async () => {
      await memory.close();
      await close();
    },
    key,
    isEmulated: config.upstream === null,
  };
};

/** The sealed session that `ads-graph login` keeps; null without one. Rejects if unreadable. */
export const keptSession = (variables: Variables): Promise<string | null> =>
  sealedIn(sessionFile(variables));

/**
 * An identifier of a person as it is sent: its SHA-256, normalised as the API wants it, or a
 * SHA-256 that it is already; a `partner_user_id` as it is. Or a sentence that says what is wrong
 * with the identifier, without it.
 */
export const sentIdentifier = (
  kind: 'email' | 'phone_number' | 'device_id' | 'handle' | 'twitter_id' | 'partner_user_id',
  value: string,
): { readonly hash: string } | { readonly fault: string } =>
  kind === 'partner_user_id' ? ownId(value) : eitherDigest(kind, value);
