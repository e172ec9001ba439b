import type { Batch, ResultsSource } from './batches-for.ts';
import { columnValue, type Row, type Value } from './rows.ts';

/** An entity with its results by day, of one segment if there are any. */
export interface EntityDays {
  readonly restId: string;
  readonly stats: {
    readonly days: readonly { readonly date: string; readonly metrics: object }[];
  };
  readonly segment?: { readonly name: string; readonly value: string } | null;
}

/** The order of entities in each file, however they are read. */
export const byId = (one: EntityDays, other: EntityDays): number => {
  if (one.restId === other.restId) return 0;
  return one.restId < other.restId ? -1 : 1;
};

/** The rows of an entity: those of days on which something happened. */
export const dayRows = (
  { table, account }: Pick<ResultsSource, 'table' | 'account'>,
  { placement }: Pick<Batch, 'placement'>,
  entity: EntityDays,
): readonly Row[] => {
  const field = table.currency ?? '';
  const known: Readonly<Record<string, Value>> = {
    [`${table.of}_id`]: entity.restId,
    account_id: account.id,
    placement,
    segment: entity.segment?.value ?? null,
    segment_name: entity.segment?.name ?? null,
    time_zone: account.timeZone,
    currency: field === '' ? null : columnValue(entity, { field, type: 'UTF8' }),
  };
  return entity.stats.days.flatMap(({ date, metrics }) => {
    let hasAny = false;
    const row = table.columns.map((column) => {
      if (column.group === undefined)
        return column.name === 'date' ? date : (known[column.name] ?? null);
      const value = columnValue(metrics, column) ?? '0';
      hasAny ||= value !== '0';
      return value;
    });
    return hasAny ? [row] : [];
  });
};
