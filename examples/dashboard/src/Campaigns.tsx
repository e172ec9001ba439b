import { useContext, useDeferredValue, useMemo, useState } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { Campaigns_account$key } from './__generated__/Campaigns_account.graphql.ts';
import type { CampaignsPageQuery } from './__generated__/CampaignsPageQuery.graphql.ts';
import type { CampaignsQuery } from './__generated__/CampaignsQuery.graphql.ts';
import { go } from './address.ts';
import type { Filters } from './CampaignFilters.tsx';
import { CampaignFilters, useFilters, variablesOf } from './CampaignFilters.tsx';
import { CampaignRow } from './CampaignRow.tsx';
import { CampaignTable } from './CampaignTable.tsx';
import { ChangeChosen } from './ChangeChosen.tsx';
import { CreateCampaign } from './CreateCampaign.tsx';
import { figureIn, useCampaignOrder } from './campaign-order.ts';
import { CurrentDay } from './current-day.ts';
import { figuresOf } from './figures.ts';
import { LaunchCampaign } from './launch/LaunchCampaign.tsx';
import { Media } from './Media.tsx';
import { ordered } from './order.ts';
import type { Chosen } from './run.ts';
import { ShowMore } from './ShowMore.tsx';
import { Unread } from './Unread.tsx';
import { useRange } from './use-range.ts';

const pageSize = 50;

interface Props {
  readonly accountId: string;
  readonly fetchKey: number;
}

/** The campaigns of an account. While others are loading, the previous ones are shown. */
export const Campaigns = ({ accountId, fetchKey }: Props) => {
  const [filters, range] = [useFilters(), useRange()];
  const asked = useMemo(() => ({ filters, range }), [filters, range]);
  const shown = useDeferredValue(asked);
  const { account } = useLazyLoadQuery<CampaignsQuery>(
    graphql`
      query CampaignsQuery(
        $accountId: ID!
        $range: StatsRange!
        $q: String
        $where: CampaignWhere
        $orderBy: CampaignOrder
      ) {
        account(id: $accountId) {
          ...Campaigns_account
        }
      }
    `,
    { accountId, range: shown.range, ...variablesOf(shown.filters) },
    { fetchKey },
  );
  const isSearching = asked !== shown;
  return (
    account && (
      <CampaignList {...{ accountId, account, filters, isSearching }} shown={shown.filters} />
    )
  );
};

interface ListProps {
  readonly accountId: string;
  readonly account: Campaigns_account$key;
  readonly filters: Filters;
  /** The filters of the campaigns that are shown. */
  readonly shown: Filters;
  readonly isSearching: boolean;
}

const CampaignList = ({ accountId, account, filters, shown, isSearching }: ListProps) => {
  const page = useCampaigns(account);
  const order = useCampaignOrder();
  const [chosen, choose, setChosen] = useChosen(filters);
  const { data, hasNext } = page;
  const read = (data.campaigns?.edges ?? []).map(({ node }) => ({
    node,
    name: node.name,
    stats: figuresOf(node),
  }));
  const campaigns = order ? ordered(read, figureIn(order.column), order.isDescending) : read;
  const connection = data.campaigns?.__id;
  const today = useContext(CurrentDay);
  const isUnfinished = read.some(({ stats }) => stats?.days.at(-1)?.date === today);
  const said = isSearching ? 'Searching …' : saidOf(read.length, hasNext, shown);
  return (
    <>
      <div className="tools">
        <CampaignFilters {...filters} />
        <Media accountId={accountId} />
        {connection && <CreateCampaign {...{ accountId, connection }} />}
        {connection && <LaunchCampaign {...{ accountId, connection }} />}
      </div>
      <div className="said">
        <p role="status" className="quiet">
          {said}
          {isUnfinished && ' Today’s figures are still growing.'}
          {order && hasNext && ` Only the ${read.length} loaded campaigns are sorted.`}
        </p>
        {campaigns.length > 0 && (
          <button
            type="button"
            className="small"
            onClick={() => setChosen(read.map(({ node }) => chosenOf(node)))}
          >
            Select all
          </button>
        )}
      </div>
      <Unread queries={['CampaignsQuery', 'CampaignsPageQuery']} />
      {campaigns.length > 0 && (
        <CampaignTable order={order} isBusy={isSearching}>
          {campaigns.map(({ node, stats }) => (
            <CampaignRow
              key={node.id}
              campaign={node}
              stats={stats}
              connection={connection ?? ''}
              isChosen={chosen.some(({ id }) => id === node.id)}
              onChoose={(isChosen) => choose([node], isChosen ? [chosenOf(node)] : [])}
            />
          ))}
        </CampaignTable>
      )}
      {campaigns.length === 0 && !hasNext && <Nothing filters={shown} />}
      <ShowMore page={page} pageSize={pageSize}>
        Show more
      </ShowMore>
      <ChangeChosen {...{ accountId, chosen }} onEnd={choose} onChooseNone={() => setChosen([])} />
    </>
  );
};

const Nothing = ({ filters: { q, state } }: { readonly filters: Filters }) =>
  q === '' && state === null ? (
    <p className="notice">This account has no campaigns yet. Launch one to see it here.</p>
  ) : (
    <p className="notice">
      No campaign matches.{' '}
      <button type="button" className="small" onClick={() => go({ q: null, state: null })}>
        Clear search
      </button>
    </p>
  );

/** The chosen campaigns among the shown ones. A change of the filters clears the choice. */
const useChosen = (filters: Filters) => {
  const [all, setAll] = useState<{ readonly of: Filters; readonly chosen: readonly Chosen[] }>({
    of: filters,
    chosen: [],
  });
  const chosen = all.of === filters ? all.chosen : [];
  const setChosen = (now: readonly Chosen[]): void => setAll({ of: filters, chosen: now });
  /** Replaces some of the chosen campaigns by others. */
  const choose = (before: readonly Chosen[], now: readonly Chosen[]): void =>
    setAll((last) => {
      const kept = last.of === filters ? last.chosen : [];
      const others = kept.filter(({ id }) => !before.some((one) => one.id === id));
      return { of: filters, chosen: [...others, ...now] };
    });
  return [chosen, choose, setChosen] as const;
};

const useCampaigns = (account: Campaigns_account$key) =>
  usePaginationFragment<CampaignsPageQuery, Campaigns_account$key>(
    graphql`
      fragment Campaigns_account on Account
      @refetchable(queryName: "CampaignsPageQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" }) {
        campaigns(first: $first, after: $after, q: $q, where: $where, orderBy: $orderBy)
          @connection(key: "Campaigns_campaigns") {
          __id
          edges {
            node {
              id
              name
              ...CampaignRow_campaign
              ...figures_campaign
            }
          }
        }
      }
    `,
    account,
  );

const chosenOf = ({ id, name }: Chosen): Chosen => ({ id, name });

const saidOf = (count: number, hasNext: boolean, { order }: Filters): string => {
  if (count === 0) return hasNext ? 'No campaigns on this page.' : '0 campaigns.';
  if (order !== 'Newest first')
    return hasNext ? `The first ${count} campaigns.` : `${count} campaigns.`;
  return hasNext ? `The newest ${count} campaigns.` : `${count} campaigns, newest first.`;
};
