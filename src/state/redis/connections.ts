import type { RedisOptions as ClientOptions, Redis } from 'ioredis';
import type { RedisAddress } from '../../config/redis.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import { storeFailure, storeIsFull, unreadable } from '../store.ts';

/** A command waits at most this long for its answer, in milliseconds. */
const timeoutMs = 500;

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

/** Runs a command. Rejects with StoreError if the server does not answer in time. */
export type RunCommand = <T>(command: () => Promise<T>) => Promise<T>;

// After a failure on an open connection, all commands fail at once for this long.
const pauseMs = 1000;
// A connection that leaves commands unanswered for this long is closed and opened again.
const silentMs = 2 * timeoutMs;

// Errors that concern only this key: it holds another kind of value.
const wrongType = /^ReplyError: (?:WRONGTYPE|ERR value is not an integer)/;

/** Makes the function that runs commands. `report` gets the failure of each, or null. */
export const createRunCommand = (
  { commands, failure, reopen }: RedisConnections,
  report: (cause: string | null) => void,
): RunCommand => {
  let pausedUntil = 0;
  let answeredAt = performance.now();
  commands.on('ready', () => {
    pausedUntil = 0;
  });
  return async (command) => {
    if (performance.now() < pausedUntil) throw storeFailure('the store does not respond');
    const isOpen = commands.status === 'ready';
    try {
      const reply = await inTime(command());
      answeredAt = performance.now();
      report(null);
      return reply;
    } catch (cause) {
      if (wrongType.test(String(cause))) throw unreadable('a value of another kind');
      const now = performance.now();
      pausedUntil = now + (commands.status === 'ready' ? pauseMs : 0);
      report(describe(isOpen ? cause : (failure() ?? unanswered)));
      if (isOpen && isTimeout(cause) && now - answeredAt >= silentMs) reopen();
      const isFull = codeOf(cause) === 'OOM';
      throw storeFailure(isFull ? storeIsFull : 'the store does not respond', { cause });
    }
  };
};

const late = 'Command timed out';
/** The error while a connection is not open, before an attempt to open it has failed. */
const unanswered = new Error(late);

/** The result of a command; rejects if it takes longer than `timeoutMs`. */
const inTime = async <T>(running: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  // A process that was busy first reads the responses that have arrived, and then gives up.
  const fail = (): void => void setImmediate(() => reject(new Error(late)));
  const timer = setTimeout(fail, timeoutMs);
  try {
    return await Promise.race([running, promise]);
  } finally {
    clearTimeout(timer);
  }
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const isTimeout = (error: unknown): boolean => messageOf(error) === late;

/** The code of a refusal, such as `WRONGPASS`; null if the server did not refuse. */
export const codeOf = (error: unknown): string | null =>
  /^(?:Ready check failed: )?([A-Z]{3,})\b/.exec(messageOf(error))?.[1] ?? null;

/** The failure, for the log. A refusal only shows its code: the rest may repeat what was sent. */
const describe = (error: unknown): string => {
  const code = codeOf(error);
  if (messageOf(error).endsWith(late)) return `it does not respond within ${timeoutMs} ms`;
  return code === null ? messageOf(error) : `it answers ${code}`;
};
