import { useState } from 'react';
import { graphql, useMutation, usePaginationFragment } from 'react-relay';
import type { campaigns_account$key } from '../built/relay/campaigns_account.graphql.ts';
import type { campaignsCreateMutation } from '../built/relay/campaignsCreateMutation.graphql.ts';
import type { campaignsPageQuery } from '../built/relay/campaignsPageQuery.graphql.ts';
import { newCampaign } from '../shared.ts';
import { CampaignRow } from './campaign-row.tsx';

/** The campaigns of an account, newest first, and a button that makes one. */
export const Campaigns = ({ account }: { readonly account: campaigns_account$key }) => {
  const { data, hasNext, loadNext } = usePaginationFragment<
    campaignsPageQuery,
    campaigns_account$key
  >(
    graphql`
      fragment campaigns_account on Account
      @refetchable(queryName: "campaignsPageQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 5 }, after: { type: "String" }) {
        campaigns(first: $first, after: $after, orderBy: { field: CREATED_AT, direction: DESC })
          @connection(key: "campaigns_campaigns") {
          __id
          edges {
            node {
              id
              ...campaignRow_campaign
            }
          }
        }
      }
    `,
    account,
  );
  const { __id: list = '', edges = [] } = data.campaigns ?? {};
  return (
    <>
      <Create list={list} name="By Relay" />
      <Create list={list} name="" />
      <ul>
        {edges.map(({ node }) => (
          <CampaignRow key={node.id} campaign={node} list={list} />
        ))}
      </ul>
      {hasNext && (
        <button type="button" onClick={() => loadNext(5)}>
          More campaigns
        </button>
      )}
    </>
  );
};

const Create = ({ list, name }: { readonly list: string; readonly name: string }) => {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [commit] = useMutation<campaignsCreateMutation>(graphql`
    mutation campaignsCreateMutation($input: CreateCampaignInput!, $lists: [ID!]!) {
      createCampaign(input: $input) {
        outcome
        campaignEdge @prependEdge(connections: $lists) {
          cursor
          node {
            id
            ...campaignRow_campaign
          }
        }
        errors {
          argument
        }
      }
    }
  `);
  const create = () =>
    commit({
      variables: { input: newCampaign(name), lists: [list] },
      onCompleted: ({ createCampaign }) =>
        setFaults((createCampaign?.errors ?? []).map(({ argument }) => String(argument))),
    });
  return (
    <button type="button" onClick={create}>
      Create “{name}” {faults.join()}
    </button>
  );
};
