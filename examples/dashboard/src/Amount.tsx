import { graphql, useFragment } from 'react-relay';
import type { Amount_money$key } from './__generated__/Amount_money.graphql.ts';
import { Money } from './Money.tsx';

/** An amount of money, exact under the pointer, or a dash where there is none. */
export const Amount = ({ money }: { readonly money: Amount_money$key | null | undefined }) => {
  const value = useFragment(
    graphql`
      fragment Amount_money on Money {
        amount
        currency
      }
    `,
    money ?? null,
  );
  if (!value) return <span className="amount">–</span>;
  return <Money {...value} />;
};
