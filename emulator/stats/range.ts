import { hourMs, isDay, iso, plusDays } from '../../src/upstream/catalogue/language/times.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { type Zone, zoneOf } from '../../src/upstream/catalogue/language/zones.ts';
import { invalid } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { TimeSpan } from './versions.ts';

/** The time zone in which the days of an account begin and end. */
export const zoneOfAccount = ({ store, accountId }: Pick<Scope, 'store' | 'accountId'>): Zone => {
  const name = store.find('Account', null, accountId ?? '')?.['timezone'];
  const zone = zoneOf(String(name)) ?? zoneOf('UTC');
  if (zone === null) throw new TypeError('there is no UTC');
  return zone;
};

/** A time of a request; a date means midnight in the account's time zone. */
const instantOf = (value: unknown, zone: Zone): number => {
  const text = String(value);
  return isDay(text) ? zone.midnight(text) : Date.parse(text);
};

/**
 * The range of a request. Throws a 400 if it ends before it begins, or if its days are not whole
 * days.
 */
export const rangeOf = ({ input }: Pick<Scope, 'input'>, zone: Zone): TimeSpan => {
  const [from, to] = [instantOf(input['start_time'], zone), instantOf(input['end_time'], zone)];
  if (to <= from) throw invalid('end_time', 'end_time is not after start_time', input['end_time']);
  if (input['granularity'] === 'DAY') {
    for (const [name, instant] of [
      ['start_time', from],
      ['end_time', to],
    ] as const) {
      if (zone.midnight(zone.dayAt(instant)) === instant) continue;
      const message = `${name} is not midnight in ${zone.name}, which DAY needs`;
      throw invalid(name, message, input[name]);
    }
  }
  return { from, to };
};

/** The start times of the figures of a range, and its end. */
export const boundsOf = (
  { from, to }: TimeSpan,
  granularity: unknown,
  zone: Zone,
): readonly number[] => {
  if (granularity === 'HOUR') {
    const count = Math.ceil((to - from) / hourMs);
    return Array.from({ length: count + 1 }, (_, index) => Math.min(to, from + index * hourMs));
  }
  if (granularity !== 'DAY') return [from, to];
  const bounds = [from];
  for (let day = zone.dayAt(from); bounds.at(-1) !== to; ) {
    day = plusDays(day, 1);
    bounds.push(zone.midnight(day));
  }
  return bounds;
};

/** The times of the request as the response repeats them, in full. */
export const echoOfRange = (echo: Values, { from, to }: TimeSpan): Values => ({
  ...echo,
  start_time: iso(from),
  end_time: iso(to),
});
