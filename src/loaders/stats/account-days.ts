import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { dayMs, dayNumber, dayOf, hourMs } from '../../upstream/catalogue/language/times.ts';
import { type Zone, zoneOf } from '../../upstream/catalogue/language/zones.ts';
import { badResponse, type TransportError } from '../../upstream/client/errors.ts';
import type { Trace } from '../../upstream/client/trace.ts';
import type { RowLoaders } from '../by-id.ts';
import type { Reads } from '../reads.ts';
import { possibleToday } from './intervals.ts';
import type { ResultCache } from './result-cache.ts';

/** The shortest day, on which the clock is put forward by two hours. */
const shortestDayMs = dayMs - 2 * hourMs;

/** The known days of an account. A day is its number since 1970; null if unknown. */
export interface AccountDays {
  /** True if the time zone is known, and with it every day. */
  readonly hasZone: () => boolean;
  readonly midnight: (day: number) => number | null;
  readonly dayAt: (instant: number) => number | null;
  /** Records a midnight from a response. */
  readonly addMidnight: (day: number, midnight: number) => void;
  readonly setZone: (zone: Zone) => void;
}

/**
 * Creates the days of an account. Without the time zone they follow from midnights in responses: if
 * two midnights have the same offset from UTC, so do all midnights between them. This holds because
 * a clock is changed back after a month at the earliest, and a response covers at most a week.
 *
 * Example: the response for a week says that its first and last midnight are at 05:00 UTC. So all
 * its days begin at 05:00 UTC, and 04:59 UTC belongs to the day before.
 */
export const createAccountDays = (known: Zone | null): AccountDays => {
  let zone = known;
  const offsets = new Map<number, number>();
  const midnight = (day: number): number | null => {
    const offset = offsets.get(day);
    if (offset !== undefined) return day * dayMs - offset;
    if (zone !== null) return zone.midnight(dayOf(day));
    const days = [...offsets.keys()];
    const offsetBefore = offsets.get(Math.max(...days.filter((one) => one < day)));
    const offsetAfter = offsets.get(Math.min(...days.filter((one) => one > day)));
    return offsetBefore === undefined || offsetBefore !== offsetAfter
      ? null
      : day * dayMs - offsetBefore;
  };
  // If only one end of a day is known, the 22 hours next to it certainly belong to the day.
  const isCertainlyIn = (instant: number, day: number): boolean => {
    const [start, end] = [midnight(day), midnight(day + 1)];
    if (start === null && end === null) return false;
    const from = start ?? (end ?? 0) - shortestDayMs;
    const to = end ?? from + shortestDayMs;
    return from <= instant && instant < to;
  };
  return {
    hasZone: () => zone !== null,
    midnight,
    dayAt: (instant) => {
      if (zone !== null) return dayNumber(zone.dayAt(instant));
      const { least, most } = possibleToday(instant);
      for (let day = least; day <= most; day += 1) if (isCertainlyIn(instant, day)) return day;
      return null;
    },
    addMidnight: (day, instant) => void offsets.set(day, day * dayMs - instant),
    setZone: (found) => {
      zone = found;
    },
  };
};

/** The time zones of accounts. */
export interface TimeZones {
  /** A time zone from a row of this request or from an earlier request; null if it needs a call. */
  readonly known: (accountId: string) => Promise<Zone | null>;
  /** The time zone, with a call for the account's row if necessary. */
  readonly read: (accountId: string, trace: Trace) => Promise<Zone>;
}

const zoneNamed = (name: unknown): Zone | null => (typeof name === 'string' ? zoneOf(name) : null);

/** Creates the time zones of a request. They hardly ever change, so they are cached for days. */
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
