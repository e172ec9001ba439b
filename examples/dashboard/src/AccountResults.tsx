import { useContext } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { AccountResults_account$key } from './__generated__/AccountResults_account.graphql.ts';
import { BarChart } from './BarChart.tsx';
import { CurrentDay } from './current-day.ts';
import { useSums } from './sums.ts';
import { writtenDay, writtenRate } from './written.ts';

/** The results of the whole account. */
export const AccountResults = ({ account }: { readonly account: AccountResults_account$key }) => {
  const payers = useFragment(
    graphql`
      fragment AccountResults_account on Account {
        ...sums_account @arguments(range: $range)
      }
    `,
    account,
  );
  const today = useContext(CurrentDay);
  const { total, times, writeTick } = useSums(payers, (day) => day === today);
  const isUnfinished = times.some((time) => time.isUnfinished);
  const { spend, impressions, engagements } = total;
  const rate = impressions.value ? (engagements.value ?? 0) / impressions.value : null;
  const figures = [
    ['Spend', spend.written, spend.exact],
    ['Impressions', impressions.written],
    ['Engagements', engagements.written],
    ['Engagement rate', writtenRate(rate)],
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
      <BarChart
        name="Spend"
        by="day"
        bars={times.map((time) => ({ ...time, ...time.spend }))}
        whenOf={writtenDay}
        writeTick={writeTick}
      />
      <p className="quiet about">
        {isUnfinished && 'Today’s figures and all totals are still growing. '}
        The API counts clicks per campaign, not per account. A dash means no data, not 0. Spend can
        still change for a few days.
      </p>
    </>
  );
};
