import { type Granularity, intervalsOf, isSettled } from '../../../loaders/stats/intervals.ts';
import { memoize } from '../../../upstream/catalogue/memoize.ts';
import { groupsTogether, type MetricGroup, metricOf } from '../../../upstream/catalogue/metrics.ts';
import type { Args, SelectedField } from '../../field.ts';
import { allFields } from '../needs.ts';
import { possibleIntervals, rangeIn } from './range.ts';

/** The selected parts of results. */
interface StatsNeeds {
  readonly granularity: Granularity;
  readonly hasDays: boolean;
  readonly hasTimes: boolean;
  readonly groups: readonly MetricGroup[];
  /** The metrics that are read, by the names of the API. */
  readonly metrics: readonly string[];
  /** True if the currency of money is selected, which responses with figures do not contain. */
  readonly hasCurrency: boolean;
}

const below = (field: SelectedField): readonly SelectedField[] =>
  [...field.below.values()].flatMap(allFields);

const named = (fields: readonly SelectedField[], ...names: readonly string[]) =>
  fields.filter(({ definition }) => names.includes(definition.name));

/** The parts of results that are selected below a field. */
export const statsNeeds = memoize((selected: SelectedField): StatsNeeds => {
  const fields = below(selected);
  const spans = named(fields, 'days', 'hours').flatMap(below);
  const figures = [...named(fields, 'total'), ...named(spans, 'metrics')].flatMap(below);
  const names = new Set(figures.flatMap(({ facts }) => facts.needs ?? []));
  const groups = new Set([...names].map((name) => metricOf(name).group));
  const hasHours = named(fields, 'hours').length > 0;
  const hasDays = named(fields, 'days').length > 0;
  return {
    granularity: hasHours ? 'HOUR' : hasDays ? 'DAY' : 'TOTAL',
    hasDays,
    hasTimes: named(fields, 'start', 'end').length > 0,
    metrics: [...names],
    groups: groupsTogether.flat().filter((group) => groups.has(group)),
    hasCurrency: named(figures.flatMap(below), 'currency').length > 0,
  };
});

/** The least number of calls for up to 20 entities, without cacheable ones, and the largest. */
export const callsForRange = (args: Args, selected: SelectedField) => {
  const { granularity, groups } = statsNeeds(selected);
  const families = groupsTogether.filter((family) =>
    family.some((group) => groups.includes(group)),
  );
  const now = Date.now();
  const counts = possibleIntervals(rangeIn(args), now).map((interval) => {
    const intervals = intervalsOf(interval, granularity, now);
    return { all: intervals.length, open: intervals.filter((one) => !isSettled(one, now)).length };
  });
  return {
    least: families.length * Math.min(...counts.map(({ open }) => open)),
    most: families.length * Math.max(...counts.map(({ all }) => all)),
  };
};

const ownCurrency: Readonly<Record<string, readonly string[]>> = {
  CAMPAIGN: ['Campaign'],
  FUNDING_INSTRUMENT: ['FundingInstrument'],
  LINE_ITEM: ['LineItem'],
  PROMOTED_ACCOUNT: ['PromotedAccount', 'LineItem'],
  PROMOTED_TWEET: ['PromotedTweet', 'LineItem'],
};

/**
 * The entities whose rows may also be read: the account for its time zone, unless the range has
 * whole hours; and the entity with the currency, if the currency is selected.
 */
export const rowsBeside = (
  kind: string | null,
  args: Args,
  selected: SelectedField,
): readonly string[] => {
  const range = rangeIn(args);
  const { hasDays, hasCurrency } = statsNeeds(selected);
  const hasHoursOnly = 'interval' in range && range.interval.unit === 'hour' && !hasDays;
  return [
    ...(hasHoursOnly ? [] : ['Account']),
    ...(hasCurrency ? (ownCurrency[kind ?? ''] ?? []) : []),
  ];
};
