import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Store, Swap } from './store.ts';
import { storeFailure, unreadable } from './store.ts';

// A request waits at most `timeoutMs` for the store. After a timeout, calls fail at once for `restMs`.
const timeoutMs = 500;
const restMs = 1000;
const startMs = 1000;

/** For how long a store that lost its data does not count as intact: 24 hours, as long as writes are remembered. */
const distrustMs = 24 * 3_600_000;

/** The key of a random value, by which a store that was emptied or replaced is recognised. */
const epochKey = 'epoch';

const scripts = {
  setIfAbsent: `local found = redis.call('GET', KEYS[1])
    if found then return found end
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return false`,
  compareAndSwap: `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    if ARGV[2] == '' then redis.call('DEL', KEYS[1])
    else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
    return 1`,
  increment: `local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return sum`,
} as const;

/** The server, and the application whose data this is: gateways of several applications can share a server. */
export interface RedisOptions {
  readonly url: string;
  readonly application: string;
  /** Called once when the store stops answering, and once when it answers again. */
  readonly warn?: (message: string) => void;
}

/** Opens a store in Redis, after a second at most even where the server does not answer. */
export const createRedisStore = async ({
  url,
  application,
  warn,
}: RedisOptions): Promise<Store> => {
  // Loaded only where it is used.
  const { Redis } = await import('ioredis');
  const prefix = `ads-graph:${createHash('sha256').update(application).digest('base64url').slice(0, 16)}:`;
  const options = {
    commandTimeout: timeoutMs,
    connectTimeout: timeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt: number) => Math.min(50 * attempt, 500),
  };
  const commands = new Redis(url, options);
  const subscriber = new Redis(url, { ...options, enableOfflineQueue: true });
  const { ask, close } = createAsk(commands, warn);
  subscriber.on('error', () => undefined);
  await waitForConnection(commands);
  const run = (script: keyof typeof scripts, key: string, ...args: readonly (string | number)[]) =>
    ask(() => commands.eval(scripts[script], 1, prefix + key, ...args));
  const get: Store['get'] = (...keys) => ask(() => commands.mget(keys.map((key) => prefix + key)));
  return {
    get,
    setIfAbsent: async (...kept) => (await run('setIfAbsent', ...kept)) as string | null,
    set: async (key, value, ttlMs) => {
      await ask(() => commands.set(prefix + key, value, 'PX', ttlMs));
    },
    compareAndSwap: async ({ key, from, to, ttlMs }: Swap) =>
      (await run('compareAndSwap', key, from, to ?? '', ttlMs)) === 1,
    increment: async (key, by, ttlMs) => Number(await run('increment', key, by, ttlMs)),
    publish: async (topic, text) => {
      await ask(() => commands.publish(prefix + topic, text));
    },
    subscribe: (topic, listener) => {
      // The client subscribes again after every reconnection, so a failure needs no handling here.
      subscriber.subscribe(prefix + topic).catch(() => undefined);
      subscriber.on('message', (channel, text) => {
        if (channel === prefix + topic) deliver(listener, text);
      });
    },
    isIntact: createIsIntact({
      get,
      begin: (epoch) => ask(() => commands.set(prefix + epochKey, epoch, 'NX')),
    }),
    close: async () => {
      close();
      commands.disconnect();
      subscriber.disconnect();
    },
  };
};

// A gateway of another version may write what this one cannot read. It is dropped, and counts as a failure of the store.
const deliver = (listener: (text: string) => void, text: string): void => {
  try {
    listener(text);
  } catch (cause) {
    storeFailure('a message cannot be read', { cause });
  }
};

/** Waits for the connection, at most `startMs`. */
const waitForConnection = async (commands: Redis): Promise<void> => {
  await Promise.race([new Promise((resolve) => commands.once('ready', resolve)), pause(startMs)]);
};

// What Redis answers where a key holds what its command is not for. This says nothing about the other keys.
const unfitting = /^ReplyError: (?:WRONGTYPE|ERR value is not an integer)/;

type Ask = <T>(command: () => Promise<T>) => Promise<T>;

/** Runs commands; after one that failed on an open connection, all fail at once for `restMs`. Rejects with StoreError. */
const createAsk = (
  commands: Redis,
  warn: RedisOptions['warn'],
): { readonly ask: Ask; readonly close: () => void } => {
  let restsUntil = 0;
  let isDown = false;
  commands.on('error', () => undefined);
  const note = (down: boolean): void => {
    if (down !== isDown) {
      warn?.(
        down ? 'The state store (REDIS_URL) does not answer' : 'The state store answers again',
      );
    }
    isDown = down;
  };
  const ask: Ask = async (command) => {
    if (performance.now() < restsUntil) throw storeFailure('the store does not answer');
    try {
      const answer = await command();
      note(false);
      return answer;
    } catch (cause) {
      if (unfitting.test(String(cause))) throw unreadable('a value of another kind');
      restsUntil = performance.now() + (commands.status === 'ready' ? restMs : 0);
      note(true);
      throw storeFailure('the store does not answer', { cause });
    }
  };
  return {
    ask,
    close: () => {
      isDown = false;
      warn = undefined;
    },
  };
};

/** Checks that the store holds the data that it had at the first call; `distrustMs` after a loss it counts as intact again. */
const createIsIntact = ({
  get,
  begin,
}: {
  readonly get: Store['get'];
  readonly begin: (epoch: string) => Promise<unknown>;
}): Store['isIntact'] => {
  let known: string | null = null;
  let lostAt: number | null = null;
  return async () => {
    let [epoch = null] = await get(epochKey);
    if (epoch !== null && epoch === known) return true;
    const isTrusted = known === null || (lostAt !== null && Date.now() - lostAt >= distrustMs);
    if (!isTrusted) {
      lostAt ??= Date.now();
      return false;
    }
    if (epoch === null) {
      await begin(randomUUID());
      [epoch = null] = await get(epochKey);
    }
    known = epoch;
    lostAt = null;
    return known !== null;
  };
};
