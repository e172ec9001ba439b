import Fastify from 'fastify';
import mercurius from 'mercurius';
import type { Row } from '../workload/rows.ts';
import type { Key } from './rest.ts';
import { account, accounts, campaigns, edges, keyOf, port } from './rest.ts';
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
    ) => edges.campaign(args.ids.map((id) => ({ account: args.account, id }))),
  },
  Account: {
    ...renamed.Account,
    campaigns: ({ id }: Row, { first }: { readonly first: number }) => campaigns(id, first),
  },
};

// The server's own batching: one call with all requests of a level.
const batched =
  <T>(read: (keys: readonly Key[]) => Promise<readonly T[]>, column = 'id') =>
  (asks: readonly { readonly obj: Row }[]): Promise<readonly T[]> =>
    read(asks.map(({ obj }) => keyOf(obj, column)));

const loaders = {
  Campaign: {
    fundingInstrument: batched(edges.fundingInstrument, 'funding_instrument_id'),
    lineItems: batched(edges.lineItems),
  },
  LineItem: {
    promotedTweets: batched(edges.promotedTweets),
    targetingCriteria: batched(edges.targetingCriteria),
  },
};

const server = Fastify({ logger: false });
await server.register(mercurius, {
  schema: typeDefs,
  resolvers: resolvers as never,
  loaders: loaders as never,
  path: '/graphql',
  jit: 1,
  graphiql: false,
});
await server.listen({ port, host: '127.0.0.1' });
