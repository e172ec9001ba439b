import { graphql, useFragment } from 'react-relay';
import type {
  spend_account$data,
  spend_account$key,
} from './__generated__/spend_account.graphql.ts';
import { amountOf, sumOfMicros } from './micros.ts';
import { writtenMoney, writtenShort } from './written.ts';

type Payers = NonNullable<spend_account$data['fundingInstruments']>;
type PayerStats = NonNullable<Payers['edges'][number]['node']['stats']>;

/**
 * The spend of an account in total, and in each day or hour. The API reports it for funding
 * instruments, not for accounts. A sum is null if a part is missing or the currencies differ.
 * `isUnfinished` says which times are not over.
 */
export const useSpend = (account: spend_account$key, isUnfinished: (time: string) => boolean) => {
  const { fundingInstruments } = useFragment(
    graphql`
      fragment spend_account on Account
      @argumentDefinitions(
        range: { type: "StatsRange!" }
        byHour: { type: "Boolean!", defaultValue: false }
      ) {
        fundingInstruments(first: 20, withDeleted: true) {
          pageInfo {
            hasNextPage
          }
          edges {
            node {
              currency
              stats(range: $range) {
                total @skip(if: $byHour) {
                  billedChargeLocalMicro
                }
                days @skip(if: $byHour) {
                  date
                  metrics {
                    billedChargeLocalMicro
                  }
                }
                hours @include(if: $byHour) {
                  start
                  metrics {
                    billedChargeLocalMicro
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
  const { sumOf, writeTick } = summed(fundingInstruments);
  const [first] = fundingInstruments?.edges ?? [];
  const times = timesOf(first?.node.stats);
  return {
    total: sumOf(({ total }) => total?.billedChargeLocalMicro),
    writeTick,
    bars: times.map(({ time }, at) => ({
      time,
      isUnfinished: isUnfinished(time),
      ...sumOf((stats) => timesOf(stats)[at]?.micros),
    })),
  };
};

const timesOf = (stats: PayerStats | null | undefined) => [
  ...(stats?.days ?? []).map(({ date, metrics }) => ({
    time: date,
    micros: metrics.billedChargeLocalMicro,
  })),
  ...(stats?.hours ?? []).map(({ start, metrics }) => ({
    time: start,
    micros: metrics.billedChargeLocalMicro,
  })),
];

/** The sums of figures over all funding instruments. */
const summed = (payers: Payers | null | undefined) => {
  const all = payers?.edges.map(({ node }) => node) ?? [];
  const [currency, ...others] = new Set(all.map((payer) => payer.currency));
  const isWhole = payers?.pageInfo.hasNextPage === false && others.length === 0;
  return {
    sumOf: (figureOf: (stats: PayerStats) => string | null | undefined) => {
      const micros = isWhole ? sumOfMicros(all.map(({ stats }) => stats && figureOf(stats))) : null;
      return {
        value: micros === null ? null : Number(micros) / 1e6,
        written: micros === null ? '–' : writtenMoney(amountOf(micros), currency),
        exact: micros === null ? undefined : `${micros} micros`,
      };
    },
    writeTick: (amount: number): string => writtenShort(amount, currency),
  };
};
