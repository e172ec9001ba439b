import { graphql, useLazyLoadQuery } from 'react-relay';
import type { LineItemsQuery } from './__generated__/LineItemsQuery.graphql.ts';
import { Boundary } from './Boundary.tsx';
import { CreateLineItem } from './CreateLineItem.tsx';
import { LineItemRow } from './LineItemRow.tsx';
import { Unread } from './Unread.tsx';

interface Props {
  readonly accountId: string;
  readonly campaignId: string;
}

/** The first fifty line items of a campaign, read when they are shown. */
export const LineItems = (props: Props) => (
  <Boundary of="line items">{(attempt) => <List {...props} fetchKey={attempt} />}</Boundary>
);

interface ListProps extends Props {
  readonly fetchKey: number;
}

const List = ({ accountId, campaignId, fetchKey }: ListProps) => {
  const { node } = useLazyLoadQuery<LineItemsQuery>(
    graphql`
      query LineItemsQuery($campaignId: ID!) {
        node(id: $campaignId) {
          ... on Campaign {
            lineItems(first: 50) @connection(key: "LineItems_lineItems") {
              __id
              edges {
                node {
                  id
                  ...LineItemRow_lineItem
                }
              }
            }
          }
        }
      }
    `,
    { campaignId },
    { fetchKey },
  );
  const lineItems = node?.lineItems;
  if (!lineItems) return <p className="quiet">This campaign has no line items yet.</p>;
  const { __id: connection, edges } = lineItems;
  return (
    <>
      <Unread queries={['LineItemsQuery']} />
      <CreateLineItem accountId={accountId} campaignId={campaignId} connection={connection} />
      {edges.length === 0 ? (
        <p className="quiet">This campaign has no line items yet.</p>
      ) : (
        <Table edges={edges} />
      )}
    </>
  );
};

type Edges = NonNullable<NonNullable<LineItemsQuery['response']['node']>['lineItems']>['edges'];

const Table = ({ edges }: { readonly edges: Edges }) => (
  <table aria-label="Line items">
    <thead>
      <tr>
        <th scope="col">Line item</th>
        <th scope="col">Objective</th>
        <th scope="col">Status</th>
        <th scope="col" className="figure">
          Bid
        </th>
        <th scope="col" className="figure">
          Total budget
        </th>
        <th scope="col">
          <span className="unseen">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {edges.map(({ node }) => (
        <LineItemRow key={node.id} lineItem={node} />
      ))}
    </tbody>
  </table>
);
