import type { SpanIndexes, StatsResult } from '../../../loaders/stats/results.ts';
import { valueIn } from '../../../loaders/stats/results.ts';
import type { Value } from '../../../loaders/stats/series.ts';
import type { StatsAsk } from '../../../loaders/stats/stats-plan.ts';
import { iso } from '../../../upstream/catalogue/language/times.ts';
import { dayOf } from '../../../upstream/catalogue/language/zones.ts';
import type { StatsKind } from '../../../upstream/catalogue/metrics.ts';
import type { Without } from '../../../upstream/catalogue/without.ts';
import type { Row } from '../../../upstream/client/row.ts';
import { idOf, SOURCE } from '../../../upstream/client/row.ts';
import type { Args, Load } from '../../field.ts';
import { andThen } from '../grouped.ts';
import { currenciesOf } from './currency.ts';
import { rangeIn } from './range.ts';
import { statsNeeds } from './stats-needs.ts';

/** The results of one entity as the schema shows them. */
export interface StatsView {
  readonly result: Pick<StatsResult, 'series' | 'length' | 'days' | 'hours'>;
  /** In milliseconds since 1970; null if it is neither known nor selected. */
  readonly start: number | null;
  readonly end: number | null;
  readonly placement: unknown;
  /** The currency of its money: null if it is not known, an Error if it could not be read. */
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
    const { hasCurrency, ...needs } = statsNeeds(field.selected);
    const asks = rows.map(
      (row): StatsAsk => ({
        accountId: kind === 'ACCOUNT' ? idOf(row) : (row[SOURCE].accountId ?? ''),
        kind,
        id: idOf(row),
        placement: String(args['placement']),
        range,
        ...needs,
      }),
    );
    const loading = context.loaders.stats(asks, field.trace);
    const currencies = hasCurrency ? currenciesOf(rows, { context, field }) : rows.map(() => null);
    return andThen(loading, (results) =>
      andThen(currencies, (found) =>
        results.map((result, index) =>
          result instanceof Error ? result : viewOf(result, args, found[index] ?? null),
        ),
      ),
    );
  };

const viewOf = (
  result: StatsResult,
  { placement }: Args,
  currency: StatsView['currency'],
): StatsView => ({
  result,
  start: result.start,
  end: result.end,
  placement,
  currency,
});

const metricsOf = (
  { result, currency }: Pick<StatsView, 'result' | 'currency'>,
  span: Without<SpanIndexes, 'at'>,
): MetricsView => ({
  currency,
  value: (metric) => valueIn(result, metric, span),
});

/** The figures of the whole range. */
export const totalOf = (view: Pick<StatsView, 'result' | 'currency'>): MetricsView =>
  metricsOf(view, { from: 0, to: view.result.length });

/** The figures of a day or an hour, and when it begins. */
export interface SpanView {
  readonly at: string;
  readonly metrics: MetricsView;
}

/** The figures of each day. */
export const daysOf = (view: Pick<StatsView, 'result' | 'currency'>): readonly SpanView[] =>
  view.result.days.map((day) => ({ at: dayOf(day.at), metrics: metricsOf(view, day) }));

/** The figures of each hour. */
export const hoursOf = (view: Pick<StatsView, 'result' | 'currency'>): readonly SpanView[] =>
  view.result.hours.map((hour) => ({ at: iso(hour.at), metrics: metricsOf(view, hour) }));
