import { graphql, useFragment } from 'react-relay';
import type { AccountResults_account$key } from './__generated__/AccountResults_account.graphql.ts';
import { BarChart } from './BarChart.tsx';
import { useSpend } from './spend.ts';
import { writtenCount, writtenRate } from './written.ts';

/** The results of the whole account. The API counts no clicks for it. */
export const AccountResults = ({ account }: { readonly account: AccountResults_account$key }) => {
  const { stats, ...payers } = useFragment(
    graphql`
      fragment AccountResults_account on Account {
        stats(range: $range) {
          total {
            impressions
            engagements
            engagementRate
          }
        }
        ...spend_account @arguments(range: $range)
      }
    `,
    account,
  );
  const { total, bars } = useSpend(payers);
  const figures = [
    ['Spend', total.written],
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
      <BarChart name="Spend" by="day" bars={bars} />
    </>
  );
};
