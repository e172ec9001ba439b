import type { Batch, ResultsSource } from './batches-for.ts';
import { daysDocument, groupVariables } from './documents.ts';
import type { Step } from './journal.ts';
import { columnValue, type Row, type Value } from './rows.ts';

interface DaysAnswer {
  readonly account: {
    readonly stats?: EntityDays['stats'];
    readonly list?: { readonly nodes: readonly EntityDays[] };
  } | null;
}

/** The results to read, and the position at which an earlier run stopped. */
export interface DaysAsk extends ResultsSource {
  readonly groups: readonly string[];
  readonly batches: readonly Batch[];
  readonly from: unknown;
}

/** A position in the reading of results. */
export interface DaysPosition {
  /** The number of batches that are done. */
  readonly done: number;
}

/** Reads results by day, a batch at a time. */
export async function* daySteps(asked: DaysAsk): AsyncGenerator<Step> {
  const { ask, table, account, groups, batches, from } = asked;
  const { done } = (from ?? { done: 0 }) as DaysPosition;
  for (const [index, batch] of batches.entries()) {
    if (index < done) continue;
    const { first, last, placement, ids } = batch;
    const { account: answer } = await ask<DaysAnswer>(daysDocument(table, placement), {
      account: account.id,
      first,
      last,
      ...(ids.length > 0 && { ids }),
      ...groupVariables(table, groups),
    });
    if (answer === null) throw new Error(`Account ${account.id} is no longer visible`);
    const entities = answer.list?.nodes ?? [
      { restId: account.id, stats: answer.stats as EntityDays['stats'] },
    ];
    const found = new Set(entities.map(({ restId }) => restId.toLowerCase()));
    const missing = ids.filter((id) => !found.has(id.toLowerCase()));
    if (missing.length > 0)
      throw new Error(`${table.list} of ${account.id} lacks ${missing.join(', ')}`);
    yield {
      rows: entities.toSorted(byId).flatMap((entity) => dayRows(asked, batch, entity)),
      at: { done: index + 1 },
    };
  }
}

/** An entity with its results by day, of one segment if there are any. */
export interface EntityDays {
  readonly restId: string;
  readonly stats: {
    readonly days: readonly { readonly date: string; readonly metrics: object }[];
  };
  readonly segment?: { readonly name: string; readonly value: string } | null;
}

/** The order of entities in each file, the same for both ways of reading. */
export const byId = (one: EntityDays, other: EntityDays): number => {
  if (one.restId === other.restId) return 0;
  return one.restId < other.restId ? -1 : 1;
};

/** The rows of an entity: one for each day that has a figure other than zero. */
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
