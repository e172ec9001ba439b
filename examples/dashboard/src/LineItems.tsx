import { graphql, useLazyLoadQuery } from 'react-relay';
import type { LineItemsQuery } from './__generated__/LineItemsQuery.graphql.ts';
import { Amount } from './Amount.tsx';
import { Status } from './Status.tsx';

interface Props {
  readonly campaignId: string;
  readonly fetchKey: number;
}

/** The first fifty line items of a campaign, read when they are shown. */
export const LineItems = ({ campaignId, fetchKey }: Props) => {
  const { node } = useLazyLoadQuery<LineItemsQuery>(
    graphql`
      query LineItemsQuery($campaignId: ID!) {
        node(id: $campaignId) {
          ... on Campaign {
            lineItems(first: 50) {
              edges {
                node {
                  id
                  name
                  objective
                  entityStatus
                  bid {
                    ...Amount_money
                  }
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
  const edges = node?.lineItems?.edges ?? [];
  if (edges.length === 0) return <p className="quiet">No line items.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Line item</th>
          <th scope="col">Objective</th>
          <th scope="col">Status</th>
          <th scope="col">Bid</th>
        </tr>
      </thead>
      <tbody>
        {edges.map(({ node: { id, name, objective, entityStatus, bid } }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{objective}</td>
            <td>
              <Status value={entityStatus} />
            </td>
            <td>
              <Amount money={bid} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
