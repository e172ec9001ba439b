import type { ClientOptions } from '../upstream/client/client.ts';
import type { Log } from './log.ts';

const lines = {
  open: 'the API has failed too often and is not asked for a while',
  recovering: 'the API answers again and is asked more and more',
  closed: 'the API is asked as usual',
} as const;

/** Logs when the calls to a host of the API stop, when they begin again, and when all are sent. */
export const logBreaker =
  (log: Pick<Log, 'warn'>): NonNullable<ClientOptions['onBreaker']> =>
  (host, state) =>
    log.warn({ host, state }, lines[state]);
