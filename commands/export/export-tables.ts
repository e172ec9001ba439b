import { connect } from '../connection.ts';
import { silent } from '../progress.ts';
import { batchesFor } from './batches-for.ts';
import type { Step } from './journal.ts';
import { chosenBy, type ExportOptions } from './options.ts';
import { entitySteps, readLineItemIds, withoutRepeated } from './read-entities.ts';
import { resultSteps } from './read-results.ts';
import { type ProgramValue, type Row, shown } from './rows.ts';
import {
  type ExportContext,
  exportingWith,
  rangeOf,
  type TableOfAccount,
  unitsOf,
} from './units.ts';

export type { ExportOptions } from './options.ts';

/** A table of an account. */
export interface ExportedTable {
  /** Its name, such as `campaigns`. */
  readonly table: string;
  /** The account, by its id in the API. */
  readonly account: string;
  /**
   * The rows, by column: 64-bit integers as bigint; decimals, times, days and lists as text. They
   * are read while they are asked for.
   */
  readonly rows: AsyncIterable<Readonly<Record<string, ProgramValue>>>;
}

/**
 * Exports tables, one after the other. Windows of the API are waited for. Throws AdsGraphError
 * where a table cannot be read.
 */
export async function* exportTables(
  options: ExportOptions,
): AsyncGenerator<ExportedTable, void, undefined> {
  const chosen = chosenBy(options);
  const { url, variables = process.env } = options;
  const connection = await connect({ url, variables, progress: silent });
  try {
    const exporting = exportingWith(connection, silent, chosen);
    const { units, missing } = await unitsOf(exporting);
    if (missing.length > 0) throw new Error(`No such account: ${missing.join(', ')}`);
    for (const unit of units)
      yield { table: unit.table.name, account: unit.account.id, rows: shownRows(exporting, unit) };
  } finally {
    await connection.close();
  }
}

async function* shownRows(exporting: ExportContext, unit: TableOfAccount) {
  const { columns } = unit.table;
  for await (const row of rowsOf(exporting, unit)) {
    yield Object.fromEntries(
      columns.map((column, index) => [column.name, shown(row[index] ?? null, column)]),
    );
  }
}

async function* rowsOf(
  exporting: ExportContext,
  { table, account }: TableOfAccount,
): AsyncGenerator<Row> {
  const { ask, chosen } = exporting;
  if (table.kind === 'entity') {
    const lineItemIds = () => readLineItemIds(ask, account);
    const asked = { ask, table, account, since: null, from: null, lineItemIds };
    return yield* withoutRepeated(rowsIn(entitySteps(asked)));
  }
  const batches = await batchesFor({ ask, table, account }, rangeOf(chosen, account));
  const { groups, segmentation } = chosen;
  const asked = { ask, table, account, groups, segmentation, batches, from: null };
  yield* rowsIn(resultSteps(asked));
}

async function* rowsIn(steps: AsyncIterable<Step>): AsyncGenerator<Row> {
  for await (const { rows } of steps) yield* rows;
}
