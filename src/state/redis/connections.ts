import type { RedisOptions as ClientOptions, Redis } from 'ioredis';
import type { RedisAddress } from '../../config/redis.ts';
import type { Without } from '../../upstream/catalogue/without.ts';

/** A command waits at most this long for its answer, in milliseconds. */
export const timeoutMs = 500;

// The most milliseconds until a lost connection is opened again.
const reopenMs = 250;

/** The options of a client that do not change the format of its answers. */
type Options = Without<ClientOptions, 'replyMapping'>;

/** The two connections to Redis: one for commands, one that receives published messages. */
export interface RedisConnections {
  readonly commands: Redis;
  readonly subscriber: Redis;
  /** The error of the last failed attempt to connect, for the log; null if none failed. */
  readonly failure: () => unknown;
  /** Opens both again, to the current master. */
  readonly reopen: () => void;
  readonly close: () => void;
}

/** Opens the connections, and opens them again whenever they are lost. */
export const openConnections = async (address: RedisAddress): Promise<RedisConnections> => {
  // Loaded only if it is used.
  const { Redis } = await import('ioredis');
  const options = optionsOf(address);
  const open = (more: Options): Redis =>
    address.url === null || address.sentinels.length > 0
      ? new Redis({ ...options, ...more })
      : new Redis(address.url, { ...options, ...more });
  const commands = open({});
  const subscriber = open({ autoResubscribe: false });
  let failure: unknown = null;
  commands.on('error', (error) => {
    failure = error;
  });
  subscriber.on('error', () => undefined);
  return {
    commands,
    subscriber,
    failure: () => failure,
    reopen: () => {
      for (const one of [commands, subscriber]) if (isOpen(one)) one.disconnect(true);
    },
    close: () => {
      commands.disconnect();
      subscriber.disconnect();
    },
  };
};

const isOpen = ({ status }: Redis): boolean => status === 'ready' || status === 'connect';

const optionsOf = ({ url, sentinels, master }: RedisAddress): Options => {
  const delay = (attempt: number): number => Math.min(50 * attempt, reopenMs);
  const options: Options = {
    // Commands have a shorter limit of their own; this one is for those that open a connection.
    commandTimeout: 2 * timeoutMs,
    connectTimeout: timeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: delay,
    // A server that accepts no more writes was the master before a failover.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
  };
  if (sentinels.length === 0) return options;
  return {
    ...options,
    ...userOf(url),
    sentinels: [...sentinels],
    name: master,
    sentinelRetryStrategy: delay,
    sentinelCommandTimeout: timeoutMs,
  };
};

/** The user, password, database and TLS of a URL. */
const userOf = (url: string | null): Options => {
  if (url === null) return {};
  const { username, password, pathname, protocol } = new URL(url);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1)) || 0,
    ...(protocol === 'rediss:' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
};
