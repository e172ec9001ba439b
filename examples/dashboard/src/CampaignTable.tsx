import type { ReactNode } from 'react';
import type { CampaignOrder } from './campaign-order.ts';
import { directionOf, orderBy } from './campaign-order.ts';
import { SortHeader } from './SortHeader.tsx';

interface Props {
  readonly order: CampaignOrder | null;
  readonly isBusy: boolean;
  /** A body for each campaign. */
  readonly children: ReactNode;
}

/** The number of its columns, for cells that span the table. */
export const columnCount = 12;

/** The table of campaigns: their names and states, their budgets and their results. */
export const CampaignTable = ({ order, isBusy, children }: Props) => {
  const sortBy = (column: CampaignOrder['column']) => (
    <SortHeader
      isFigure={column !== 'Campaign'}
      sort={directionOf(column, order)}
      onSort={() => orderBy(column, order)}
    >
      {column}
    </SortHeader>
  );
  return (
    <div className="wide">
      <table className="campaigns" aria-label="Campaigns" aria-busy={isBusy}>
        <thead>
          <tr>
            {sortBy('Campaign')}
            <th scope="col">Status</th>
            <th scope="col" className="figure">
              Daily budget
            </th>
            <th scope="col" className="figure">
              Total budget
            </th>
            <th scope="col">Paid by</th>
            {sortBy('Spend')}
            <th scope="col">By day</th>
            {sortBy('Impressions')}
            {sortBy('Clicks')}
            {sortBy('Click rate')}
            {sortBy('Cost per click')}
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
};
