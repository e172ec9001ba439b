import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../config/config-error.ts';
import type { RedisAddress } from '../config/redis.ts';
import { hourMs } from '../upstream/catalogue/language/times.ts';
import type { RedisConnections, RunCommand } from './redis/connections.ts';
import { codeOf, createRunCommand, openConnections } from './redis/connections.ts';
import { scripts } from './redis/scripts.ts';
import type { DataWatch, KnownData, SeenData } from './redis/watches.ts';
import { uncertainMs, watchData, watchMemory } from './redis/watches.ts';
import type { DataState, Store, Swap } from './store.ts';
import { nullIfUnavailable, StoreError, storeFailure, storeWarns, windowLeaseMs } from './store.ts';

/** The milliseconds for which opening waits for the connection. */
const startMs = 1000;

// The pulse of a process outlives the records whose loss it reveals.
const pulseMs = 48 * hourMs;

/**
 * The server, and the application that owns the data: gateways of several applications can share a
 * server.
 */
export interface RedisOptions {
  readonly address: RedisAddress;
  readonly application: string;
  /** Takes a line for the log: when the store stops answering, answers again, or has lost data. */
  readonly warn?: (message: string) => void;
}

/**
 * Opens a store in Redis. After a second or two it resolves even if the server does not answer:
 * until it does, `data().isRead` is false. Rejects with ConfigError if the server refuses the user
 * or the password.
 */
export const createRedisStore = async ({
  address,
  application,
  warn = () => undefined,
}: RedisOptions): Promise<Store> => {
  const prefix = prefixOf(application);
  // Changes are counted for each process: with one counter, new changes of others would hide lost
  // ones.
  const names = { prefix, pulse: `${prefix}pulse:${randomUUID()}` };
  const connections = await openConnections(address);
  const { commands, subscriber } = connections;
  // Called only once everything below is there.
  const allWarnings = (): readonly string[] => [
    ...warnings.down(),
    ...lossIn(prefix, watch.state()),
    ...memory.state().warnings,
  ];
  const reportChanges = createReporter(() => allWarnings());
  const warnings = createWarnings(warn, reportChanges);
  const run = createRunCommand(connections, warnings.report);
  const publish: Store['publish'] = async (topic, text) => {
    await run(() => commands.publish(prefix + topic, text));
  };
  const watch = watchData({
    checkData: createLook(run, connections, names),
    alert: () => publish(alertTopic, ''),
    onLoss: (at, until) => warn(lossLine(prefix, at, until)),
    onCheck: () => reportChanges(),
  });
  const memory = watchMemory({
    info: () => commands.info(),
    warn,
    onEvicted: watch.distrust,
    onChange: reportChanges,
  });
  const subscribe: Store['subscribe'] = (topic, listener) => {
    // Each new connection requests it again, so a failure needs no handling here.
    const listen = (): void => void subscriber.subscribe(prefix + topic).catch(() => undefined);
    subscriber.on('ready', listen);
    if (subscriber.status === 'ready') listen();
    subscriber.on('message', (channel, text) => {
      if (channel === prefix + topic) deliver(listener, text);
    });
  };
  const close = (): void => {
    warnings.stop();
    watch.stop();
    memory.stop();
    connections.close();
  };
  subscribe(alertTopic, () => void nullIfUnavailable(watch.check()));
  commands.on('ready', () => void memory.look());
  await open(connections, watch).catch((error: unknown) => {
    close();
    throw error;
  });
  commands.on('ready', () => void nullIfUnavailable(watch.check()));
  watch.start();
  return {
    ...valuesOf({ run, commands, names, moved: watch.moved }),
    publish,
    subscribe,
    opened: watch.opened,
    now: watch.now,
    data: watch.state,
    checkData: async () => {
      await memory.settled();
      return watch.check();
    },
    memory: memory.state,
    warnings: allWarnings,
    close: async () => close(),
  };
};

/** The prefix of all keys of an application. */
const prefixOf = (application: string): string =>
  `ads-graph:${createHash('sha256').update(application).digest('base64url').slice(0, 16)}:`;

const alertTopic = 'look-at-the-data';

/** Waits for the first check of the data. Rejects with ConfigError if the server refuses it. */
const open = async ({ commands }: RedisConnections, watch: DataWatch): Promise<void> => {
  const refused = Promise.withResolvers<never>();
  const onError = (error: unknown): void => {
    const refusal = refusalOf(codeOf(error));
    if (refusal !== null) refused.reject(refusal);
  };
  commands.on('error', onError);
  try {
    const ready = new Promise((resolve) => commands.once('ready', resolve));
    await Promise.race([ready, refused.promise, pause(startMs)]);
    if (commands.status === 'ready') await watch.check();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const refusal = refusalOf(codeOf(error.cause));
    if (refusal !== null) throw refusal;
  } finally {
    commands.off('error', onError);
  }
};

const refusalOf = (code: string | null): ConfigError | null => {
  if (code === 'WRONGPASS' || code === 'NOAUTH') {
    return new ConfigError('REDIS_URL must have a user and a password that the server accepts');
  }
  return code === 'NOPERM'
    ? new ConfigError('REDIS_URL must name a user who may run scripts and publish')
    : null;
};

/** Reports warnings to the listeners of `onStoreWarnings` whenever they have changed. */
const createReporter = (warnings: () => readonly string[]): (() => void) => {
  let before = '';
  return () => {
    const now = warnings();
    if (now.join('\n') === before) return;
    before = now.join('\n');
    storeWarns(now);
  };
};

interface Warnings {
  /** Sentences for the operator about an unreachable server. */
  readonly down: () => readonly string[];
  /** Records that a command succeeded, or why it failed. */
  readonly report: (cause: string | null) => void;
  readonly stop: () => void;
}

const createWarnings = (warn: (message: string) => void, onChange: () => void): Warnings => {
  let isDown = false;
  let line = '';
  let isStopped = false;
  return {
    down: () => (isDown ? [line] : []),
    report: (cause) => {
      const wasDown = isDown;
      isDown = cause !== null;
      if (wasDown === isDown || isStopped) return;
      line =
        cause === null
          ? 'The state store (Redis) can be used again'
          : `The state store (Redis) cannot be used: ${cause}`;
      warn(line);
      onChange();
    },
    stop: () => {
      isStopped = true;
    },
  };
};

const lossIn = (prefix: string, { isLost, lostAt }: DataState): readonly string[] =>
  isLost && lostAt !== null ? [lossLine(prefix, lostAt, lostAt + uncertainMs)] : [];

const lossLine = (prefix: string, at: number, until: number): string =>
  'The state store has lost data: keyed writes are refused until ' +
  `${new Date(until).toISOString()}, and sessions that began before ` +
  `${new Date(at).toISOString()} have ended. To take keyed writes at once, although some may be ` +
  `sent twice: redis-cli SET ${prefix}lost-accepted ${at}`;

/** The names of keys: their common prefix, and the full name of the key that counts changes. */
interface KeyNames {
  readonly prefix: string;
  readonly pulse: string;
}

const createLook =
  (run: RunCommand, { commands }: RedisConnections, { prefix, pulse: own }: KeyNames) =>
  async ({ epoch, pulse, at }: KnownData, newEpoch: string): Promise<SeenData> => {
    const keys = [...['epoch', 'lost', 'lost-accepted'].map((key) => prefix + key), own];
    const args = [epoch, pulse, newEpoch, pulseMs, at];
    const reply = await run(() => commands.eval(scripts.check, keys.length, ...keys, ...args));
    const [found, lost, accepted, seen, now, isNew] = reply as unknown[];
    return {
      epoch: String(found),
      lost: Number(lost),
      accepted: Number(accepted),
      pulse: Number(seen),
      now: Number(now),
      isNew: isNew === 1,
    };
  };

interface ValueCommands {
  readonly run: RunCommand;
  readonly commands: RedisConnections['commands'];
  readonly names: KeyNames;
  readonly moved: DataWatch['moved'];
}

type FourNumbers = [number, number, number, number];

const valuesOf = ({ run, commands, names: { prefix, pulse: own }, moved }: ValueCommands) => {
  const change = async (
    script: 'set' | 'setIfAbsent' | 'compareAndSwap',
    key: string,
    ...args: readonly (string | number)[]
  ): Promise<unknown> => {
    const keys = [prefix + key, own];
    const [reply, pulse] = (await run(() =>
      commands.eval(scripts[script], keys.length, ...keys, ...args, pulseMs),
    )) as readonly unknown[];
    moved(Number(pulse));
    return reply;
  };
  const get: Store['get'] = (...keys) => run(() => commands.mget(keys.map((key) => prefix + key)));
  return {
    get,
    set: async (...args: Parameters<Store['set']>) => void (await change('set', ...args)),
    cache: async (...[key, value, ttlMs]: Parameters<Store['cache']>) => {
      await run(() => commands.set(prefix + key, value, 'PX', ttlMs));
    },
    setIfAbsent: async (...args: Parameters<Store['setIfAbsent']>) =>
      (await change('setIfAbsent', ...args)) as string | null,
    compareAndSwap: async ({ key, from, to, ttlMs }: Swap) =>
      (await change('compareAndSwap', key, from, to ?? '', ttlMs)) === 1,
    count: async (...[window, request]: Parameters<Store['count']>) => {
      const { by, made, want, isWhole, limit, least, ttlMs: ms, isReported } = request;
      const keys = [`${prefix}window:${window}`, `${prefix}shares:${window}`];
      const args = [
        by,
        made,
        want,
        Number(isWhole),
        limit,
        least,
        ms,
        Number(isReported),
        windowLeaseMs,
      ];
      const reply = await run(() => commands.eval(scripts.count, 2, ...keys, ...args));
      const [holds, left, most, ttlMs] = (reply as unknown[]).map(Number) as FourNumbers;
      return { holds, left, limit: most, ttlMs, leaseMs: windowLeaseMs };
    },
    increment: async (...[key, by, ttlMs]: Parameters<Store['increment']>) =>
      Number(await run(() => commands.eval(scripts.increment, 1, prefix + key, by, ttlMs))),
  };
};

// A gateway of another version may publish a message that this one cannot read. Such a message is
// dropped, and counts as a failure of the store.
const deliver = (listener: (text: string) => void, text: string): void => {
  try {
    listener(text);
  } catch (cause) {
    if (!(cause instanceof StoreError)) storeFailure('a message cannot be read', { cause });
  }
};
