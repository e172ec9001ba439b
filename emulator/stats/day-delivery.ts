import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import type { StoredRow } from '../store.ts';
import { chanceOf, nameHash } from './chance.ts';
import { leafAt, leaves } from './leaves.ts';
import { type Rates, unitsPerEuroOf } from './rates.ts';
import type { Share, Unit, UnitFlight } from './units.ts';
import type { TimeSpan } from './versions.ts';

/** The delivery of a unit on a day if it runs from midnight to midnight. */
export interface DayDelivery extends TimeSpan {
  readonly impressions: number;
  readonly ranges: LeafRanges;
  /** By leaf, the amount added before rounding down, so that rare events happen sometimes. */
  readonly phases: Float64Array;
}

// The shares of weekdays, from Thursday on as days since 1970 do, and of hours of a day.
const weekdays = [1, 0.97, 0.82, 0.78, 0.92, 0.95, 0.97];
const hours = [2, 1, 1, 1, 1, 2, 3, 5, 6, 5, 5, 5, 6, 6, 5, 5, 5, 6, 7, 8, 8, 7, 5, 3];
const allHours = hours.reduce((sum, weight) => sum + weight, 0);
const soFar = hours.map(
  (_, hour) => hours.slice(0, hour).reduce((sum, weight) => sum + weight, 0) / allHours,
);

/** The fraction of a day's delivery when a fraction of the day has passed. */
const curve = (passed: number): number => {
  if (passed >= 1) return 1;
  const at = Math.max(0, passed) * hours.length;
  const hour = Math.floor(at);
  return (soFar[hour] ?? 0) + ((at - hour) * (hours[hour] ?? 0)) / allHours;
};

const tau = 2 * Math.PI;

/**
 * The part of a budget that a line item spends on a day, up to 1: each has a wave of its own, and
 * one in four prefers weekends.
 */
const paceOf = (lineItem: StoredRow, day: number): number => {
  const name = nameHash(String(lineItem['id']));
  const own = (salt: number): number => chanceOf(name, salt);
  const wave = (1 + Math.sin(tau * (day / (8 + 32 * own(1)) + own(2)))) / 2;
  const weekday = weekdays[((day % 7) + 7) % 7] ?? 1;
  const week = own(3) < 0.25 ? 1.75 - weekday : weekday;
  return week * (1 - (0.1 + 0.3 * own(4)) * wave);
};

const amountIn = (row: StoredRow, column: string): number | null => {
  const amount = row[column];
  return amount === null || amount === undefined ? null : Number(amount);
};

const daysOf = ({ start_time: start, end_time: end }: StoredRow): number =>
  Math.max(1, (Date.parse(String(end)) - Date.parse(String(start))) / dayMs);

/**
 * The most that a unit may spend in a day, in micros: its share of the daily budget, and of the
 * total budget divided by the days of the flight.
 */
const budgetOf = ({ share: own, currency }: Unit, { campaign, lineItem, share }: UnitFlight) => {
  const isByLineItem = campaign['budget_optimization'] === 'LINE_ITEM';
  const holder = isByLineItem ? lineItem : campaign;
  const fractionOf = ({ ofCampaign, ofLineItem }: Share): number =>
    ofLineItem * (isByLineItem ? 1 : ofCampaign);
  const total = amountIn(holder, 'total_budget_amount_local_micro');
  const spread = total === null ? Infinity : (fractionOf(own) * total) / daysOf(lineItem);
  const defaultBudget = total === null ? 40_000_000 * unitsPerEuroOf(currency) : Infinity;
  const daily = amountIn(holder, 'daily_budget_amount_local_micro') ?? defaultBudget;
  return Math.min(fractionOf(share) * daily, spread);
};

/** A segment of people, such as an age group: its name, and its share of all people. */
export interface Segment {
  readonly name: string;
  readonly share: number;
}

export const everybody: Segment = { name: '', share: 1 };

/** The rates of a flight, and for each leaf its range in its parent. */
interface LeafRanges {
  readonly price: number;
  readonly billed: number;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The rates of a flight as ranges, for the first `size` leaves. */
export const rangesOf = (rates: Rates, size: number): LeafRanges => {
  const [low, high] = [new Float64Array(size), new Float64Array(size)];
  for (let index = 0; index < size; index += 1) {
    const [from = 0, to = 0] = leaves[index]?.range(rates) ?? [];
    low[index] = from;
    high[index] = to;
  }
  return { price: rates.price, billed: leafAt(rates.billed), low, high };
};

const cuts = leaves.map(({ cut }) => nameHash(cut));

/** A unit that delivers in a flight, to all people or to a segment of them. */
export interface Delivery {
  readonly unit: Unit;
  readonly flight: UnitFlight;
  readonly segment: Segment;
  readonly ranges: LeafRanges;
}

/** A day of an account, and its number since 1970. */
export interface Day extends TimeSpan {
  readonly number: number;
}

/** The delivery of a unit on a day of a flight. */
export const deliveryOf = ({ unit, flight, segment, ranges }: Delivery, day: Day): DayDelivery => {
  const size = ranges.low.length;
  const name = nameHash(`${unit.id} ${segment.name}`);
  const noise = 0.7 + 0.28 * chanceOf(name, day.number);
  const pace = paceOf(flight.lineItem, day.number);
  const spend = budgetOf(unit, flight) * segment.share * pace * noise;
  const phase = Math.imul(name, 31) + day.number;
  const phases = new Float64Array(size);
  for (let index = 0; index < size; index += 1) {
    phases[index] = chanceOf(phase, cuts[index] as number);
  }
  const impressions = Math.floor((spend * 1000) / ranges.price);
  return { from: day.from, to: day.to, ranges, impressions, phases };
};

/** The leaf of charges. */
export const charge = leafAt('billed_charge_local_micro');
const billedEngagements = leafAt('billed_engagements');

/**
 * The leaves from midnight to a time of the day, as integers that never decrease. The delivery
 * between two times is their difference.
 */
export const countsAt = (day: DayDelivery, instant: number): Float64Array => {
  const { from, to, impressions, ranges, phases } = day;
  const { price, billed, low, high } = ranges;
  const shown = Math.floor(impressions * curve((instant - from) / (to - from)));
  const counts = new Float64Array(phases.length);
  for (let index = 0; index < phases.length; index += 1) {
    const leaf = leaves[index] as (typeof leaves)[number];
    if (leaf.of < 0) {
      counts[index] = shown;
      continue;
    }
    const whole = counts[leaf.of] as number;
    const phase = phases[index] as number;
    const end = Math.floor((high[index] as number) * whole + phase);
    counts[index] = leaf.times * (end - Math.floor((low[index] as number) * whole + phase));
  }
  counts[charge] = Math.floor((shown * price) / 1000);
  counts[billedEngagements] = counts[billed] as number;
  return counts;
};
