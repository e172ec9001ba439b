import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { Defer20220824Handler } from '@apollo/client/incremental';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { filter, firstValueFrom } from 'rxjs';
import { failuresOf, partial } from './built/documented/partial.ts';
import { typePolicies } from './built/documented/type-policies.ts';
import { graphql } from './built/preset/gql.ts';
import type { ApolloCampaignsQuery, ApolloFilteredQueryVariables } from './built/preset/graphql.ts';
import { accountId, newCampaign } from './shared.ts';

const sha256 = async (text: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(hash).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '');
};

const createClient = () =>
  new ApolloClient({
    link: ApolloLink.from([
      new PersistedQueryLink({ sha256 }),
      new HttpLink({ uri: globalThis.gateway }),
    ]),
    incrementalHandler: new Defer20220824Handler(),
    cache: new InMemoryCache({ typePolicies }),
  });

const listDocument = graphql(`
  query ApolloCampaigns($accountId: ID!, $after: String) {
    account(id: $accountId) {
      id
      campaigns(first: 5, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        edges {
          cursor
          node {
            id
            name
            entityStatus
          }
        }
        pageInfo {
          startCursor
          endCursor
          hasNextPage
          hasPreviousPage
        }
      }
    }
  }
`);

const filteredDocument = graphql(`
  query ApolloFiltered(
    $accountId: ID!
    $campaignIds: [ID!]
    $fundingInstrumentIds: [ID!]
    $withDraft: Boolean
    $withDeleted: Boolean
    $q: String
    $orderBy: CampaignOrder
  ) {
    account(id: $accountId) {
      id
      campaigns(
        first: 100
        campaignIds: $campaignIds
        fundingInstrumentIds: $fundingInstrumentIds
        withDraft: $withDraft
        withDeleted: $withDeleted
        q: $q
        orderBy: $orderBy
      ) {
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
    }
  }
`);

const nodesDocument = graphql(`
  query ApolloNodes($accountId: ID!, $after: String) {
    account(id: $accountId) {
      id
      campaigns(first: 5, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        nodes {
          id
          name
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation ApolloCreate($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      outcome
      campaignEdge {
        cursor
        node {
          id
          name
          entityStatus
        }
      }
    }
  }
`);

const pauseDocument = graphql(`
  mutation ApolloPause($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      outcome
      campaign {
        id
        entityStatus
      }
    }
  }
`);

const partialDocument = graphql(`
  query ApolloPartial($accountId: ID!) {
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

const laterDocument = graphql(`
  query ApolloLater($accountId: ID!) {
    account(id: $accountId) {
      id
      name
      ... @defer(label: "items") {
        lineItems(first: 2) {
          nodes {
            id
            name
          }
        }
      }
    }
  }
`);

const client = createClient();
const list = client.watchQuery({ query: listDocument, variables: { accountId } });

let watched: ApolloCampaignsQuery | undefined;
list.subscribe(({ data, dataState }) => {
  if (dataState === 'complete') watched = data;
});

const filters: readonly Omit<ApolloFilteredQueryVariables, 'accountId'>[] = [
  {},
  { campaignIds: ['cik3s001'] },
  { campaignIds: ['cik3s002', 'cik3s003'] },
  { fundingInstrumentIds: ['fik3s001'] },
  { withDraft: true },
  { withDeleted: true },
  { withDeleted: true, withDraft: true },
  { q: 'Winter' },
  { orderBy: { field: 'CREATED_AT', direction: 'DESC' } },
];

const namesOf = async (
  asking: ApolloClient,
  filter: (typeof filters)[number],
  fetchPolicy: 'network-only' | 'cache-only',
) => {
  const variables = { accountId, ...filter };
  const { data } = await asking.query({ query: filteredDocument, variables, fetchPolicy });
  return (data?.account?.campaigns?.edges ?? []).map(({ node }) => node.name);
};

/** The texts of the page about the account, without repetitions. */
const told: string[] = [];
const tell = (text: string): void => {
  if (told.at(-1) === text) return;
  told.push(text);
  document.body.textContent = text;
};

globalThis.steps = {
  /** Shows the account's name, and its line items once they are there. */
  openLater: () => {
    client
      .watchQuery({ query: laterDocument, variables: { accountId } })
      .subscribe(({ data, dataState }) => {
        const account = data?.account;
        if (account?.name == null) return;
        const items = account.lineItems?.nodes?.map((item) => item?.name).join(', ');
        tell(`${dataState}: ${account.name} (${items ?? 'wait for its line items'})`);
      });
  },
  told: () => told,
  /** An account of which one list fails, as the documentation asks for it, and by default. */
  partial: async () => {
    const asked = { query: partialDocument, variables: { accountId } };
    const { data, error } = await client.query({ ...asked, ...partial });
    const fetchPolicy = 'network-only';
    const again = await client.query({ ...asked, ...partial, fetchPolicy });
    const usual = await createClient()
      .query(asked)
      .then(
        (result) => result.data?.account?.name ?? 'no data',
        () => 'no data',
      );
    return {
      name: data?.account?.name,
      failures: failuresOf(error),
      again: again.data?.account?.fundingInstruments?.nodes.length,
      usual,
    };
  },
  /** The list as those see it who watch it. */
  shown: () =>
    (watched?.account?.campaigns?.edges ?? []).map(({ node: { name, entityStatus } }) => ({
      name,
      status: entityStatus,
    })),
  open: () => firstValueFrom(list.pipe(filter(({ loading }) => !loading))),
  more: () => {
    const after = watched?.account?.campaigns?.pageInfo.endCursor ?? null;
    return list.fetchMore({ variables: { after } });
  },
  create: () =>
    client.mutate({
      mutation: createDocument,
      variables: { input: newCampaign('By Apollo') },
      update: (cache, { data }) => {
        const edge = data?.createCampaign?.campaignEdge;
        if (edge == null) return;
        cache.updateQuery({ query: listDocument, variables: { accountId } }, (known) => {
          const campaigns = known?.account?.campaigns;
          if (known?.account == null || campaigns == null) return undefined;
          const edges = [edge, ...campaigns.edges];
          return { ...known, account: { ...known.account, campaigns: { ...campaigns, edges } } };
        });
      },
    }),
  /** The names of a list filtered in several ways: all asked for, then all from the cache. */
  filtered: async () => {
    const other = createClient();
    const asked: (readonly unknown[])[] = [];
    for (const filter of filters) asked.push(await namesOf(other, filter, 'network-only'));
    const kept = await Promise.all(filters.map((filter) => namesOf(other, filter, 'cache-only')));
    return { asked, kept };
  },
  /** Shows a list of nodes alone, and asks for another page. */
  openNodes: async () => {
    const nodes = createClient().watchQuery({ query: nodesDocument, variables: { accountId } });
    const shown = () => nodes.getCurrentResult().data?.account?.campaigns;
    nodes.subscribe(() => tell((shown()?.nodes ?? []).map((row) => row?.name).join('; ')));
    await firstValueFrom(nodes.pipe(filter(({ loading }) => !loading)));
    const after = shown()?.pageInfo?.endCursor ?? null;
    await nodes.fetchMore({ variables: { after } });
  },
  pauseFirst: () => {
    const campaignId = watched?.account?.campaigns?.edges[0]?.node.id ?? '';
    const input = { accountId, campaignId, entityStatus: 'PAUSED' as const };
    return client.mutate({ mutation: pauseDocument, variables: { input } });
  },
  askAgainAsSomebodyNew: async () => {
    const { data } = await createClient().query({ query: listDocument, variables: { accountId } });
    return data?.account?.campaigns?.edges.length;
  },
};
