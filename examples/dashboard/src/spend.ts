import { amountOf, sumOfMicros } from './micros.ts';
import { writtenMoney } from './written.ts';

interface Payers {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly edges: readonly { readonly node: { readonly currency?: string | null | undefined } }[];
}

/**
 * Adds up what funding instruments spent, in micros. The sum is null where it would lack a part or
 * add up two currencies.
 */
export const createSpend = (payers: Payers | null | undefined) => {
  const currencies = new Set(payers?.edges.map(({ node }) => node.currency));
  const isWhole = payers?.pageInfo.hasNextPage === false && currencies.size === 1;
  const [currency] = currencies;
  return (parts: readonly (string | null | undefined)[]) => {
    const micros = isWhole ? sumOfMicros(parts) : null;
    return {
      value: micros === null ? null : Number(micros),
      written: micros === null ? '–' : writtenMoney(amountOf(micros), currency),
    };
  };
};
