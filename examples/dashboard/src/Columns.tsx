import { stepsTo, timesShown } from './ticks.ts';

/** The figure of a day or an hour, and its text; the value is null without a figure. */
export interface Bar {
  /** The day or the hour of the bar. */
  readonly time: string;
  readonly value: number | null;
  readonly written: string;
  /** The figure with all its digits, if the bar shows fewer. */
  readonly exact?: string | undefined;
  /** True if its figure still grows. */
  readonly isUnfinished: boolean;
}

/** The text of a bar's figure; for one that still grows, `12 so far`. */
export const readOut = ({ value, written, isUnfinished }: Bar): string =>
  isUnfinished && value !== null ? `${written} so far` : written;

interface Props {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The highest figure. */
  readonly most: number;
  readonly whenOf: (time: string) => string;
  readonly writeTick: (figure: number) => string;
}

const height = 100;
const step = 20;
const gap = 4;

/** Bars between an axis of figures and one of times. Unfinished bars look different. */
export const Columns = ({ label, bars, most, whenOf, writeTick }: Props) => {
  const steps = stepsTo(most);
  const top = steps.at(-1) ?? 1;
  const width = bars.length * step;
  return (
    <div className="chart">
      <div className="figures-axis" aria-hidden="true">
        {steps.map((figure) => (
          <span key={figure} style={{ bottom: `${(100 * figure) / top}%` }}>
            {writeTick(figure)}
          </span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        {steps.map((figure) => (
          <line
            key={figure}
            className="rule"
            {...{ x1: 0, x2: width, y1: yOf(figure, top), y2: yOf(figure, top) }}
          />
        ))}
        {bars.map((bar, at) => (
          <Column key={bar.time} {...{ ...bar, at, top }} when={whenOf(bar.time)} />
        ))}
      </svg>
      <div className="times-axis" aria-hidden="true">
        {timesShown(bars.length).map((at) => (
          <span key={at} style={{ left: `${(100 * (at + 0.5)) / bars.length}%` }}>
            {whenOf(bars[at]?.time ?? '')}
          </span>
        ))}
      </div>
    </div>
  );
};

const yOf = (figure: number, top: number): number => height * (1 - figure / top);

interface ColumnProps extends Bar {
  readonly at: number;
  readonly top: number;
  readonly when: string;
}

const Column = ({ at, top, when, ...bar }: ColumnProps) => {
  const { value, isUnfinished } = bar;
  const tall = value === null ? 0 : Math.max(1, (height * value) / top);
  return (
    <g>
      <title>{`${when}: ${readOut(bar)}`}</title>
      {/* The whole column shows the title, so that a low bar can be pointed at. */}
      <rect x={at * step} width={step} height={height} fill="transparent" />
      {value !== null && (
        <rect
          className={isUnfinished ? 'column unfinished' : 'column'}
          {...{ x: at * step + gap / 2, y: height - tall, width: step - gap, height: tall }}
        />
      )}
    </g>
  );
};
