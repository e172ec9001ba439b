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

/** What a campaign is ordered by in a column. */
export const figureIn =
  (column: Column) =>
  ({ name, stats }: Row): Figure =>
    column === 'Campaign' ? (name ?? null) : figureColumns[column](stats);

/** The order that stands in the address, such as `sort=Spend+down`; null where none does. */
export const useCampaignOrder = (): CampaignOrder | null => {
  const text = useInAddress('sort');
  return useMemo(() => {
    const [, name, way] = /^(.+) (up|down)$/.exec(text ?? '') ?? [];
    const column = columns.find((one) => one === name);
    return column === undefined ? null : { column, isDescending: way === 'down' };
  }, [text]);
};

/** Names begin with A, figures with the highest; what is chosen again is turned round. */
export const orderBy = (column: Column, order: CampaignOrder | null): void => {
  const isDescending = order?.column === column ? !order.isDescending : column !== 'Campaign';
  go({ sort: `${column} ${isDescending ? 'down' : 'up'}` });
};

/** How a column is ordered, for screen readers too; undefined where it is not. */
export const directionOf = (column: Column, order: CampaignOrder | null) => {
  if (order?.column !== column) return undefined;
  return order.isDescending ? ('descending' as const) : ('ascending' as const);
};
