import { startTransition } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { lineItems_campaign$key } from '../built/relay/lineItems_campaign.graphql.ts';
import type { lineItemsPageQuery } from '../built/relay/lineItemsPageQuery.graphql.ts';

/** The line items of a campaign, which are requested only when somebody wants to see them. */
export const LineItems = ({ campaign }: { readonly campaign: lineItems_campaign$key }) => {
  const { data, hasNext, loadNext, refetch } = usePaginationFragment<
    lineItemsPageQuery,
    lineItems_campaign$key
  >(
    graphql`
      fragment lineItems_campaign on Campaign
      @refetchable(queryName: "lineItemsPageQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 0 }, after: { type: "String" }) {
        lineItems(first: $first, after: $after) @connection(key: "lineItems_lineItems") {
          edges {
            node {
              id
              name
            }
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    campaign,
  );
  // Relay continues only from a cursor, and an empty page has none.
  const show = () => (hasNext ? loadNext(2) : startTransition(() => void refetch({ first: 2 })));
  return (
    <>
      {data.lineItems?.edges.map(({ node }) => (
        <s key={node.id}>{node.name}</s>
      ))}
      {data.lineItems?.pageInfo.hasNextPage && (
        <button type="button" onClick={show}>
          Line items
        </button>
      )}
    </>
  );
};
