import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** The address of the store that replicas share. */
export interface RedisAddress {
  /** The server. With sentinels, only its user, password, database and TLS are used. */
  readonly url: string | null;
  /** The sentinels that say which server is the master; empty if `url` names it. */
  readonly sentinels: readonly Sentinel[];
  /** The name under which the sentinels know the master. */
  readonly master: string;
}

/** One sentinel, as `sentinel-1.example:26379` names it. */
interface Sentinel {
  readonly host: string;
  readonly port: number;
}

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const defaultPort = 26_379;

const invalidSentinels = 'must be hosts such as sentinel-1.example:26379, separated by commas';

const sentinel = z
  .string()
  .regex(/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/, invalidSentinels)
  .transform((text): Sentinel => {
    const [, host = '', port = defaultPort] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
    return { host: host.replace(/[[\]]/g, ''), port: Number(port) };
  })
  .refine(({ port }) => port > 0 && port <= 65_535, invalidSentinels);

/** True if a URL names a server, and at most a user, a password and the number of a database. */
const isServer = (text: string): boolean => {
  const {
    protocol = '',
    hostname = '',
    pathname = '',
    username = '',
    password = '',
  } = urlOf(text) ?? {};
  const isWritten = /^rediss?:$/.test(protocol) && hostname !== '' && /^(\/\d*)?$/.test(pathname);
  return isWritten && isDecodable(username + password);
};

const isDecodable = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
};

/** The schemas of the variables that name the store. */
export const redisShape = {
  REDIS_URL: z
    .string()
    .refine(
      isServer,
      'must be like redis://user:password@redis.example:6379/0 (or rediss://), with signs of the ' +
        'password such as % / # as %25 %2F %23',
    )
    .optional(),
  REDIS_SENTINELS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(sentinel))
    .optional(),
  REDIS_SENTINEL_NAME: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks')
    .optional(),
};

interface RedisVariables {
  readonly REDIS_URL?: string | undefined;
  readonly REDIS_SENTINELS?: readonly Sentinel[] | undefined;
  readonly REDIS_SENTINEL_NAME?: string | undefined;
  readonly SESSION_SECRET: readonly string[];
}

/** The store that checked variables name; null if none does. Throws ConfigError. */
export const redisOf = (variables: RedisVariables): RedisAddress | null => {
  const {
    REDIS_URL: url = null,
    REDIS_SENTINELS: sentinels = [],
    REDIS_SENTINEL_NAME: master,
  } = variables;
  if (sentinels.length > 0 && master === undefined) {
    throw new ConfigError('REDIS_SENTINEL_NAME must be set, because REDIS_SENTINELS is');
  }
  if (sentinels.length === 0 && master !== undefined) {
    throw new ConfigError('REDIS_SENTINELS must be set, because REDIS_SENTINEL_NAME is');
  }
  if (url === null && sentinels.length === 0) return null;
  if (variables.SESSION_SECRET.length === 0) {
    const source = url === null ? 'REDIS_SENTINELS' : 'REDIS_URL';
    throw new ConfigError(
      `SESSION_SECRET must be set, because ${source} is: replicas open each other's sessions`,
    );
  }
  return { url, sentinels, master: master ?? '' };
};

/** True if a gateway of the real API, in production, keeps its state for itself. */
export const isStateUnshared = (
  variables: Parameters<typeof redisOf>[0] & { readonly NODE_ENV?: string | undefined },
  isReal: boolean,
): boolean => isReal && variables.NODE_ENV === 'production' && redisOf(variables) === null;

/** Warnings for the operator about state that replicas do not share; empty if they share it. */
export const stateWarnings = (config: { readonly isStateUnshared: boolean }): readonly string[] =>
  config.isStateUnshared
    ? [
        'REDIS_URL is not set: keys of writes, rate windows and ended sessions are not shared with other replicas, and end with this process',
      ]
    : [];
