import { useContext } from 'react';
import { CurrentDay } from './current-day.ts';
import type { Figures } from './figures.ts';
import { amountOf } from './micros.ts';
import { writtenDay, writtenMoney } from './written.ts';

interface Props {
  readonly days: NonNullable<Figures>['days'];
  readonly currency: string | null | undefined;
}

const height = 20;
const step = 3;

/** The spend of each day as small bars; that of today is drawn as unfinished. */
export const Sparkline = ({ days, currency }: Props) => {
  const today = useContext(CurrentDay);
  const spent = days.map(({ date, metrics: { billedChargeLocalMicro: micros } }) => ({
    date,
    micros: micros ?? '0',
    value: Number(micros ?? 0),
  }));
  const most = Math.max(...spent.map(({ value }) => value));
  const highest = spent.find(({ value }) => value === most);
  if (highest === undefined || most === 0) return null;
  const said = writtenMoney(amountOf(highest.micros), currency);
  const isUnfinished = spent.at(-1)?.date === today;
  const label = `Spend by day, peak on ${writtenDay(highest.date)}: ${said}${
    isUnfinished ? '. Today so far.' : ''
  }`;
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${spent.length * step} ${height}`}
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      {spent.map(({ date, value }, at) => {
        const tall = value === 0 ? 0.5 : Math.max(1, (value / most) * height);
        return (
          <rect
            key={date}
            className={date === today ? 'column unfinished' : 'column'}
            {...{ x: at * step, y: height - tall, width: step - 0.75, height: tall }}
          />
        );
      })}
    </svg>
  );
};
