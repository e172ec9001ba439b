/** The figure of a day or an hour, and how it is written; null where there is none. */
interface Bar {
  /** The day or the hour, of which there is one bar. */
  readonly time: string;
  readonly value: number | null;
  readonly written: string;
}

interface Props {
  readonly name: string;
  readonly by: 'day' | 'hour';
  readonly bars: readonly Bar[];
  /** Writes a time for people; as it is unless given. */
  readonly whenOf?: (time: string) => string;
}

/** Bars, and the same figures as a table. What has no figure has no bar. */
export const BarChart = ({ name, by, bars, whenOf = (time) => time }: Props) => {
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const highest = bars.find(({ value }) => value === most);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const preposition = by === 'day' ? 'on' : 'at';
  const said = highest ? `most ${preposition} ${whenOf(highest.time)}: ${highest.written}` : 'none';
  return (
    <figure>
      <Columns label={`${name} by ${by}, ${said}`} {...{ bars, most, whenOf }} />
      <figcaption className="quiet">
        <span>{whenOf(first.time)}</span>
        <span>
          {name} by {by}, {said}
        </span>
        <span>{whenOf(last.time)}</span>
      </figcaption>
      <details>
        <summary>
          {name} by {by} as a table
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{by === 'day' ? 'Day' : 'Hour'}</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ time, written }) => (
              <tr key={time}>
                <th scope="row">{whenOf(time)}</th>
                <td>{written}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};

const height = 96;
const step = 20;
const gap = 4;

interface ColumnsProps extends Required<Pick<Props, 'bars' | 'whenOf'>> {
  readonly label: string;
  /** The highest figure. */
  readonly most: number;
}

const Columns = ({ label, bars, most, whenOf }: ColumnsProps) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${bars.length * step} ${height}`}
    preserveAspectRatio="none"
  >
    {bars.map(({ time, value, written }, at) => (
      <g key={time}>
        <title>{`${whenOf(time)}: ${written}`}</title>
        {/* The whole column shows the title, so that a low bar can be pointed at. */}
        <rect x={at * step} width={step} height={height} fill="transparent" />
        {value !== null && (
          <rect
            className="column"
            x={at * step + gap / 2}
            y={height - Math.max(1, (value / most) * height)}
            width={step - gap}
            height={Math.max(1, (value / most) * height)}
          />
        )}
      </g>
    ))}
  </svg>
);
