import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { type Zone, zoneOf } from '../../upstream/catalogue/language/zones.ts';
import { badResponse, type TransportError } from '../../upstream/client/errors.ts';
import type { Trace } from '../../upstream/client/trace.ts';
import type { RowLoaders } from '../by-id.ts';
import type { Reads } from '../reads.ts';
import type { ResultCache } from './result-cache.ts';

/** The time zones of accounts. */
export interface TimeZones {
  /** A time zone from a row of this request or from an earlier request; null if it needs a call. */
  readonly known: (accountId: string) => Promise<Zone | null>;
  /** The time zone, with a call for the account's row if necessary. */
  readonly read: (accountId: string, trace: Trace) => Promise<Zone>;
}

const zoneNamed = (name: unknown): Zone | null => (typeof name === 'string' ? zoneOf(name) : null);

/**
 * Creates the time zones of a request. Accounts hardly ever change theirs: it is cached for days.
 */
export const createTimeZones = (
  reads: Reads,
  rows: RowLoaders['rows'],
  cache: ResultCache,
): TimeZones => {
  const known: TimeZones['known'] = async (accountId) => {
    // The zone does not change the number of calls, and the real one may be in the cache.
    if (cache.isRehearsal) return zoneOf('UTC');
    const row = reads.rowCache(account, null).find(accountId);
    const read = zoneNamed(row?.['timezone']);
    if (read !== null || cache.isNew) return read;
    return zoneNamed(await cache.zoneOf(accountId));
  };
  const read: TimeZones['read'] = async (accountId, trace) => {
    const before = await known(accountId);
    if (before !== null) return before;
    const [row] = await rows({ entity: account, accountId: null }, [accountId], trace);
    if (row instanceof Error) throw row;
    const zone = zoneNamed(row?.['timezone']);
    if (zone === null) throw withoutZone();
    await cache.setZone(accountId, zone.name);
    return zone;
  };
  return { known, read };
};

const withoutZone = (): TransportError => badResponse('getAccount', 'the account has no time zone');
