import type { Value } from '../../../loaders/stats/figures.ts';
import { type SpanIndexes, type StatsResult, valueIn } from '../../../loaders/stats/results.ts';
import { queryOf, type StatsQuery } from '../../../loaders/stats/stats-query.ts';
import { lineItem } from '../../../upstream/catalogue/areas/line-items.ts';
import type { Entity } from '../../../upstream/catalogue/language/entity.ts';
import { lowerId } from '../../../upstream/catalogue/language/identifiers.ts';
import { getOrMake } from '../../../upstream/catalogue/memoize.ts';
import type { StatsKind } from '../../../upstream/catalogue/metrics.ts';
import { idOf, type Row, SOURCE } from '../../../upstream/client/row.ts';
import type { Load, LoadContext, MaybePromise } from '../../field.ts';
import { andThen, grouped } from '../grouped.ts';
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

type CurrencyRow = Row | Error | null;

/** The rows of references. Rows that were read before are not read again. */
const rowsFor = (
  entity: Entity,
  addresses: readonly { readonly accountId: string | null; readonly id: string }[],
  { context, field }: LoadContext,
): MaybePromise<readonly CurrencyRow[]> =>
  grouped(
    addresses,
    ({ accountId }) => accountId,
    (group) =>
      context.loaders.rows(
        { entity, accountId: group[0]?.accountId ?? null },
        group.map(({ id }) => id),
        field.trace,
      ),
  );

const addressOf = (row: Row) => ({ accountId: row[SOURCE].accountId, id: idOf(row) });

/**
 * The currency of each entity: its own, or that of the line item that promotes it. Rows are read
 * only if they lack it.
 */
export const currenciesOf = (
  rows: readonly Row[],
  asking: LoadContext,
): MaybePromise<readonly (string | Error | null)[]> => {
  const entity = rows[0]?.[SOURCE].entity;
  if (entity === undefined) return [];
  const isOwn = Object.hasOwn(entity.columns, 'currency');
  const column = isOwn ? 'currency' : 'line_item_id';
  const isRead = rows.every((row) => row[column] !== undefined);
  const whole = isRead ? rows : rowsFor(entity, rows.map(addressOf), asking);
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
  return andThen(rowsFor(lineItem, addresses, asking), (found) => {
    const left = found.values();
    const known = new Set<CurrencyRow>(promoted);
    return rows.map((row) => (known.has(row) ? (left.next().value ?? null) : row));
  });
};
