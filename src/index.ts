import { randomBytes } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';
import { agentRooms } from '../agents/rooms.ts';
import type { Fetch } from '../client/ask.ts';
import { sealedIn, sessionFile } from './auth/login-command.ts';
import { readConfig } from './config/config.ts';
import { startGateway } from './gateway/gateway.ts';
import { acceptNobody } from './http/door/acceptors.ts';
import { eitherDigest, ownId } from './resolvers/writes/personal-identifiers.ts';
import { createLog } from './telemetry/log.ts';

export interface Gateway {
  /** The URL of GraphQL, such as `http://127.0.0.1:4000/graphql`. */
  readonly url: string;
  /** The base URL of probes and metrics; null without ADMIN_PORT. */
  readonly adminUrl: string | null;
  /**
   * Clears all state that requests have made: caches, idempotency keys, rate windows, uploads,
   * sign-ins, breakers, the bearer token and ended sessions. So one test does not affect the next.
   * The gateway's own emulator is reset too, with its data; one that `createEmulator` made has its
   * own `reset`. Address, settings, metrics, session secrets and the data in Redis stay. Resolves
   * when running requests have ended.
   */
  readonly reset: () => Promise<void>;
  /**
   * With ADMIN_PORT, keeps serving for TIMEOUT_LAME_DUCK_MS, so that load balancers notice that it
   * is not ready. Then refuses new requests, waits up to TIMEOUT_DRAIN_MS for running ones, and
   * closes the remaining connections.
   */
  readonly close: () => Promise<void>;
}

/** The environment variables of the README, by name. Undefined and empty values count as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A plugin of graphql-yoga or Envelop. Their type `Plugin` fits, and describes the argument of each
 * hook. It is not imported here, because its declarations need those of Node and newer libraries.
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
   * The clock, in milliseconds since 1970, such as `now` of an emulator. It sets today's date, and
   * times rate windows, sessions and caches. Deadlines and waits use the machine's clock.
   */
  readonly now?: () => number;
  /**
   * Plugins of graphql-yoga, which run at each stage of every operation: over HTTP, of agents'
   * tools and of commands. They run after the gateway's own (docs/plugins.md).
   */
  readonly plugins?: readonly GatewayPlugin[];
}

/**
 * Starts a gateway in this process, as `ads-graph start` does; without credentials, over an
 * emulator of its own. Of the process's environment it reads only the variables of OpenTelemetry;
 * pass `process.env` to configure it from there. `WORKERS` works only with the command. Rejects for
 * a wrong or unsafe value with an error named `ConfigError`, whose message is one line that begins
 * with the variable.
 */
export const createGateway = async (
  variables: Variables = {},
  { now, plugins }: GatewayOptions = {},
): Promise<Gateway> => {
  const config = readConfig(variables);
  const { url, adminUrl, reset, close } = await startGateway(config, createLog(config.logLevel), {
    now,
    plugins: plugins as readonly Plugin[] | undefined,
    rooms: agentRooms(),
  });
  return { url, adminUrl, reset, close };
};

/** A gateway for this process alone. */
export interface OwnGateway extends Pick<Gateway, 'url' | 'close'> {
  /** Sends a request over a connection in memory. The gateway listens on no port. */
  readonly fetch: Fetch;
  /** The key that it requires. Requests with it and without a session act as the owner. */
  readonly key: string;
  readonly isEmulated: boolean;
}

/**
 * Starts a gateway for the commands of this process, with the settings of `ads-graph start`.
 * Settings of addresses, callers and documents are ignored: it has one key, which only this process
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
  const { url, fetch, close } = await startGateway(config, createLog(config.logLevel), {
    accept: acceptNobody,
  });
  return { url, fetch, close, key, isEmulated: config.upstream === null };
};

/** The sealed session that `ads-graph login` has saved; null without one. Rejects if unreadable. */
export const keptSession = (variables: Variables): Promise<string | null> =>
  sealedIn(sessionFile(variables));

/**
 * An identifier of a person in the form in which it is sent: the SHA-256 of the normalised
 * identifier; a SHA-256 or a `partner_user_id` as given. For an invalid identifier, `fault` is a
 * sentence that does not repeat it.
 */
export const sentIdentifier = (
  kind: 'email' | 'phone_number' | 'device_id' | 'handle' | 'twitter_id' | 'partner_user_id',
  value: string,
): { readonly hash: string } | { readonly fault: string } =>
  kind === 'partner_user_id' ? ownId(value) : eitherDigest(kind, value);
