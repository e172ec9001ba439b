import type { ChangeEvent, SyntheticEvent } from 'react';
import { useMemo } from 'react';
import type { CampaignsQuery$variables } from './__generated__/CampaignsQuery.graphql.ts';
import { go, useInAddress } from './address.ts';

// The API sorts by these.
const orders = {
  'Newest first': { field: 'CREATED_AT', direction: 'DESC' },
  'Recently changed': { field: 'UPDATED_AT', direction: 'DESC' },
  'By name': { field: 'NAME', direction: 'ASC' },
  'By daily budget': { field: 'DAILY_BUDGET_AMOUNT_LOCAL_MICRO', direction: 'DESC' },
} as const;
/** An order of campaigns, in words. */
export type OrderName = keyof typeof orders;
const orderNames = Object.keys(orders) as OrderName[];
const newestFirst: OrderName = 'Newest first';

const states = ['ACTIVE', 'PAUSED'] as const;

/** The filters of the list of campaigns, and its order. */
export interface Filters {
  readonly q: string;
  readonly state: (typeof states)[number] | null;
  readonly order: OrderName;
}

/** The filters that stand in the address. */
export const useFilters = (): Filters => {
  const [q, state, order] = [useInAddress('q'), useInAddress('state'), useInAddress('order')];
  return useMemo(
    () => ({
      q: q ?? '',
      state: states.find((one) => one === state) ?? null,
      order: orderNames.find((one) => one === order) ?? newestFirst,
    }),
    [q, state, order],
  );
};

/** The variables of the list's query. */
export const variablesOf = ({ q, state, order }: Filters) =>
  ({
    q: q === '' ? null : q,
    where: state && { entityStatus: [state] },
    orderBy: orders[order],
  }) satisfies Partial<CampaignsQuery$variables>;

const search = (event: SyntheticEvent<HTMLFormElement>): void => {
  event.preventDefault();
  const values = new FormData(event.currentTarget);
  const given = (name: string): string | null => String(values.get(name) ?? '') || null;
  const order = given('order');
  // An order of the API replaces the order of the shown rows.
  const isOther = order !== (new URLSearchParams(location.search).get('order') ?? newestFirst);
  go({
    q: given('q'),
    state: given('state'),
    order: order === newestFirst ? null : order,
    ...(isOther && { sort: null }),
  });
};

const send = ({ currentTarget }: ChangeEvent<HTMLSelectElement>): void =>
  currentTarget.form?.requestSubmit();

/**
 * A search by name, a filter by state, and an order. Each change costs a call of the API, which are
 * few in 15 minutes, so a name waits for Enter.
 */
export const CampaignFilters = ({ q, state, order }: Filters) => (
  <search>
    <form key={`${q} ${state} ${order}`} onSubmit={search}>
      <select name="state" aria-label="State" defaultValue={state ?? ''} onChange={send}>
        <option value="">All states</option>
        <option value="ACTIVE">Active</option>
        <option value="PAUSED">Paused</option>
      </select>
      <select name="order" aria-label="Order" defaultValue={order} onChange={send}>
        {orderNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <input
        type="search"
        name="q"
        aria-label="Name of a campaign"
        placeholder="Search by name"
        defaultValue={q}
      />
      <button type="submit">Search</button>
    </form>
  </search>
);
