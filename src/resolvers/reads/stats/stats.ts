import { queryOf, type StatsQuery } from '../../../loaders/stats/joint-ask.ts';
import { type SpanIndexes, type StatsResult, valueIn } from '../../../loaders/stats/results.ts';
import type { Value } from '../../../loaders/stats/series.ts';
import { lowerId } from '../../../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../../../upstream/catalogue/memoize.ts';
import type { StatsKind } from '../../../upstream/catalogue/metrics.ts';
import { idOf, type Row, SOURCE } from '../../../upstream/client/row.ts';
import type { Load } from '../../field.ts';
import { andThen } from '../grouped.ts';
import { currenciesOf } from './currency.ts';
import { rangeIn } from './range.ts';
import { statsNeeds } from './stats-needs.ts';

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
