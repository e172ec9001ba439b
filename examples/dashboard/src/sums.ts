import { graphql, useFragment } from 'react-relay';
import type { sums_account$data, sums_account$key } from './__generated__/sums_account.graphql.ts';
import { amountOf, sumOf } from './micros.ts';
import { writtenCount, writtenMoney, writtenShort } from './written.ts';

type Payer = NonNullable<sums_account$data['fundingInstruments']>['edges'][number]['node'];
type Metrics = NonNullable<NonNullable<Payer['stats']>['total']>;

/**
 * The results of an account in total, and in each day or hour: sums over its funding instruments,
 * because the API reports no spend of an account. A sum is null if a part is missing, and that of
 * the spend also if currencies differ. `isUnfinished` says which times are not over.
 */
export const useSums = (account: sums_account$key, isUnfinished: (time: string) => boolean) => {
  const { fundingInstruments } = useFragment(
    graphql`
      fragment sums_account on Account
      @argumentDefinitions(
        range: { type: "StatsRange!" }
        byHour: { type: "Boolean!", defaultValue: false }
      ) {
        fundingInstruments(first: 50, withDeleted: true) {
          pageInfo {
            hasNextPage
          }
          edges {
            node {
              currency
              stats(range: $range) {
                total @skip(if: $byHour) {
                  billedChargeLocalMicro
                  impressions
                  engagements
                }
                days @skip(if: $byHour) {
                  date
                  metrics {
                    billedChargeLocalMicro
                    impressions
                    engagements
                  }
                }
                hours @include(if: $byHour) {
                  start
                  metrics {
                    billedChargeLocalMicro
                    impressions
                    engagements
                  }
                }
              }
            }
          }
        }
      }
    `,
    account,
  );
  const payers = fundingInstruments?.edges.map(({ node }) => node) ?? [];
  const isWhole = fundingInstruments?.pageInfo.hasNextPage === false;
  const [currency, ...others] = new Set(payers.map((payer) => payer.currency));
  /** The results of each funding instrument in total, or at one of its times. */
  const figuresIn = (parts: readonly (Metrics | null | undefined)[]) => {
    const sum = (metric: keyof Metrics): string | null =>
      isWhole ? sumOf(parts.map((metrics) => metrics?.[metric])) : null;
    return {
      spend: moneyOf(others.length > 0 ? null : sum('billedChargeLocalMicro'), currency),
      impressions: countOf(sum('impressions')),
      engagements: countOf(sum('engagements')),
    };
  };
  const times = payers.map(({ stats }) => timesOf(stats));
  return {
    total: figuresIn(payers.map(({ stats }) => stats?.total)),
    times: (times[0] ?? []).map(({ time }, at) => ({
      time,
      isUnfinished: isUnfinished(time),
      ...figuresIn(times.map((all) => all[at]?.metrics)),
    })),
    writeTick: (amount: number): string => writtenShort(amount, currency),
  };
};

const timesOf = (stats: Payer['stats']) => [
  ...(stats?.days ?? []).map(({ date, metrics }) => ({ time: date, metrics })),
  ...(stats?.hours ?? []).map(({ start, metrics }) => ({ time: start, metrics })),
];

const moneyOf = (micros: string | null, currency: string | null | undefined) => ({
  value: micros === null ? null : Number(micros) / 1e6,
  written: micros === null ? '–' : writtenMoney(amountOf(micros), currency),
  exact: micros === null ? undefined : `${micros} micros`,
});

const countOf = (count: string | null) => ({
  value: count === null ? null : Number(count),
  written: writtenCount(count),
});
