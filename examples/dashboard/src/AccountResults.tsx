import { graphql, useFragment } from 'react-relay';
import type { AccountResults_account$key } from './__generated__/AccountResults_account.graphql.ts';
import { BarChart } from './BarChart.tsx';
import { createSpend } from './spend.ts';
import { writtenCount, writtenRate } from './written.ts';

/**
 * The results of the whole account. The API tells what was spent by funding instruments and not by
 * accounts, and counts no clicks for either.
 */
export const AccountResults = ({ account }: { readonly account: AccountResults_account$key }) => {
  const { stats, fundingInstruments } = useFragment(
    graphql`
      fragment AccountResults_account on Account {
        stats(range: $range) {
          total {
            impressions
            engagements
            engagementRate
          }
        }
        fundingInstruments(first: 20, withDeleted: true) {
          pageInfo {
            hasNextPage
          }
          edges {
            node {
              currency
              stats(range: $range) {
                total {
                  billedChargeLocalMicro
                }
                days {
                  date
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
  const payers = fundingInstruments?.edges.map(({ node }) => node) ?? [];
  const spendOf = createSpend(fundingInstruments);
  const spend = spendOf(payers.map(({ stats }) => stats?.total.billedChargeLocalMicro));
  const bars = payers[0]?.stats?.days.map(({ date }, at) => ({
    key: date,
    when: date,
    ...spendOf(payers.map(({ stats }) => stats?.days[at]?.metrics.billedChargeLocalMicro)),
  }));
  const figures = [
    ['Spend', spend.written],
    ['Impressions', writtenCount(stats?.total.impressions)],
    ['Engagements', writtenCount(stats?.total.engagements)],
    ['Engagement rate', writtenRate(stats?.total.engagementRate)],
  ] as const;
  return (
    <>
      <dl className="sums" aria-label="The whole account">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="amount">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">The API counts no clicks for a whole account, only for campaigns.</p>
      {bars && <BarChart name="Spend" by="day" bars={bars} />}
    </>
  );
};
