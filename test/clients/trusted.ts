import type { DocumentNode } from '@apollo/client';
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { filter, firstValueFrom } from 'rxjs';
import { typePolicies } from './built/documented/type-policies.ts';
import { graphql } from './built/preset/gql.ts';
import { accountId } from './shared.ts';

const document = graphql(`
  query TrustedCampaigns($accountId: ID!) {
    account(id: $accountId) {
      id
      campaigns(first: 5, orderBy: { field: CREATED_AT, direction: DESC }) {
        edges {
          node {
            id
            name
            dailyBudget {
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

interface Hashed extends DocumentNode {
  /** The metadata that the client preset writes into a document. */
  readonly __meta__?: { readonly hash: string };
}

const cache = new InMemoryCache({ typePolicies });
const client = new ApolloClient({
  link: ApolloLink.from([
    new PersistedQueryLink({ generateHash: ({ __meta__ }: Hashed) => __meta__?.hash ?? '' }),
    new HttpLink({ uri: globalThis.gateway }),
  ]),
  cache,
});

globalThis.steps = {
  /** The list as those see it who watch it, by its hash alone. */
  names: async () => {
    const list = client.watchQuery({ query: document, variables: { accountId } });
    const { data } = await firstValueFrom(list.pipe(filter(({ loading }) => !loading)));
    return (data?.account?.campaigns?.edges ?? []).map((edge) => edge?.node?.name);
  },
  /** The number of campaigns that the cache has by id. */
  known: () => Object.keys(cache.extract()).filter((name) => name.startsWith('Campaign:')).length,
};
