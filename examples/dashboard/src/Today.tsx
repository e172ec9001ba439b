import { graphql, useLazyLoadQuery } from 'react-relay';
import type { sums_account$key } from './__generated__/sums_account.graphql.ts';
import type { TodayQuery } from './__generated__/TodayQuery.graphql.ts';
import { BarChart } from './BarChart.tsx';
import type { Bar } from './Columns.tsx';
import { useSums } from './sums.ts';
import { writtenShort } from './written.ts';

interface Props {
  readonly accountId: string;
  /** The time zone of the account, in which its day begins. */
  readonly timezone: string;
  readonly fetchKey: number;
}

/** The spend and impressions of an account in each hour of today, in its time zone. */
export const Today = ({ accountId, timezone, fetchKey }: Props) => {
  const { account } = useLazyLoadQuery<TodayQuery>(
    graphql`
      query TodayQuery($accountId: ID!) {
        account(id: $accountId) {
          ...sums_account @arguments(range: { lastDays: 1 }, byHour: true)
        }
      }
    `,
    { accountId },
    { fetchKey },
  );
  return account && <Hours account={account} whenOf={createClock(timezone)} />;
};

const msOfHour = 3_600_000;

/** True if the hour that begins at `start` is not over. */
const isUnfinished = (start: string): boolean => Date.parse(start) + msOfHour > Date.now();

const isToCome = (start: string): boolean => Date.parse(start) > Date.now();

/** The figure of an hour that has not begun: the API reports 0. */
const toCome = { value: null, written: '–' } as const;

interface HoursProps {
  readonly account: sums_account$key;
  readonly whenOf: (time: string) => string;
}

const Hours = ({ account, whenOf }: HoursProps) => {
  const { times, writeTick } = useSums(account, isUnfinished);
  const barsOf = (name: 'spend' | 'impressions'): readonly Bar[] =>
    times.map((one) => ({ ...one, ...(isToCome(one.time) ? toCome : one[name]) }));
  return (
    <>
      <BarChart name="Spend" by="hour" bars={barsOf('spend')} {...{ whenOf, writeTick }} />
      <BarChart
        name="Impressions"
        by="hour"
        bars={barsOf('impressions')}
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
