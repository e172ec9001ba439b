import type { RedisAddress } from '../../src/config/redis.ts';
import { openConnections } from '../../src/state/redis/connections.ts';
import { memoryStateIn } from '../../src/state/redis/watches.ts';
import { type Check, type Finding, fine, wrong } from './finding.ts';

/** Asks the store of several replicas whether it answers, and whether it keeps what it is given. */
export const redis: Check = {
  name: 'Redis',
  examine: async ({ config }) =>
    config.redis === null
      ? fine(
          'not configured: one machine keeps its own state, and loses it when it stops',
          config.isStateUnshared ? 'Set REDIS_URL, or run one replica only' : null,
        )
      : look(config.redis),
};

const waitMs = 3000;

const look = async (address: RedisAddress): Promise<Finding> => {
  const { commands, failure, close } = await openConnections(address);
  try {
    const isReady = new Promise<boolean>((resolve) => {
      commands.once('ready', () => resolve(true));
      commands.once('error', () => resolve(false));
      setTimeout(resolve, waitMs, false).unref();
    });
    if (!(await isReady)) return unreachable(failure());
    const { warnings } = memoryStateIn(await commands.info());
    const [warning] = warnings;
    if (warning !== undefined)
      return wrong(warning, 'Set maxmemory and maxmemory-policy noeviction');
    return fine('answers, and evicts nothing');
  } catch (error) {
    return unreachable(error);
  } finally {
    close();
  }
};

const unreachable = (cause: unknown): Finding =>
  /WRONGPASS|NOAUTH|NOPERM/.test(String(cause))
    ? wrong(
        'refuses the user or the password',
        'Set REDIS_URL to a user and password that the server accepts',
      )
    : wrong('does not respond', 'Start it, let this machine reach it, or correct its address');
