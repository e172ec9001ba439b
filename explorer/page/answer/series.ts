import type { AnswerBody } from '../gateway/answer-body.ts';
import { isObject, type Values } from '../json.ts';
import { type Finality, finalityOf } from './finality.ts';
import { ownName } from './own-name.ts';
import { figuresAt, type TimedFigures } from './timed-figures.ts';

/** The days or hours of results that an answer holds for one entity. */
export interface ChartSeries {
  /** The name or id of their entity if the answer has one, else the path of the list. */
  readonly title: string;
  readonly unit: TimedFigures['unit'];
  /** The start of each: a date, or a time in UTC. */
  readonly times: readonly string[];
  /** The state of the figures of each. */
  readonly finality: readonly Finality[];
  /** By name, such as `impressions` or `billedCharge.amount (EUR)`; null if there is none. */
  readonly figures: Readonly<Record<string, readonly (string | null)[]>>;
}

/**
 * The results in an answer that can be drawn over time, in the order of the answer, which was read
 * at this time.
 */
export const seriesIn = ({ data }: AnswerBody, readAt: number): readonly ChartSeries[] => {
  const found = listsIn(data, [], { name: null, zone: 'UTC' });
  const titles = found.map(({ owner, path }) => owner.name ?? path);
  return found.map(({ owner, path, rows }, at) => {
    const title = titles[at] ?? path;
    const isShared = titles.indexOf(title) !== titles.lastIndexOf(title);
    return {
      title: isShared && title !== path ? `${title}: ${path}` : title,
      unit: rows[0]?.unit ?? 'Day',
      times: rows.map(({ time }) => time),
      finality: rows.map((row) => finalityOf(row, owner.zone, readAt)),
      figures: figuresOf(rows.map(({ metrics }) => metrics)),
    };
  });
};

/** The owner of figures: its name, and the time zone of its account. */
interface Owner {
  readonly name: string | null;
  readonly zone: string;
}

interface FoundSeries {
  readonly owner: Owner;
  readonly path: string;
  readonly rows: readonly TimedFigures[];
}

const listsIn = (
  value: unknown,
  path: readonly (string | number)[],
  owner: Owner,
): readonly FoundSeries[] => {
  if (Array.isArray(value)) {
    const rows = value
      .map((one) => (isObject(one) ? figuresAt(one) : null))
      .filter((row) => row !== null);
    return rows.length > 0 && rows.length === value.length
      ? [{ owner, path: path.join('.'), rows }]
      : value.flatMap((one, at) => listsIn(one, [...path, at], owner));
  }
  if (!isObject(value)) return [];
  const { timezone } = value;
  const called = {
    name: ownName(value) ?? owner.name,
    zone: isText(timezone) ? timezone : owner.zone,
  };
  return Object.entries(value).flatMap(([key, one]) => listsIn(one, [...path, key], called));
};

const isText = (value: unknown): value is string => typeof value === 'string';

const figuresOf = (rows: readonly Values[]): ChartSeries['figures'] => {
  const byRow = rows.map((metrics) => new Map(numbersIn(metrics, '')));
  const names = new Set(byRow.flatMap((figures) => [...figures.keys()]));
  return Object.fromEntries(
    [...names].map((name) => [name, byRow.map((figures) => figures.get(name) ?? null)]),
  );
};

const isNumeric = (value: unknown): value is string | number =>
  typeof value === 'number' || (isText(value) && /^-?\d+(\.\d+)?$/.test(value));

/** The numbers in a value by their names, as they are written. */
const numbersIn = (value: Values, before: string): readonly (readonly [string, string])[] => {
  const { currency } = value;
  const after = isText(currency) && 'amount' in value ? ` (${currency})` : '';
  return Object.entries(value).flatMap(([key, one]) => {
    const name = `${before}${key}`;
    if (isObject(one)) return numbersIn(one, `${name}.`);
    if (!isNumeric(one)) return [];
    return [[key === 'amount' ? name + after : name, String(one)] as const];
  });
};

const days = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const hours = new Intl.DateTimeFormat('en', {
  ...{ timeZone: 'UTC', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  hourCycle: 'h23',
});

/** The start of figures as people write it: `Oct 30`, or `Oct 30, 14:00`. */
export const momentOf = (unit: ChartSeries['unit'], time: string): string =>
  (unit === 'Day' ? days : hours).format(Date.parse(time));
