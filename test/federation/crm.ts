import { readFileSync } from 'node:fs';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';

/**
 * A small CRM as a subgraph: it knows clients by the ids of their ad accounts and campaigns, and no
 * other data of those.
 */
const clients = [
  { id: '1', name: 'Harbour Bikes', account: 'crm1', campaigns: ['c1', 'c4'] },
  { id: '2', name: 'Someone Else', account: 'crm2', campaigns: ['c1'] },
];

type Client = (typeof clients)[number];
const campaignOf = (accountId: string, restId: string) => ({
  __typename: 'AdsCampaign',
  accountId,
  restId,
});

const resolvers = {
  Query: {
    clients: () => clients,
    clientList: (_: unknown, { first = 50 }: { first?: number }) => ({
      nodes: clients.slice(0, first),
      pageInfo: { hasNextPage: first < clients.length, hasPreviousPage: false },
    }),
    headersHeard: (_: unknown, _args: unknown, headers: unknown) => Object.keys(Object(headers)),
    node: (_: unknown, { id: wanted }: { id: string }) => clients.find(({ id }) => id === wanted),
    campaignsNoted: (_: unknown, { references }: { references: readonly object[] }) =>
      references.map((reference) => ({ __typename: 'AdsCampaign', ...reference })),
  },
  Node: { __resolveType: () => 'Client' },
  Client: {
    adAccount: ({ account }: Client) => ({ __typename: 'AdsAccount', restId: account }),
    campaigns: ({ account, campaigns }: Client) => campaigns.map((id) => campaignOf(account, id)),
    account: ({ id }: Client) => ({ number: `A-${id}` }),
    orders: () => [
      {
        total: 12,
        campaign: { slogan: 'Ride on' },
        page: { hasNextPage: false, hasPreviousPage: false },
      },
    ],
  },
  AdsAccount: {
    client: ({ restId }: { restId: string }) => clients.find(({ account }) => account === restId),
  },
  AdsCampaign: {
    budgetOwner: ({ accountId, restId }: { accountId: string; restId: string }) =>
      `owner of ${restId} in ${accountId}`,
  },
};

const typeDefs = parse(readFileSync(new URL('./crm.graphql', import.meta.url), 'utf8'));
const server = new ApolloServer({ schema: buildSubgraphSchema({ typeDefs, resolvers }) });
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req: { headers } }) => headers,
});
process.send?.(url);
