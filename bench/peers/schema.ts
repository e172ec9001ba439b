import { GraphQLScalarType, Kind } from 'graphql';
import type { Entity } from '../workload/entities.ts';
import { columnOf, fields, links, lists } from '../workload/entities.ts';
import type { Row } from '../workload/rows.ts';

/** The lists and links of each entity. */
export const below = {
  Account: ['campaigns'],
  Campaign: ['fundingInstrument', 'lineItems'],
  FundingInstrument: [],
  LineItem: ['promotedTweets', 'targetingCriteria'],
  PromotedTweet: [],
  TargetingCriterion: [],
} as const satisfies Record<Entity, readonly (keyof typeof links | keyof typeof lists)[]>;

const fieldBelow = (field: keyof typeof links | keyof typeof lists): string => {
  if (field === 'fundingInstrument') return `${field}: ${links[field].of}`;
  const args = field === 'campaigns' ? '(first: Int!)' : '';
  return `${field}${args}: [${lists[field].of}!]!`;
};

const typeText = (entity: Entity): string => {
  const plain = Object.entries(fields[entity]).map(([name, type]) => `${name}: ${type}`);
  return `type ${entity} { ${[...plain, ...below[entity].map(fieldBelow)].join(' ')} }`;
};

/** Every entity. */
export const entities = Object.keys(fields) as Entity[];

/** The schema of the peers. */
export const typeDefs = `
  scalar Long
  type Query {
    account(id: ID!): Account
    accounts: [Account!]!
    campaignsByIds(account: ID!, ids: [ID!]!): [Campaign]!
  }
  ${entities.map(typeText).join('\n  ')}
`;

/** Amounts of money, as the REST API sends them. */
export const Long = new GraphQLScalarType<number, number>({
  name: 'Long',
  serialize: (value) => Number(value),
  parseValue: (value) => Number(value),
  parseLiteral: (node) => (node.kind === Kind.INT ? Number(node.value) : Number.NaN),
});

/** Resolvers of the fields whose column has another name, by entity. */
export const renamed = Object.fromEntries(
  entities.map((entity) => [
    entity,
    Object.fromEntries(
      Object.keys(fields[entity])
        .filter((name) => columnOf(name) !== name)
        .map((name) => [name, readColumn(columnOf(name))]),
    ),
  ]),
) as Readonly<Record<Entity, Readonly<Record<string, (row: Row) => unknown>>>>;

function readColumn(column: string): (row: Row) => unknown {
  return (row) => row[column];
}
