import { createClient } from 'ads-graph/client';
import { client as plainClient } from './built/documented/apollo.ts';
import { apollo as apolloClient } from './built/documented/link.ts';
import { failuresOf } from './built/documented/partial.ts';
import { client as urqlClient } from './built/documented/urql.ts';
import { graphql } from './built/preset/gql.ts';
import { accountId, newCampaign } from './shared.ts';
import { daysDocument } from './tada-documents.ts';

const listDocument = graphql(`
  query DocumentedList($accountId: ID!) {
    account(id: $accountId) {
      id
      name
      campaigns(first: 2) {
        edges {
          node {
            id
            name
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
      fundingInstruments(first: 2) {
        nodes {
          id
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation DocumentedCreate($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      outcome
      campaign {
        id
        name
      }
      errors {
        message
        argument
      }
    }
  }
`);

const listing = { query: listDocument, variables: { accountId } };
const policy = { errorPolicy: 'all' } as const;

globalThis.steps = {
  plain: async () => (await plainClient.query(listing)).data?.account?.name,
  urql: async () => {
    const { data } = await urqlClient.query(listDocument, { accountId }).toPromise();
    return data?.account?.name;
  },
  tada: async () => {
    const client = createClient({ url: globalThis.gateway });
    const { account } = await client.query(daysDocument, { accountId });
    const [campaign] = account?.campaigns?.nodes ?? [];
    const micros: string | undefined = campaign?.dailyBudget?.micros;
    const days: readonly string[] | undefined = campaign?.stats?.days.map(({ date }) => date);
    return [campaign?.name, micros, days?.length];
  },
  /** The data that could be read, and the errors. */
  read: async () => {
    const { data, error } = await apolloClient.query({ ...listing, ...policy });
    return { name: data?.account?.name, failures: failuresOf(error) };
  },
  /** The outcome of a creation, and its name. */
  create: async () => {
    const variables = { input: newCampaign('By a link') };
    const { data } = await apolloClient.mutate({ mutation: createDocument, variables, ...policy });
    return [data?.createCampaign?.outcome, data?.createCampaign?.campaign?.name];
  },
  /** The message of a creation that ends in an error without data. */
  refused: async () => {
    const variables = { input: newCampaign('By a link') };
    const { error } = await apolloClient.mutate({ mutation: createDocument, variables, ...policy });
    return error !== undefined && 'outcome' in error ? error.outcome : 'no outcome';
  },
};
