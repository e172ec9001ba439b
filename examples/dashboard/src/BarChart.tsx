/** The figure of a day or an hour, and how it is written; null where there is none. */
interface Bar {
  readonly key: string;
  /** The day or the hour. */
  readonly when: string;
  readonly value: number | null;
  readonly written: string;
}

interface Props {
  readonly name: string;
  readonly by: 'day' | 'hour';
  readonly bars: readonly Bar[];
}

const height = 96;
const step = 20;
const gap = 4;

/** Bars, and the same figures as a table. What has no figure has no bar. */
export const BarChart = ({ name, by, bars }: Props) => {
  const most = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const highest = bars.find(({ value }) => value === most);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const preposition = by === 'day' ? 'on' : 'at';
  const said = highest ? `most ${preposition} ${highest.when}: ${highest.written}` : 'none';
  return (
    <figure>
      <svg
        role="img"
        aria-label={`${name} by ${by}, ${said}`}
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ key, when, value, written }, at) => (
          <g key={key}>
            <title>{`${when}: ${written}`}</title>
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
      <figcaption className="quiet">
        <span>{first.when}</span>
        <span>
          {name} by {by}, {said}
        </span>
        <span>{last.when}</span>
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
            {bars.map(({ key, when, written }) => (
              <tr key={key}>
                <th scope="row">{when}</th>
                <td>{written}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};
