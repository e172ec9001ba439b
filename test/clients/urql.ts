import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { graphql } from './built/preset/gql.ts';
import { accountId, newCampaign } from './shared.ts';

const listDocument = graphql(`
  query UrqlCampaigns($accountId: ID!, $after: String) {
    account(id: $accountId) {
      id
      campaigns(first: 5, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        edges {
          cursor
          node {
            id
            name
            entityStatus
            dailyBudget {
              micros
              amount
            }
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

const partialDocument = graphql(`
  query UrqlPartial($accountId: ID!) {
    account(id: $accountId) {
      id
      name
      fundingInstruments(first: 2) {
        nodes {
          id
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation UrqlCreate($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      outcome
      campaign {
        id
        name
      }
    }
  }
`);

const pauseDocument = graphql(`
  mutation UrqlPause($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      outcome
      campaign {
        id
        entityStatus
      }
    }
  }
`);

const client = new Client({
  url: globalThis.gateway,
  preferGetMethod: false,
  exchanges: [
    cacheExchange({
      keys: { Money: () => null },
      resolvers: { Account: { campaigns: relayPagination() } },
      updates: {
        Mutation: {
          // The new campaign changes every page of the list, so the list is requested again.
          createCampaign: (_result, _args, cache) => {
            const account = cache.keyOfEntity({
              __typename: 'Account',
              id: `Account:${accountId}`,
            });
            for (const { fieldName, arguments: given } of cache.inspectFields(account)) {
              if (fieldName === 'campaigns') cache.invalidate(account, fieldName, given);
            }
          },
        },
      },
    }),
    fetchExchange,
  ],
});

const read = async (variables: { readonly after?: string | null } = {}) => {
  const { data, error } = await client.query(listDocument, { accountId, ...variables }).toPromise();
  if (error !== undefined) throw error;
  const campaigns = data?.account?.campaigns;
  return {
    campaigns: (campaigns?.edges ?? []).map(({ node }) => ({
      id: node.id,
      name: node.name,
      status: node.entityStatus,
    })),
    endCursor: campaigns?.pageInfo.endCursor ?? null,
  };
};

globalThis.steps = {
  /** An account of which one list fails. */
  partial: async () => {
    const { data, error } = await client.query(partialDocument, { accountId }).toPromise();
    return {
      name: data?.account?.name,
      failures: error?.graphQLErrors.map(
        ({ extensions, path = [] }) => `${extensions['code']} ${path.join('.')}`,
      ),
    };
  },
  open: async () => (await read()).campaigns,
  more: async () => {
    const { endCursor } = await read();
    return (await read({ after: endCursor })).campaigns;
  },
  pauseFirst: async () => {
    const [first] = (await read()).campaigns;
    const input = { accountId, campaignId: first?.id ?? '', entityStatus: 'PAUSED' as const };
    const { data } = await client.mutation(pauseDocument, { input }).toPromise();
    return [data?.updateCampaign?.outcome, (await read()).campaigns[0]?.status];
  },
  create: async () => {
    const { data } = await client
      .mutation(createDocument, { input: newCampaign('By urql') })
      .toPromise();
    return [data?.createCampaign?.outcome, (await read()).campaigns[0]?.name];
  },
};
