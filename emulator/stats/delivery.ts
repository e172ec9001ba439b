import { dayNumber, hourMs, plusDays } from '../../src/upstream/catalogue/language/times.ts';
import type { Zone } from '../../src/upstream/catalogue/language/zones.ts';
import { nameHash } from './chance.ts';
import type { Day, DayDelivery, Segment } from './day-delivery.ts';
import { charge, countsAt, deliveryOf, rangesOf } from './day-delivery.ts';
import { ratesOf } from './rates.ts';
import type { Unit } from './units.ts';
import type { TimeSpan } from './versions.ts';

const finalAfter = 72 * hourMs;
/** The step of a day: an hour, or a quarter of an hour if midnight is not on the hour. */
const cellOf = ({ from, to }: TimeSpan): number =>
  from % hourMs === 0 && to % hourMs === 0 ? hourMs : hourMs / 4;

/**
 * The estimate of a recent figure: engagements are up to 6 % too low for a day, charges up to 3 %
 * too high for three days.
 */
const estimate = (index: number, value: number, ageHours: number): number => {
  if (index === charge) {
    return ageHours >= 72 ? value : value + Math.floor((value * 3 * (72 - ageHours)) / 7200);
  }
  return ageHours >= 24 ? value : value - Math.floor((value * 6 * (24 - ageHours)) / 2400);
};

/** The context of figures: the days of the account, and the time of the request. */
export interface Calendar {
  readonly zone: Zone;
  readonly now: number;
}

const daysIn = ({ from, to }: TimeSpan, zone: Zone): readonly Day[] => {
  const days: Day[] = [];
  for (let at = from; at < to; ) {
    const day = zone.dayAt(at);
    const span = { from: zone.midnight(day), to: zone.midnight(plusDays(day, 1)) };
    days.push({ ...span, number: dayNumber(day) });
    at = span.to;
  }
  return days;
};

const add = (sums: Float64Array, from: Float64Array, to: Float64Array, ageHours: number): void => {
  for (let index = 0; index < sums.length; index += 1) {
    const value = (to[index] as number) - (from[index] as number);
    if (value !== 0) sums[index] = (sums[index] as number) + estimate(index, value, ageHours);
  }
};

/** Adds the delivery in a span, which lies in one day, to `sums`. */
const addInDay = (day: DayDelivery, span: TimeSpan, sums: Float64Array, now: number): void => {
  const finalUntil = now - finalAfter;
  const cellMs = cellOf(day);
  let at = span.from;
  let before = countsAt(day, at);
  while (at < span.to) {
    const end = at < finalUntil ? finalUntil : Math.floor(at / cellMs) * cellMs + cellMs;
    const next = Math.min(span.to, end);
    const counts = countsAt(day, next);
    add(sums, before, counts, next <= finalUntil ? Infinity : Math.floor((now - next) / hourMs));
    [at, before] = [next, counts];
  }
};

/** A request for figures: the first `leaves` leaves for each span between two of these times. */
export interface FigureRequest {
  readonly bounds: readonly number[];
  readonly leaves: number;
  readonly segment: Segment;
}

/** The delivery of units: for each span, the leaves by index. Only finished hours count. */
export const delivered = (
  units: readonly Unit[],
  request: FigureRequest,
  { zone, now }: Calendar,
): readonly Float64Array[] => {
  const { bounds, leaves: size, segment } = request;
  const sums = bounds.slice(1).map(() => new Float64Array(size));
  const over = Math.floor(now / hourMs) * hourMs;
  const [start = 0, end = 0] = [bounds[0], bounds.at(-1)];
  const days = daysIn({ from: start, to: Math.min(end, over) }, zone);
  for (const unit of units) {
    for (const flight of unit.flights) {
      const rates = ratesOf(flight.lineItem, unit.currency, nameHash(unit.id));
      const delivery = { unit, flight, segment, ranges: rangesOf(rates, size) };
      for (const day of days) {
        const from = Math.max(day.from, flight.from, start);
        const to = Math.min(day.to, flight.to, end, over);
        if (to <= from) continue;
        const ofDay = deliveryOf(delivery, day);
        if (ofDay.impressions > 0) addDay(ofDay, { from, to }, { bounds, sums, now: over });
      }
    }
  }
  return sums;
};

const addDay = (day: DayDelivery, { from, to }: TimeSpan, { bounds, sums, now }: Sums): void => {
  for (let index = firstAfter(bounds, from) - 1; index < sums.length; index += 1) {
    const begin = Math.max(from, bounds[index] as number);
    const end = Math.min(to, bounds[index + 1] as number);
    if (begin >= to) return;
    if (end > begin) addInDay(day, { from: begin, to: end }, sums[index] as Float64Array, now);
  }
};

interface Sums {
  readonly bounds: readonly number[];
  readonly sums: readonly Float64Array[];
  readonly now: number;
}

/** The index of the first time after `instant`; times are ascending. */
const firstAfter = (bounds: readonly number[], instant: number): number => {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] as number) > instant) high = middle;
    else low = middle + 1;
  }
  return low;
};
