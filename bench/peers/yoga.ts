import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import { createYoga } from 'graphql-yoga';
import type { Entity } from '../workload/entities.ts';
import { columnOf, fields } from '../workload/entities.ts';
import type { Row } from '../workload/rows.ts';
import type { Context } from './loaders.ts';
import { createLoaders } from './loaders.ts';
import { account, accounts, campaigns, keyOf, port } from './rest.ts';
import { Long } from './schema.ts';

const builder = new SchemaBuilder<{
  Context: Context;
  Scalars: { Long: { Input: number; Output: number } };
}>({});
builder.addScalarType('Long', Long);

type Fields = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Row>;

const plain = (t: Fields, entity: Entity) =>
  Object.fromEntries(
    Object.entries(fields[entity]).map(([name, type]) => {
      const column = columnOf(name);
      const field = t.field({
        type: type.replace('!', '') as 'String',
        nullable: !type.endsWith('!'),
        resolve: (row) => row[column] as string,
      });
      return [name, field];
    }),
  );

const FundingInstrument = builder
  .objectRef<Row>('FundingInstrument')
  .implement({ fields: (t) => plain(t, 'FundingInstrument') });

const PromotedTweet = builder
  .objectRef<Row>('PromotedTweet')
  .implement({ fields: (t) => plain(t, 'PromotedTweet') });

const TargetingCriterion = builder
  .objectRef<Row>('TargetingCriterion')
  .implement({ fields: (t) => plain(t, 'TargetingCriterion') });

const LineItem = builder.objectRef<Row>('LineItem').implement({
  fields: (t) => ({
    ...plain(t, 'LineItem'),
    promotedTweets: t.field({
      type: [PromotedTweet],
      resolve: (row, _, { load }) => load.promotedTweets.load(keyOf(row)),
    }),
    targetingCriteria: t.field({
      type: [TargetingCriterion],
      resolve: (row, _, { load }) => load.targetingCriteria.load(keyOf(row)),
    }),
  }),
});

const Campaign = builder.objectRef<Row>('Campaign').implement({
  fields: (t) => ({
    ...plain(t, 'Campaign'),
    fundingInstrument: t.field({
      type: FundingInstrument,
      nullable: true,
      resolve: (row, _, { load }) =>
        load.fundingInstrument.load(keyOf(row, 'funding_instrument_id')),
    }),
    lineItems: t.field({
      type: [LineItem],
      resolve: (row, _, { load }) => load.lineItems.load(keyOf(row)),
    }),
  }),
});

const Account = builder.objectRef<Row>('Account').implement({
  fields: (t) => ({
    ...plain(t, 'Account'),
    campaigns: t.field({
      type: [Campaign],
      args: { first: t.arg.int({ required: true }) },
      resolve: ({ id }, { first }) => campaigns(id, first),
    }),
  }),
});

builder.queryType({
  fields: (t) => ({
    account: t.field({
      type: Account,
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_, { id }) => account(String(id)),
    }),
    accounts: t.field({ type: [Account], resolve: accounts }),
    campaignsByIds: t.field({
      type: [Campaign],
      nullable: { list: false, items: true },
      args: { account: t.arg.id({ required: true }), ids: t.arg.idList({ required: true }) },
      resolve: (_, args, { load }) =>
        Promise.all(
          args.ids.map((id) =>
            load.campaign.load({ account: String(args.account), id: String(id) }),
          ),
        ),
    }),
  }),
});

const yoga = createYoga({
  schema: builder.toSchema(),
  graphiql: false,
  logging: false,
  context: (): Context => ({ load: createLoaders() }),
});

createServer(yoga).listen(port, '127.0.0.1');
