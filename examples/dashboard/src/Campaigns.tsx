import { useState, useTransition } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { Campaigns_account$key } from './__generated__/Campaigns_account.graphql.ts';
import type { CampaignsPageQuery } from './__generated__/CampaignsPageQuery.graphql.ts';
import type { CampaignsQuery } from './__generated__/CampaignsQuery.graphql.ts';
import type { Filters, OrderName } from './CampaignFilters.tsx';
import { CampaignFilters, variablesOf } from './CampaignFilters.tsx';
import { CampaignRow } from './CampaignRow.tsx';
import { ChangeChosen } from './ChangeChosen.tsx';
import { CreateCampaign } from './CreateCampaign.tsx';
import { LaunchCampaign } from './launch/LaunchCampaign.tsx';
import { Media } from './Media.tsx';
import type { Chosen } from './run.ts';
import { ShowMore } from './ShowMore.tsx';
import { Unread } from './Unread.tsx';

const pageSize = 50;

interface Props {
  readonly accountId: string;
  readonly fetchKey: number;
}

/** The campaigns of an account. */
export const Campaigns = ({ accountId, fetchKey }: Props) => {
  const { account } = useLazyLoadQuery<CampaignsQuery>(
    graphql`
      query CampaignsQuery($accountId: ID!) {
        account(id: $accountId) {
          ...Campaigns_account
        }
      }
    `,
    { accountId },
    { fetchKey },
  );
  return account && <CampaignList accountId={accountId} account={account} />;
};

interface ListProps {
  readonly accountId: string;
  readonly account: Campaigns_account$key;
}

const CampaignList = ({ accountId, account }: ListProps) => {
  const page = usePaginationFragment<CampaignsPageQuery, Campaigns_account$key>(
    graphql`
      fragment Campaigns_account on Account
      @refetchable(queryName: "CampaignsPageQuery")
      @argumentDefinitions(
        first: { type: "Int", defaultValue: 50 }
        after: { type: "String" }
        q: { type: "String" }
        where: { type: "CampaignWhere" }
        orderBy: { type: "CampaignOrder", defaultValue: { field: CREATED_AT, direction: DESC } }
      ) {
        campaigns(first: $first, after: $after, q: $q, where: $where, orderBy: $orderBy)
          @connection(key: "Campaigns_campaigns") {
          __id
          edges {
            node {
              id
              name
              ...CampaignRow_campaign
            }
          }
        }
      }
    `,
    account,
  );
  const [isSearching, startSearch] = useTransition();
  const [order, setOrder] = useState<OrderName>('Newest first');
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);

  const search = (filters: Filters): void => {
    setChosen([]);
    setOrder(filters.order);
    startSearch(() => void page.refetch(variablesOf(filters)));
  };
  const choose = ({ id, name }: Chosen, isChosen: boolean): void =>
    setChosen((before) => [
      ...before.filter((campaign) => campaign.id !== id),
      ...(isChosen ? [{ id, name }] : []),
    ]);

  const { data, hasNext } = page;
  const edges = data.campaigns?.edges ?? [];
  return (
    <>
      <div className="tools">
        <CampaignFilters onSearch={search} />
        <Media accountId={accountId} />
        {data.campaigns && (
          <>
            <LaunchCampaign accountId={accountId} connection={data.campaigns.__id} />
            <CreateCampaign accountId={accountId} connection={data.campaigns.__id} />
          </>
        )}
      </div>
      <div className="said">
        <p role="status" className="quiet">
          {isSearching ? 'Searching …' : said(edges.length, hasNext, order)}
        </p>
        {edges.length > 0 && (
          <button
            type="button"
            onClick={() => setChosen(edges.map(({ node: { id, name } }) => ({ id, name })))}
          >
            Choose all shown
          </button>
        )}
      </div>
      <Unread queries={['CampaignsQuery', 'CampaignsPageQuery']} />
      <ul className="campaigns" aria-label="Campaigns" aria-busy={isSearching}>
        {edges.map(({ node }) => (
          <CampaignRow
            key={node.id}
            campaign={node}
            connection={data.campaigns?.__id ?? ''}
            isChosen={chosen.some(({ id }) => id === node.id)}
            onChoose={(isChosen) => choose(node, isChosen)}
          />
        ))}
      </ul>
      <ShowMore page={page} pageSize={pageSize}>
        Show more
      </ShowMore>
      <ChangeChosen
        accountId={accountId}
        chosen={chosen}
        onEnd={(all, left) =>
          setChosen((before) => [
            ...before.filter((campaign) => !all.some(({ id }) => id === campaign.id)),
            ...left,
          ])
        }
        onChooseNone={() => setChosen([])}
      />
    </>
  );
};

const said = (count: number, hasNext: boolean, order: OrderName): string => {
  if (count === 0) return hasNext ? 'No campaigns so far.' : 'No campaigns.';
  if (order !== 'Newest first')
    return hasNext ? `The first ${count} campaigns.` : `${count} campaigns.`;
  return hasNext ? `The newest ${count} campaigns.` : `${count} campaigns, newest first.`;
};
