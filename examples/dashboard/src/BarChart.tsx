import type { ReactNode } from 'react';
import type { Bar } from './Columns.tsx';
import { Columns, readOut } from './Columns.tsx';

interface Props {
  readonly name: string;
  readonly by: 'day' | 'hour';
  readonly bars: readonly Bar[];
  /** Writes a time for people. */
  readonly whenOf: (time: string) => string;
  /** Writes a figure of the axis. */
  readonly writeTick: (figure: number) => string;
}

/** Bars with axes, and the same figures as a table. A time without a figure has no bar. */
export const BarChart = ({ name, by, bars, whenOf, writeTick }: Props) => {
  const most = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const highest = most > 0 ? bars.find(({ value }) => value === most) : undefined;
  const preposition = by === 'day' ? 'on' : 'at';
  const said = highest
    ? `peak ${preposition} ${whenOf(highest.time)}: ${highest.written}`
    : nothing[by];
  const isUnfinished = highest !== undefined && bars.some((bar) => bar.isUnfinished);
  const unfinished = isUnfinished ? unfinishedSaid[by] : '';
  if (bars.length === 0) return null;
  const title = by === 'day' ? `${name} by day` : `${name} by hour, today`;
  return (
    <figure>
      <figcaption>
        <strong>{title}</strong>
        <span className="quiet">{said}</span>
        {unfinished && <span className="quiet key">{unfinished}</span>}
      </figcaption>
      <Columns
        label={`${title}, ${said}. ${unfinished}`.trim()}
        {...{ bars, most, whenOf, writeTick }}
      />
      <Table {...{ name, by, title }}>
        {bars.map((bar) => (
          <tr key={bar.time}>
            <th scope="row">{whenOf(bar.time)}</th>
            <td title={bar.exact}>{readOut(bar)}</td>
          </tr>
        ))}
      </Table>
    </figure>
  );
};

const nothing = { day: 'nothing in these days', hour: 'nothing yet' } as const;
const unfinishedSaid = { day: 'Today so far.', hour: 'This hour so far.' } as const;

interface TableProps extends Pick<Props, 'name' | 'by'> {
  readonly title: string;
  readonly children: ReactNode;
}

const Table = ({ name, by, title, children }: TableProps) => (
  <details>
    <summary>{title} as a table</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">{by === 'day' ? 'Day' : 'Hour'}</th>
          <th scope="col">{name}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </details>
);
