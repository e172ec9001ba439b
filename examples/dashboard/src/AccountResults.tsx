import { useContext } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { AccountResults_account$key } from './__generated__/AccountResults_account.graphql.ts';
import { BarChart } from './BarChart.tsx';
import { CurrentDay } from './current-day.ts';
import { useSpend } from './spend.ts';
import { writtenCount, writtenDay, writtenRate } from './written.ts';

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
  const today = useContext(CurrentDay);
  const { total, bars, writeTick } = useSpend(payers, (day) => day === today);
  const isUnfinished = bars.some((bar) => bar.isUnfinished);
  const figures = [
    ['Spend', total.written, total.exact],
    ['Impressions', writtenCount(stats?.total.impressions)],
    ['Engagements', writtenCount(stats?.total.engagements)],
    ['Engagement rate', writtenRate(stats?.total.engagementRate)],
  ] as const;
  return (
    <>
      <dl className="sums" aria-label="The whole account">
        {figures.map(([name, figure, exact]) => (
          <div key={name}>
            <dt>
              {name}
              {isUnfinished && ' so far'}
            </dt>
            <dd className="amount" title={exact}>
              {figure}
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        {isUnfinished && 'Today’s figures and all totals still grow. '}
        Clicks are counted for campaigns, not for whole accounts. A dash means no data, not 0. Spend
        may still change for some days.
      </p>
      <BarChart name="Spend" by="day" {...{ bars, writeTick }} whenOf={writtenDay} />
    </>
  );
};
