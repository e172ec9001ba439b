import { graphql, useFragment } from 'react-relay';
import type { Amount_money$key } from './__generated__/Amount_money.graphql.ts';

const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** A decimal text in its currency, with all its digits: it never becomes a floating-point number. */
const written = (amount: string, currency: string | null | undefined): string => {
  if (!isNumeric(amount)) return amount;
  const style = currency ? ({ style: 'currency', currency } as const) : {};
  const digits = { maximumFractionDigits: 6, trailingZeroDisplay: 'stripIfInteger' } as const;
  return new Intl.NumberFormat('en', { ...style, ...digits }).format(amount);
};

/** An amount of money, or a dash where there is none. */
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
  return <span className="amount">{value ? written(value.amount, value.currency) : '–'}</span>;
};
