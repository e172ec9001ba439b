import { useMemo } from 'react';
import { go, useInAddress } from './address.ts';
import { figureColumns } from './figure-columns.ts';
import type { Figures } from './figures.ts';
import type { Figure, Order } from './order.ts';

interface Row {
  readonly name: string | null | undefined;
  readonly stats: Figures;
}

type Column = 'Campaign' | keyof typeof figureColumns;
/** The column that the shown campaigns are ordered by. */
export type CampaignOrder = Order<Column>;

const columns = ['Campaign', ...Object.keys(figureColumns)] as readonly Column[];

/** The value of a column by which campaigns are ordered. */
export const figureIn =
  (column: Column) =>
  ({ name, stats }: Row): Figure =>
    column === 'Campaign' ? (name ?? null) : figureColumns[column](stats);

/** The order in the address, such as `sort=Spend+down`; null without one. */
export const useCampaignOrder = (): CampaignOrder | null => {
  const text = useInAddress('sort');
  return useMemo(() => {
    const [, name, way] = /^(.+) (up|down)$/.exec(text ?? '') ?? [];
    const column = columns.find((one) => one === name);
    return column === undefined ? null : { column, isDescending: way === 'down' };
  }, [text]);
};

/** Orders by a column: names from A, figures from the highest; a second choice reverses it. */
export const orderBy = (column: Column, order: CampaignOrder | null): void => {
  const isDescending = order?.column === column ? !order.isDescending : column !== 'Campaign';
  go({ sort: `${column} ${isDescending ? 'down' : 'up'}` });
};

/** The direction of a column's order, for screen readers too; undefined if it has none. */
export const directionOf = (column: Column, order: CampaignOrder | null) => {
  if (order?.column !== column) return undefined;
  return order.isDescending ? ('descending' as const) : ('ascending' as const);
};
