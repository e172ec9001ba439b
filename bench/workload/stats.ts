import type { Json } from './json.ts';
import { scatter } from './rows.ts';

/** Results that a query selects: whole days, as one sum or day by day. */
export interface StatsSelection {
  readonly first: string;
  readonly last: string;
  readonly by: 'total' | 'days';
  readonly metrics: readonly (keyof typeof metrics)[];
}

/** Figures by their fields, with their columns in the REST API. */
export const metrics = {
  impressions: 'impressions',
  clicks: 'clicks',
  billedChargeLocalMicro: 'billed_charge_local_micro',
} as const;

const dayMs = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day this many days before today, in UTC. */
export const daysAgo = (days: number): string => dayOf(Date.now() - days * dayMs);

/** The days from the first to the last, including both. */
export const daysBetween = (first: string, last: string): readonly string[] => {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  return Array.from({ length: (to - from) / dayMs + 1 }, (_, day) => dayOf(from + day * dayMs));
};

/** The number of the week of a day; weeks begin on Mondays. */
export const weekOf = (day: string): number => Math.floor((Date.parse(day) / dayMs + 3) / 7);

/** The figure of an entity on a day. */
export const figureOf = (id: string, column: string, day: string): number =>
  scatter(Number.parseInt(id, 36) % 9973, 5000) +
  scatter(Date.parse(day) / dayMs, 700) +
  column.length;

/** The correct results of an entity. */
export const statsOf = (id: string, { first, last, by, metrics: names }: StatsSelection): Json => {
  const days = daysBetween(first, last);
  const figuresOn = (some: readonly string[]): Json =>
    Object.fromEntries(
      names.map((name) => [
        name,
        some.reduce((sum, day) => sum + figureOf(id, metrics[name], day), 0),
      ]),
    );
  if (by === 'total') return { total: figuresOn(days) };
  return { days: days.map((date) => ({ date, metrics: figuresOn([date]) })) };
};
