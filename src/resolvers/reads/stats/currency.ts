import { lineItem } from '../../../upstream/catalogue/areas/line-items.ts';
import type { Entity } from '../../../upstream/catalogue/language/entity.ts';
import { idOf, type Row, SOURCE } from '../../../upstream/client/row.ts';
import type { LoadContext, MaybePromise } from '../../field.ts';
import { andThen, grouped } from '../grouped.ts';

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
