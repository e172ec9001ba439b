import type { Page } from '../../loaders/page-ask.ts';
import { columnName } from '../../upstream/catalogue/names.ts';
import { reportAnomaly } from '../../upstream/client/anomalies.ts';
import { areGiven } from '../../upstream/client/column.ts';
import { badResponse } from '../../upstream/client/errors.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Needs } from './needs.ts';

/** The rows that can be shown, their indexes among all rows, and the faults of the others. */
interface SplitRows {
  readonly rows: readonly Row[];
  readonly indexes: readonly number[];
  readonly flaw: Error;
}

/**
 * Separates the rows in which a selected column that the API always sends is missing or not text;
 * null if there are none. The field of such a column is non-null, so such a row would make its
 * whole list null.
 */
export const splitRows = (rows: readonly Row[], { required }: Needs): SplitRows | null => {
  const [first] = rows;
  if (first === undefined || areGiven(rows, required)) return null;
  const { entity, endpoint } = first[SOURCE];
  const lacking = new Set<string>();
  const indexes: number[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as Row;
    const missing = required.find((column) => !column.isGiven(row));
    if (missing === undefined) indexes.push(index);
    else lacking.add(columnName(entity.name, entity.renamed[missing.name] ?? missing.name));
  }
  const count = rows.length - indexes.length;
  if (count === 0) return null;
  for (let reported = 0; reported < count; reported += 1) reportAnomaly('row_incomplete');
  const what = count === 1 ? '1 row' : `${count} rows`;
  const reason = `${what} of the response without ${[...lacking].join(', ')}, which the API always sends`;
  return {
    rows: indexes.map((index) => rows[index] as Row),
    indexes,
    flaw: badResponse(endpoint?.name ?? entity.name, reason),
  };
};

/** The page without the rows that cannot be shown, and with an error that counts them. */
export const wholePage = (page: Page, needs: Needs): Page => {
  const split = splitRows(page.rows, needs);
  if (split === null) return page;
  const { rows, indexes, flaw } = split;
  const { cursors } = page;
  // The last cursor is after omitted rows at the end, so that they are not read again.
  const before = (index: number): number =>
    index === rows.length - 1 ? page.rows.length - 1 : (indexes[index] ?? index);
  return {
    ...page,
    rows,
    cursors: {
      at: (index) => cursors.at(before(index)),
      write: (out, index) => cursors.write(out, before(index)),
    },
    flaws: [...(page.flaws ?? []), flaw],
  };
};
