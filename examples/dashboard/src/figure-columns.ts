import { microsOf } from './micros.ts';
import type { Figure } from './order.ts';

/** The results by which campaigns are ordered; null where one is not known. */
type Results =
  | {
      readonly total: {
        readonly billedChargeLocalMicro: string | null | undefined;
        readonly impressions: string | null | undefined;
        readonly clicks: string | null | undefined;
        readonly clickRate: number | null | undefined;
        readonly costPerClick: { readonly amount: string } | null | undefined;
      };
    }
  | null
  | undefined;

// Counts and money are compared with every digit.
const countOf = (count: string | null | undefined): Figure =>
  count == null ? null : BigInt(count);

/** The columns by which campaigns are ordered, and the figure that each compares. */
export const figureColumns = {
  Spend: (stats) => countOf(stats?.total.billedChargeLocalMicro),
  Impressions: (stats) => countOf(stats?.total.impressions),
  Clicks: (stats) => countOf(stats?.total.clicks),
  'Click rate': (stats) => stats?.total.clickRate ?? null,
  'Cost per click': (stats) => countOf(microsOf(stats?.total.costPerClick?.amount ?? '')),
} as const satisfies Record<string, (stats: Results) => Figure>;
