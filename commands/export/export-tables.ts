import { connect } from '../connection.ts';
import { silent } from '../output.ts';
import { checkReads } from './choose-way.ts';
import type { Step } from './journal.ts';
import { chosenBy, type ExportOptions } from './options.ts';
import { entitySteps, readLineItemIds, withoutRepeated } from './read-entities.ts';
import { createResultRows } from './result-rows.ts';
import { type ProgramValue, type Row, shown } from './rows.ts';
import type { Account, AskGraph } from './source.ts';
import type { EntityTable, Table } from './tables.ts';
import { exportingWith, unitsOf } from './units.ts';

export type { ExportOptions } from './options.ts';

/** A table of an account. */
interface ExportedTable {
  /** Its name, such as `campaigns`. */
  readonly table: string;
  /** The account, by its id in the API. */
  readonly account: string;
  /**
   * The rows, by column: 64-bit integers as bigint; decimals, times, days and lists as text. They
   * are read lazily, as the caller iterates.
   */
  readonly rows: AsyncIterable<Readonly<Record<string, ProgramValue>>>;
}

/**
 * Exports tables, one after another. Waits while a window of the API is used up. Throws UsageError
 * for wrong options, and AdsGraphError if a table cannot be read.
 */
export async function* exportTables(
  options: ExportOptions,
): AsyncGenerator<ExportedTable, void, undefined> {
  const chosen = chosenBy(options);
  const { url, variables = process.env } = options;
  const connection = await connect({ url, variables, progress: silent });
  try {
    const exporting = exportingWith({ connection, progress: silent, chosen });
    await checkReads(exporting);
    const { units, missing } = await unitsOf(exporting);
    if (missing.length > 0) throw new Error(`No such account: ${missing.join(', ')}`);
    const resultRows = createResultRows(exporting, units);
    for (const unit of units) {
      const { table, account, name } = unit;
      const rows =
        table.kind === 'entity'
          ? entityRows(exporting.ask, table, account)
          : resultRows({ table, account, name });
      yield { table: table.name, account: account.id, rows: shownRows(table, rows) };
    }
  } finally {
    await connection.close();
  }
}

async function* shownRows({ columns }: Table, rows: AsyncIterable<Row>) {
  for await (const row of rows) {
    yield Object.fromEntries(
      columns.map((column, index) => [column.name, shown(row[index] ?? null, column)]),
    );
  }
}

async function* entityRows(ask: AskGraph, table: EntityTable, account: Account) {
  const lineItemIds = () => readLineItemIds(ask, account);
  const asked = { ask, table, account, since: null, from: null, lineItemIds };
  yield* withoutRepeated(rowsIn(entitySteps(asked)));
}

async function* rowsIn(steps: AsyncIterable<Step>): AsyncGenerator<Row> {
  for await (const { rows } of steps) yield* rows;
}
