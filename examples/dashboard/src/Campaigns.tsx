import type { SyntheticEvent } from 'react';
import { useState, useTransition } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { Campaigns_account$key } from './__generated__/Campaigns_account.graphql.ts';
import type { CampaignsPageQuery } from './__generated__/CampaignsPageQuery.graphql.ts';
import type { CampaignsQuery } from './__generated__/CampaignsQuery.graphql.ts';
import { CampaignRow } from './CampaignRow.tsx';
import { CreateCampaign } from './CreateCampaign.tsx';
import type { Chosen } from './PauseChosen.tsx';
import { PauseChosen } from './PauseChosen.tsx';

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
  const { data, hasNext, isLoadingNext, loadNext, refetch } = usePaginationFragment<
    CampaignsPageQuery,
    Campaigns_account$key
  >(
    graphql`
      fragment Campaigns_account on Account
      @refetchable(queryName: "CampaignsPageQuery")
      @argumentDefinitions(
        first: { type: "Int", defaultValue: 50 }
        after: { type: "String" }
        q: { type: "String" }
      ) {
        campaigns(
          first: $first
          after: $after
          q: $q
          orderBy: { field: CREATED_AT, direction: DESC }
        ) @connection(key: "Campaigns_campaigns") {
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
  const [failure, setFailure] = useState<Error | null>(null);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);

  // Each search is a call of the API, of which there are not many in a quarter of an hour: so it waits for Enter.
  const search = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    setChosen([]);
    startSearch(() => void refetch({ q: q === '' ? null : String(q) }));
  };
  const choose = ({ id, name }: Chosen, isChosen: boolean): void =>
    setChosen((before) => [
      ...before.filter((campaign) => campaign.id !== id),
      ...(isChosen ? [{ id, name }] : []),
    ]);

  const edges = data.campaigns?.edges ?? [];
  return (
    <>
      <div className="tools">
        <search>
          <form onSubmit={search}>
            <input
              type="search"
              name="q"
              aria-label="Name of a campaign"
              placeholder="Spring 2025"
            />
            <button type="submit">Search</button>
          </form>
        </search>
        {data.campaigns && (
          <CreateCampaign accountId={accountId} connection={data.campaigns.__id} />
        )}
      </div>
      <p role="status" className="quiet">
        {isSearching ? 'Searching …' : said(edges.length, hasNext)}
      </p>
      <ul className="campaigns" aria-label="Campaigns" aria-busy={isSearching}>
        {edges.map(({ node }) => (
          <CampaignRow
            key={node.id}
            campaign={node}
            isChosen={chosen.some(({ id }) => id === node.id)}
            onChoose={(isChosen) => choose(node, isChosen)}
          />
        ))}
      </ul>
      {failure && (
        <p role="alert" className="notice bad">
          {failure.message}
        </p>
      )}
      {hasNext && (
        <button
          type="button"
          className="more"
          disabled={isLoadingNext}
          onClick={() => loadNext(pageSize, { onComplete: setFailure })}
        >
          {isLoadingNext ? 'Reading …' : 'Show more'}
        </button>
      )}
      <PauseChosen accountId={accountId} chosen={chosen} onDone={() => setChosen([])} />
    </>
  );
};

const said = (count: number, hasNext: boolean): string => {
  if (count === 0) return 'No campaigns.';
  return hasNext ? `The newest ${count} campaigns.` : `${count} campaigns, newest first.`;
};
