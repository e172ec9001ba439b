import { graphql, useLazyLoadQuery } from 'react-relay';
import type { TodayQuery } from './__generated__/TodayQuery.graphql.ts';
import { BarChart } from './BarChart.tsx';
import { createSpend } from './spend.ts';
import { writtenCount } from './written.ts';

interface Props {
  readonly accountId: string;
  readonly fetchKey: number;
}

/** What an account spent and showed in each hour of today, in its time zone. */
export const Today = ({ accountId, fetchKey }: Props) => {
  const { account } = useLazyLoadQuery<TodayQuery>(
    graphql`
      query TodayQuery($accountId: ID!) {
        account(id: $accountId) {
          timezone
          stats(range: { lastDays: 1 }) {
            hours {
              start
              metrics {
                impressions
              }
            }
          }
          fundingInstruments(first: 20, withDeleted: true) {
            pageInfo {
              hasNextPage
            }
            edges {
              node {
                currency
                stats(range: { lastDays: 1 }) {
                  hours {
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
      }
    `,
    { accountId },
    { fetchKey },
  );
  const whenOf = createClock(account?.timezone ?? 'UTC');
  const payers = account?.fundingInstruments?.edges.map(({ node }) => node) ?? [];
  const spendOf = createSpend(account?.fundingInstruments);
  const spend = payers[0]?.stats?.hours.map(({ start }, at) => ({
    key: start,
    when: whenOf(start),
    ...spendOf(payers.map(({ stats }) => stats?.hours[at]?.metrics.billedChargeLocalMicro)),
  }));
  const impressions = account?.stats?.hours.map(({ start, metrics }) => ({
    key: start,
    when: whenOf(start),
    value: metrics.impressions == null ? null : Number(metrics.impressions),
    written: writtenCount(metrics.impressions),
  }));
  return (
    <>
      {spend && <BarChart name="Spend" by="hour" bars={spend} />}
      {impressions && <BarChart name="Impressions" by="hour" bars={impressions} />}
    </>
  );
};

/** Writes the hour of a time in a time zone, such as 09:00. */
const createClock = (timeZone: string): ((time: string) => string) => {
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'short', hourCycle: 'h23' });
  return (time) => clock.format(new Date(time));
};
