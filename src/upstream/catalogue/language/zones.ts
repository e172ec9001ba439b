import { dayMs, dayOf, hourMs } from './times.ts';

/** The days of an IANA time zone, such as `2026-05-19`. Instants are milliseconds since 1970. */
export interface Zone {
  readonly name: string;
  /** The first instant of a day. */
  readonly midnight: (day: string) => number;
  /** The day that an instant is in. */
  readonly dayAt: (instant: number) => string;
}

/** True if there is a time zone of this name. Names that clients send are not cached. */
export const isZone = (name: string): boolean => formatIn(name) !== null;

/** The name of a zone to show times in: UTC if this one is not known. */
export const shownZone = (zone: string | null | undefined): string =>
  zone != null && isZone(zone) ? zone : 'UTC';

/**
 * A time as people read it, in a zone that it names: `January 1, 2032 at 01:00 (Europe/Berlin)`.
 * In UTC if the zone is not known.
 */
export const momentText = (ms: number, zone: string | null): string => {
  const timeZone = shownZone(zone);
  const timeStyle = ms % 60_000 === 0 ? 'short' : 'medium';
  const format = { timeZone, timeStyle, dateStyle: 'long', hourCycle: 'h23' } as const;
  return `${new Intl.DateTimeFormat('en', format).format(ms)} (${timeZone})`;
};

const zones = new Map<string, Zone | null>();
// There are some 600 zones, and names can be anything.
const maxZones = 1000;

/** The time zone of this name; null if there is none. */
export const zoneOf = (name: string): Zone | null => {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const made = createZone(name);
  if (zones.size < maxZones) zones.set(name, made);
  return made;
};

const createZone = (name: string): Zone | null => {
  const offset = offsetsOf(name);
  if (offset === null) return null;
  const dayAt = (instant: number): string => dayOf(Math.floor((instant + offset(instant)) / dayMs));
  const midnights = new Map<string, number>();
  const midnight = (day: string): number => {
    const known = midnights.get(day);
    if (known !== undefined) return known;
    const found = firstInstant(day, { offset, dayAt });
    if (midnights.size >= maxZones) midnights.clear();
    midnights.set(day, found);
    return found;
  };
  return Object.freeze({ name, midnight, dayAt });
};

const formatIn = (timeZone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
};

/** Milliseconds by which local time is ahead of UTC at an instant; null for an unknown zone. */
const offsetsOf = (timeZone: string): ((instant: number) => number) | null => {
  const format = formatIn(timeZone);
  if (format === null) return null;
  return (instant) => {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant)) ?? [];
    const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return (sign === '-' ? -size : size) * 1000;
  };
};

interface ZoneClock {
  readonly offset: (instant: number) => number;
  readonly dayAt: (instant: number) => string;
}

const firstInstant = (day: string, { offset, dayAt }: ZoneClock): number => {
  const utc = Date.parse(day);
  const guess = utc - offset(utc - offset(utc));
  if (dayAt(guess) === day && dayAt(guess - 1) !== day) return guess;
  // The clock changes at this midnight: the day begins later than 00:00, or has that time twice.
  let [before, within] = [utc - 15 * hourMs, utc + 13 * hourMs];
  while (within - before > 1000) {
    const middle = Math.floor((before + within) / 2000) * 1000;
    if (dayAt(middle) >= day) within = middle;
    else before = middle;
  }
  return within;
};
