import type { Batch, ResultsSource } from './batches-for.ts';
import { byId, dayRows, type EntityDays } from './day-rows.ts';
import { daysDocument, groupVariables } from './documents.ts';
import type { Step } from './journal.ts';

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
