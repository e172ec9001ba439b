import { graphql, useLazyLoadQuery } from 'react-relay';
import type { TodayQuery, TodayQuery$data } from './__generated__/TodayQuery.graphql.ts';
import { BarChart } from './BarChart.tsx';
import { useSpend } from './spend.ts';
import { writtenCount, writtenShort } from './written.ts';

interface Props {
  readonly accountId: string;
  readonly fetchKey: number;
}

/** The spend and impressions of an account in each hour of today, in its time zone. */
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
          ...spend_account @arguments(range: { lastDays: 1 }, byHour: true)
        }
      }
    `,
    { accountId },
    { fetchKey },
  );
  return account && <Hours account={account} />;
};

const msOfHour = 3_600_000;

/** True if the hour that begins at `start` is not over. */
const isUnfinished = (start: string): boolean => Date.parse(start) + msOfHour > Date.now();

const Hours = ({ account }: { readonly account: NonNullable<TodayQuery$data['account']> }) => {
  const { bars, writeTick } = useSpend(account, isUnfinished);
  const impressions = account.stats?.hours.map(({ start, metrics }) => ({
    time: start,
    value: metrics.impressions == null ? null : Number(metrics.impressions),
    written: writtenCount(metrics.impressions),
    isUnfinished: isUnfinished(start),
  }));
  const whenOf = createClock(account.timezone ?? 'UTC');
  return (
    <>
      <BarChart name="Spend" by="hour" {...{ bars, whenOf, writeTick }} />
      <BarChart
        name="Impressions"
        by="hour"
        bars={impressions ?? []}
        whenOf={whenOf}
        writeTick={writtenShort}
      />
    </>
  );
};

/** Writes the hour of a time in a time zone, such as 09:00. */
const createClock = (timeZone: string): ((time: string) => string) => {
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'short', hourCycle: 'h23' });
  return (time) => clock.format(new Date(time));
};
