import type { ChangeEvent, SyntheticEvent } from 'react';
import type { CampaignsPageQuery$variables } from './__generated__/CampaignsPageQuery.graphql.ts';

// The API sorts by these.
const orders = {
  'Newest first': { field: 'CREATED_AT', direction: 'DESC' },
  'Changed last': { field: 'UPDATED_AT', direction: 'DESC' },
  'By name': { field: 'NAME', direction: 'ASC' },
  'Daily budget': { field: 'DAILY_BUDGET_AMOUNT_LOCAL_MICRO', direction: 'DESC' },
} as const;
/** An order of campaigns, in words. */
export type OrderName = keyof typeof orders;
const orderNames = Object.keys(orders) as OrderName[];

const states = ['ACTIVE', 'PAUSED'] as const;

/** Which campaigns are shown, and in which order. */
export interface Filters {
  readonly q: string;
  readonly state: (typeof states)[number] | null;
  readonly order: OrderName;
}

/** What the list is asked for. */
export const variablesOf = ({ q, state, order }: Filters) =>
  ({
    q: q === '' ? null : q,
    where: state && { entityStatus: [state] },
    orderBy: orders[order],
  }) satisfies Partial<CampaignsPageQuery$variables>;

/**
 * A search by name, by state and in an order. Each is a call of the API, of which there are not
 * many in a quarter of an hour: so a name waits for Enter.
 */
export const CampaignFilters = ({
  onSearch,
}: {
  readonly onSearch: (filters: Filters) => void;
}) => {
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    onSearch({
      q: String(values.get('q') ?? ''),
      state: states.find((state) => state === values.get('state')) ?? null,
      order: orderNames.find((order) => order === values.get('order')) ?? 'Newest first',
    });
  };
  const send = ({ currentTarget }: ChangeEvent<HTMLSelectElement>): void =>
    currentTarget.form?.requestSubmit();
  return (
    <search>
      <form onSubmit={submit}>
        <select name="state" aria-label="State" onChange={send}>
          <option value="">All states</option>
          <option value="ACTIVE">Active</option>
          <option value="PAUSED">Paused</option>
        </select>
        <select name="order" aria-label="Order" onChange={send}>
          {orderNames.map((order) => (
            <option key={order}>{order}</option>
          ))}
        </select>
        <input type="search" name="q" aria-label="Name of a campaign" placeholder="Spring 2025" />
        <button type="submit">Search</button>
      </form>
    </search>
  );
};
