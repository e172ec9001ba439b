import { createServer } from 'node:http';
import type { Step } from 'grafast';
import { constant, get, loadMany, loadOne, makeGrafastSchema } from 'grafast';
import { grafserv } from 'grafserv/node';
import type { Entity } from '../workload/entities.ts';
import { columnOf, fields } from '../workload/entities.ts';
import type { Row } from '../workload/rows.ts';
import type { Key } from './rest.ts';
import { account, accounts, campaigns, edges, port } from './rest.ts';
import { typeDefs } from './schema.ts';

const plain = (entity: Entity) =>
  Object.fromEntries(
    Object.keys(fields[entity]).map((name) => [
      name,
      ($row: Step<Row>) => get($row, columnOf(name)),
    ]),
  );

type Pair = readonly [account: string, id: string];

const batched =
  <T>(read: (keys: readonly Key[]) => Promise<readonly T[]>) =>
  (pairs: readonly Pair[]): Promise<readonly T[]> =>
    read(pairs.map(([of, id]) => ({ account: of, id })));

const textStep = ($row: Step<Row>, column: string) => get($row, column) as Step<string>;

const pairOf = ($row: Step<Row>, column = 'id') =>
  [textStep($row, 'account_id'), textStep($row, column)] as const;

const fundingInstrument = batched(edges.fundingInstrument);
const lineItems = batched(edges.lineItems);
const promotedTweets = batched(edges.promotedTweets);
const targetingCriteria = batched(edges.targetingCriteria);

const campaignLists = (asks: readonly (readonly [id: string, first: number])[]) =>
  asks.map(([id, first]) => campaigns(id, first));

const campaignsByIds = (asks: readonly (readonly [of: string, ids: readonly string[]])[]) =>
  asks.map(([of, ids]) => edges.campaign(ids.map((id) => ({ account: of, id }))));

const accountLists = (asks: readonly number[]) => asks.map(accounts);

// With the equivalence, lists below an account start beside it.
const oneAccount = {
  name: 'account',
  ioEquivalence: 'id',
  load: (ids: readonly string[]) => ids.map(account),
} as const;

const schema = makeGrafastSchema({
  typeDefs,
  scalars: { Long: { serialize: (value) => value as number } },
  objects: {
    Query: {
      plans: {
        account: (_, args) => loadOne(args.getRaw('id') as Step<string>, oneAccount),
        accounts: () => loadMany(constant(1), accountLists),
        campaignsByIds: (_, args) =>
          loadMany(
            [args.getRaw('account') as Step<string>, args.getRaw('ids') as Step<readonly string[]>],
            campaignsByIds,
          ),
      },
    },
    Account: {
      plans: {
        ...plain('Account'),
        campaigns: ($row: Step<Row>, args) =>
          loadMany([textStep($row, 'id'), args.getRaw('first') as Step<number>], campaignLists),
      },
    },
    Campaign: {
      plans: {
        ...plain('Campaign'),
        fundingInstrument: ($row: Step<Row>) =>
          loadOne(pairOf($row, 'funding_instrument_id'), fundingInstrument),
        lineItems: ($row: Step<Row>) => loadMany(pairOf($row), lineItems),
      },
    },
    LineItem: {
      plans: {
        ...plain('LineItem'),
        promotedTweets: ($row: Step<Row>) => loadMany(pairOf($row), promotedTweets),
        targetingCriteria: ($row: Step<Row>) => loadMany(pairOf($row), targetingCriteria),
      },
    },
    FundingInstrument: { plans: plain('FundingInstrument') },
    PromotedTweet: { plans: plain('PromotedTweet') },
    TargetingCriterion: { plans: plain('TargetingCriterion') },
  },
});

const service = grafserv({
  schema,
  preset: { grafserv: { graphqlPath: '/graphql', graphiql: false, websockets: false } },
});
const server = createServer();
await service.addTo(server);
server.listen(port, '127.0.0.1');
