import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import type { Row } from '../workload/rows.ts';
import type { Context } from './loaders.ts';
import { createLoaders } from './loaders.ts';
import { account, accounts, campaigns, keyOf, port } from './rest.ts';
import { Long, renamed, typeDefs } from './schema.ts';

const resolvers = {
  Long,
  ...renamed,
  Query: {
    account: (_: unknown, { id }: { readonly id: string }) => account(id),
    accounts,
    campaignsByIds: (
      _: unknown,
      args: { readonly account: string; readonly ids: readonly string[] },
      { load }: Context,
    ) => load.campaign.loadMany(args.ids.map((id) => ({ account: args.account, id }))),
  },
  Account: {
    ...renamed.Account,
    campaigns: ({ id }: Row, { first }: { readonly first: number }) => campaigns(id, first),
  },
  Campaign: {
    ...renamed.Campaign,
    fundingInstrument: (row: Row, _: unknown, { load }: Context) =>
      load.fundingInstrument.load(keyOf(row, 'funding_instrument_id')),
    lineItems: (row: Row, _: unknown, { load }: Context) => load.lineItems.load(keyOf(row)),
  },
  LineItem: {
    ...renamed.LineItem,
    promotedTweets: (row: Row, _: unknown, { load }: Context) =>
      load.promotedTweets.load(keyOf(row)),
    targetingCriteria: (row: Row, _: unknown, { load }: Context) =>
      load.targetingCriteria.load(keyOf(row)),
  },
};

await startStandaloneServer(new ApolloServer<Context>({ typeDefs, resolvers }), {
  listen: { port, host: '127.0.0.1' },
  context: async () => ({ load: createLoaders() }),
});
