import type { Emulator } from '../../emulator/server.ts';
import type { Body } from './signed.ts';
import { signedClient } from './signed.ts';
import { day, hour, iso } from './stats-story.ts';

/**
 * The figures of one hour by the names of the API; members of conversions are
 * `conversion_purchases.metric`.
 */
export type Hour = ReadonlyMap<string, bigint>;

const families = ['ENGAGEMENT,BILLING,VIDEO', 'WEB_CONVERSION', 'MOBILE_CONVERSION'] as const;
const familiesOf = (kind: string): readonly string[] =>
  kind === 'FUNDING_INSTRUMENT' ? ['ENGAGEMENT,BILLING'] : families;

/** The day of an instant, in a time zone. */
export const dayIn = (zone: string, instant: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(instant);

/** The first hour of a day in a time zone, found hour by hour. */
export const midnightIn = (zone: string, date: string): number => {
  let instant = Date.parse(`${date}T00:00:00Z`) - day;
  while (dayIn(zone, instant) < date) instant += hour;
  return instant;
};

/** Reads every hour of each entity from the emulator itself, and adds up nothing. */
export const slowResults = (emulator: Emulator, now: () => number) => {
  const client = signedClient(emulator);
  const known = new Map<string, Promise<readonly Hour[]>>();

  const read = async (
    [account, kind, id]: readonly [string, string, string],
    [from, to]: readonly [number, number],
  ): Promise<readonly Hour[]> => {
    const hours = Array.from({ length: (to - from) / hour }, () => new Map<string, bigint>());
    for (const metric_groups of familiesOf(kind)) {
      const query = {
        entity: kind,
        entity_ids: id,
        start_time: iso(from),
        end_time: iso(to),
        granularity: 'HOUR',
        metric_groups,
        placement: 'ALL_ON_TWITTER',
      };
      const timestamp = Math.floor(now() / 1000);
      const path = `/12/stats/accounts/${account}`;
      const { status, body, text } = await client.get(path, query, { timestamp });
      if (status !== 200) throw new Error(text);
      const metrics = body['data']?.[0]?.['id_data']?.[0]?.['metrics'];
      for (const [name, series] of seriesIn(metrics)) {
        for (const [index, figure] of series.entries()) hours[index]?.set(name, BigInt(figure));
      }
    }
    return hours;
  };

  /** The hours of an entity between two instants; each week is read only once. */
  const hours = async (
    entity: readonly [account: string, kind: string, id: string],
    [from, to]: readonly [number, number],
  ): Promise<readonly Hour[]> => {
    const all: Hour[] = [];
    for (let week = Math.floor(from / (7 * day)) * 7 * day; week < to; week += 7 * day) {
      const key = `${entity.join()} ${week}`;
      const reading = known.get(key) ?? read(entity, [week, week + 7 * day]);
      known.set(key, reading);
      const found = await reading;
      const first = Math.max(0, (from - week) / hour);
      all.push(...found.slice(first, (Math.min(to, week + 7 * day) - week) / hour));
    }
    return all;
  };
  return { hours, close: () => client.close() };
};

const seriesIn = (metrics: Body | undefined): readonly [string, readonly number[]][] =>
  Object.entries(metrics ?? {}).flatMap(([name, value]): [string, readonly number[]][] => {
    if (value === null) return [];
    if (Array.isArray(value)) return [[name, value]];
    return Object.entries(value).flatMap(([member, series]): [string, readonly number[]][] =>
      Array.isArray(series) ? [[`${name}.${member}`, series]] : [],
    );
  });

/** The sum of a figure over hours. */
export const sumOf = (hours: readonly Hour[], name: string): bigint =>
  hours.reduce((sum, figures) => sum + (figures.get(name) ?? 0n), 0n);
