import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Store, Swap } from './store.ts';
import { StoreError } from './store.ts';

// No request waits for the store longer than this, and while it is down only one in a while does.
const timeoutMs = 500;
const restMs = 1000;
const startMs = 1000;

/** How long a store that has lost its memory is not relied on: as long as anything is promised to be remembered. */
const distrustMs = 24 * 3_600_000;

/** What tells the memory of a store from an empty one that took its place. */
const epochKey = 'epoch';

const scripts = {
  add: `local found = redis.call('GET', KEYS[1])
    if found then return found end
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return false`,
  swap: `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    if ARGV[2] == '' then redis.call('DEL', KEYS[1])
    else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
    return 1`,
  count: `local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return sum`,
} as const;

/** Where a store is, and whose it is: gateways of other applications may use the same server. */
export interface RedisOptions {
  readonly url: string;
  readonly application: string;
  /** Hears once each time that the store stops answering, and when it answers again. */
  readonly warn?: (message: string) => void;
}

/** A store in Redis. It starts whether or not the server answers. */
export const createRedis = async ({ url, application, warn }: RedisOptions): Promise<Store> => {
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
  const { ask, close } = asker(commands, warn);
  subscriber.on('error', () => undefined);
  await connected(commands);
  const run = (script: keyof typeof scripts, key: string, ...args: readonly (string | number)[]) =>
    ask(() => commands.eval(scripts[script], 1, prefix + key, ...args));
  const get: Store['get'] = (...keys) => ask(() => commands.mget(keys.map((key) => prefix + key)));
  const add: Store['add'] = async (...kept) => (await run('add', ...kept)) as string | null;
  return {
    get,
    add,
    set: async (key, value, ttlMs) => {
      await ask(() => commands.set(prefix + key, value, 'PX', ttlMs));
    },
    swap: async ({ key, from, to, ttlMs }: Swap) =>
      (await run('swap', key, from, to ?? '', ttlMs)) === 1,
    count: async (key, by, ttlMs) => Number(await run('count', key, by, ttlMs)),
    tell: async (topic, text) => {
      await ask(() => commands.publish(prefix + topic, text));
    },
    hear: (topic, listener) => {
      // A subscription is taken up again with every new connection.
      subscriber.subscribe(prefix + topic).catch(() => undefined);
      subscriber.on('message', (channel, text) => {
        if (channel === prefix + topic) listener(text);
      });
    },
    isWhole: memory({
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

/** Waits until a server is there, and not longer than a start may take. */
const connected = async (commands: Redis): Promise<void> => {
  await Promise.race([new Promise((resolve) => commands.once('ready', resolve)), pause(startMs)]);
};

type Ask = <T>(command: () => Promise<T>) => Promise<T>;

/** Asks the server in time or not at all: while it is down, most asks fail at once. */
const asker = (
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
    if (performance.now() < restsUntil) throw new StoreError('the store does not answer');
    try {
      const answer = await command();
      note(false);
      return answer;
    } catch (cause) {
      restsUntil = performance.now() + (commands.status === 'ready' ? restMs : 0);
      note(true);
      throw new StoreError('the store does not answer', { cause });
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

/** Whether the memory of a store is the one that it had when this process first asked. */
const memory = ({
  get,
  begin,
}: {
  readonly get: Store['get'];
  readonly begin: (epoch: string) => Promise<unknown>;
}): Store['isWhole'] => {
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
