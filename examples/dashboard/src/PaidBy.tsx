import type { ComponentProps } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { PaidBy_account$key } from './__generated__/PaidBy_account.graphql.ts';
import { Field } from './Field.tsx';

interface Props extends Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'faults'> {
  readonly account: PaidBy_account$key | null | undefined;
}

/** A choice of the funding instrument that pays for a campaign. */
export const PaidBy = ({ account, ...field }: Props) => {
  const data = useFragment(
    graphql`
      fragment PaidBy_account on Account {
        fundingInstruments(first: 200) {
          edges {
            node {
              id
              description
              currency
            }
          }
        }
      }
    `,
    account,
  );
  return (
    <Field label="Paid by" {...field}>
      {(attributes) => (
        <select {...attributes}>
          <option value="">Choose …</option>
          {data?.fundingInstruments?.edges.map(({ node }) => (
            <option key={node.id} value={node.id}>
              {node.description} ({node.currency})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};
