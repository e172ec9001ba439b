import { ClientError, GraphQLClient } from 'graphql-request';
import { graphql } from './built/preset/gql.ts';
import { accountId, newCampaign } from './shared.ts';

const client = new GraphQLClient(globalThis.gateway);

const namesDocument = graphql(`
  query RequestNames($accountId: ID!, $after: String) {
    account(id: $accountId) {
      campaigns(first: 5, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        nodes {
          name
          dailyBudget {
            micros
            currency
          }
        }
        pageInfo {
          endCursor
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation RequestCreate($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      outcome
      campaign {
        name
        entityStatus
      }
      errors {
        argument
        message
      }
    }
  }
`);

globalThis.steps = {
  // The types of variables and answers are those of the documents.
  twoPages: async () => {
    const first = await client.request(namesDocument, { accountId });
    const after = first.account?.campaigns?.pageInfo.endCursor ?? null;
    const second = await client.request(namesDocument, { accountId, after });
    const names = (page: typeof first) =>
      page.account?.campaigns?.nodes.map(({ name }) => name ?? null);
    return [names(first), names(second)];
  },
  create: async () =>
    (await client.request(createDocument, { input: newCampaign('By request') })).createCampaign,
  createWithoutName: async () =>
    (await client.request(createDocument, { input: newCampaign('') })).createCampaign,
  wrongCursor: async () => {
    try {
      await client.request(namesDocument, { accountId, after: 'nowhere' });
      return 'no error';
    } catch (error) {
      if (error instanceof ClientError) return error.response.errors?.[0]?.extensions['code'];
      throw error;
    }
  },
};
