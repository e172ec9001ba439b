import type { Value } from '../../../loaders/stats/figures.ts';
import { type Granularity, intervalsOf, isSettled } from '../../../loaders/stats/intervals.ts';
import { type SpanIndexes, type StatsResult, valueIn } from '../../../loaders/stats/results.ts';
import { queryOf, type StatsQuery } from '../../../loaders/stats/stats-query.ts';
import { lineItem } from '../../../upstream/catalogue/areas/line-items.ts';
import { lowerId } from '../../../upstream/catalogue/language/identifiers.ts';
import { getOrMake, memoize } from '../../../upstream/catalogue/memoize.ts';
import type { MetricGroup, StatsKind } from '../../../upstream/catalogue/metrics.ts';
import { groupsTogether, metricOf } from '../../../upstream/catalogue/metrics.ts';
import { idOf, type Row, SOURCE } from '../../../upstream/client/row.ts';
import type { Args, Load, LoadContext, MaybePromise, SelectedField } from '../../field.ts';
import { andThen } from '../grouped.ts';
import { allFields } from '../needs.ts';
import { rowsAt } from '../node.ts';
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

/** The results of one entity as the schema shows them. */
export interface StatsView {
  readonly result: StatsResult;
  readonly placement: unknown;
  /** The currency of the money: null if unknown, an Error if it could not be read. */
  readonly currency: string | Error | null;
}

/** The figures of one time span. */
export interface MetricsView {
  readonly currency: StatsView['currency'];
  readonly value: (metric: string) => Value;
}

/** Loads results of entities of a kind. */
export const stats =
  (kind: StatsKind): Load<Row, StatsView> =>
  (rows, args, context, field) => {
    const range = rangeIn(args);
    const placement = String(args['placement']);
    const { hasCurrency, ...needs } = statsNeeds(field.selected);
    // Most rows belong to one account.
    const queries = new Map<string, StatsQuery>();
    const queryFor = (accountId: string): StatsQuery =>
      getOrMake(queries, accountId, () => queryOf({ accountId, kind, placement, range, ...needs }));
    const asks = rows.map((row) => {
      const id = idOf(row);
      const query = queryFor(kind === 'ACCOUNT' ? id : (row[SOURCE].accountId ?? ''));
      return { query, id: lowerId(id) };
    });
    const loading = context.loaders.stats(asks, field.trace);
    const currencies = hasCurrency ? currenciesOf(rows, { context, field }) : rows.map(() => null);
    return andThen(loading, (results) =>
      andThen(currencies, (found) =>
        results.map((result, index) =>
          result instanceof Error ? result : { result, placement, currency: found[index] ?? null },
        ),
      ),
    );
  };

type ResultView = Pick<StatsView, 'result' | 'currency'>;

/** The figures of the whole range. */
export const totalOf = ({ result, currency }: ResultView): MetricsView => ({
  currency,
  value: (metric) => valueIn(result, metric, { from: 0, to: result.length }),
});

/** The figures of a day or an hour, and the time at which it begins. */
export class SpanView implements MetricsView {
  readonly #view: ResultView;
  readonly #span: SpanIndexes;

  constructor(view: ResultView, span: SpanIndexes) {
    this.#view = view;
    this.#span = span;
  }

  get at(): string {
    return this.#span.at;
  }

  get currency(): StatsView['currency'] {
    return this.#view.currency;
  }

  value(metric: string): Value {
    return valueIn(this.#view.result, metric, this.#span);
  }
}

/** The figures of each day. */
export const daysOf = (view: ResultView): readonly SpanView[] =>
  view.result.times.days.map((day) => new SpanView(view, day));

/** The figures of each hour. */
export const hoursOf = (view: ResultView): readonly SpanView[] =>
  view.result.times.hours.map((hour) => new SpanView(view, hour));

type CurrencyRow = Row | Error | null;

const addressOf = (row: Row) => ({ accountId: row[SOURCE].accountId, id: idOf(row) });

/** The currency of each entity, or of the line item that promotes it. Known rows are not read. */
export const currenciesOf = (
  rows: readonly Row[],
  asking: LoadContext,
): MaybePromise<readonly (string | Error | null)[]> => {
  const entity = rows[0]?.[SOURCE].entity;
  if (entity === undefined) return [];
  const isOwn = Object.hasOwn(entity.columns, 'currency');
  const column = isOwn ? 'currency' : 'line_item_id';
  const isRead = rows.every((row) => row[column] !== undefined);
  const whole = isRead ? rows : rowsAt(entity, rows.map(addressOf), asking);
  return isOwn
    ? andThen(whole, currenciesIn)
    : andThen(whole, (found) => andThen(holdersOf(found, asking), currenciesIn));
};

const currenciesIn = (rows: readonly CurrencyRow[]): readonly (string | Error | null)[] =>
  rows.map((row) => {
    if (row === null || row instanceof Error) return row;
    const { currency } = row;
    return typeof currency === 'string' ? currency : null;
  });

/** The line items that promote these rows. */
const holdersOf = (
  rows: readonly CurrencyRow[],
  asking: LoadContext,
): MaybePromise<readonly CurrencyRow[]> => {
  const promoted = rows.filter(
    (row): row is Row =>
      row !== null && !(row instanceof Error) && typeof row['line_item_id'] === 'string',
  );
  const addresses = promoted.map((row) => ({
    accountId: row[SOURCE].accountId,
    id: String(row['line_item_id']),
  }));
  return andThen(rowsAt(lineItem, addresses, asking), (found) => {
    const left = found.values();
    const known = new Set<CurrencyRow>(promoted);
    return rows.map((row) => (known.has(row) ? (left.next().value ?? null) : row));
  });
};
