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
  const page = useCampaigns(account);
  const [isSearching, startSearch] = useTransition();
  const [order, setOrder] = useState<OrderName>('Newest first');
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  /** Replaces some of the chosen campaigns by others. */
  const choose = (before: readonly Chosen[], now: readonly Chosen[]): void =>
    setChosen((all) => [...all.filter(({ id }) => !before.some((one) => one.id === id)), ...now]);

  const search = (filters: Filters): void => {
    setChosen([]);
    setOrder(filters.order);
    startSearch(() => void page.refetch(variablesOf(filters)));
  };

  const { data, hasNext } = page;
  const campaigns = data.campaigns?.edges.map(({ node }) => node) ?? [];
  const connection = data.campaigns?.__id;
  return (
    <>
      <div className="tools">
        <CampaignFilters onSearch={search} />
        <Media accountId={accountId} />
        {connection && <LaunchCampaign {...{ accountId, connection }} />}
        {connection && <CreateCampaign {...{ accountId, connection }} />}
      </div>
      <div className="said">
        <p role="status" className="quiet">
          {isSearching ? 'Searching …' : said(campaigns.length, hasNext, order)}
        </p>
        {campaigns.length > 0 && (
          <button type="button" onClick={() => setChosen(campaigns.map(chosenOf))}>
            Choose all shown
          </button>
        )}
      </div>
      <Unread queries={['CampaignsQuery', 'CampaignsPageQuery']} />
      <ul className="campaigns" aria-label="Campaigns" aria-busy={isSearching}>
        {campaigns.map((node) => (
          <CampaignRow
            key={node.id}
            campaign={node}
            connection={connection ?? ''}
            isChosen={chosen.some(({ id }) => id === node.id)}
            onChoose={(isChosen) => choose([node], isChosen ? [chosenOf(node)] : [])}
          />
        ))}
      </ul>
      <ShowMore page={page} pageSize={pageSize}>
        Show more
      </ShowMore>
      <ChangeChosen
        accountId={accountId}
        chosen={chosen}
        onEnd={choose}
        onChooseNone={() => setChosen([])}
      />
    </>
  );
};

const useCampaigns = (account: Campaigns_account$key) =>
  usePaginationFragment<CampaignsPageQuery, Campaigns_account$key>(
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

const chosenOf = ({ id, name }: Chosen): Chosen => ({ id, name });

const said = (count: number, hasNext: boolean, order: OrderName): string => {
  if (count === 0) return hasNext ? 'No campaigns so far.' : 'No campaigns.';
  if (order !== 'Newest first')
    return hasNext ? `The first ${count} campaigns.` : `${count} campaigns.`;
  return hasNext ? `The newest ${count} campaigns.` : `${count} campaigns, newest first.`;
};
