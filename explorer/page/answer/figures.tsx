import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AnswerBody } from '../gateway/answer-body.ts';
import { Choice } from '../widgets/choice.tsx';
import { DataTable } from '../widgets/data-table.tsx';
import { type Drawn, drawChart } from './chart.ts';
import { grouped, wordsOf } from './lists.ts';
import { type ChartSeries, momentOf, seriesIn } from './series.ts';

interface FiguresProps {
  readonly body: AnswerBody;
  /** The time of the response. */
  readonly readAt: number;
}

/** Results over time: a chart of one or two figures, and the same figures as a table. */
export const Figures = ({ body, readAt }: FiguresProps) => {
  const all = useMemo(() => seriesIn(body, readAt), [body]);
  const [title, setTitle] = useState('');
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const hasFigures = (one: ChartSeries): boolean => Object.keys(one.figures).length > 0;
  const series = all.find((one) => one.title === title) ?? all.find(hasFigures) ?? all[0];
  if (series === undefined) return null;
  const names = Object.keys(series.figures);
  const drawn = drawnOf(series, first, second);
  return (
    <div class="figures">
      <div class="figure-choices">
        <Choice
          label="For"
          value={series.title}
          options={all.map((one) => one.title)}
          onChoose={setTitle}
        />
        {drawn !== null && (
          <>
            <Choice
              label="Metric"
              value={drawn.first}
              options={names}
              wordsOf={wordsOf}
              onChoose={setFirst}
            />
            <Choice
              label="and"
              value={drawn.second ?? none}
              options={[none, ...names.filter((name) => name !== drawn.first)]}
              wordsOf={wordsOf}
              onChoose={setSecond}
            />
          </>
        )}
      </div>
      {drawn === null ? (
        <p class="empty">There is nothing to draw: the API has no values here.</p>
      ) : (
        <>
          <Chart drawn={drawn} />
          <p class="muted">
            {series.unit === 'Day' ? 'Days are in the account’s time zone.' : 'Hours are in UTC.'} A
            gap means that the API has no value.{' '}
            {series.finality.some((one) => one !== 'final') && 'Dotted values may still change.'}
          </p>
          <Table drawn={drawn} />
        </>
      )}
    </div>
  );
};

const none = 'none';

/** The chosen figures if the series has them, else spend and impressions. */
const drawnOf = (series: ChartSeries, chosenFirst: string, chosenSecond: string): Drawn | null => {
  const names = Object.keys(series.figures);
  const spend = names.find((name) => name.startsWith('billedCharge'));
  const first = names.includes(chosenFirst) ? chosenFirst : (spend ?? names[0]);
  if (first === undefined) return null;
  const others = names.filter((name) => name !== first);
  const words = { wordsOf, timeOf: (time: string) => momentOf(series.unit, time) };
  if (chosenSecond === none) return { series, first, second: null, ...words };
  const usual = others.includes('impressions') ? 'impressions' : others[0];
  const second = others.includes(chosenSecond) ? chosenSecond : usual;
  return { series, first, second: second ?? null, ...words };
};

const Chart = ({ drawn }: { readonly drawn: Drawn }) => {
  const { series, first, second } = drawn;
  const host = useRef<HTMLDivElement>(null);
  useEffect(
    () => (host.current === null ? undefined : drawChart(host.current, drawn)),
    [series, first, second],
  );
  const what = [first, ...(second === null ? [] : [second])].map(wordsOf).join(' and ');
  return (
    <div
      class="chart"
      role="img"
      aria-label={`${what} by ${series.unit.toLowerCase()}. The table below has the values.`}
      ref={host}
    />
  );
};

const Table = ({ drawn: { series, first, second } }: { readonly drawn: Drawn }) => {
  const names = [first, ...(second === null ? [] : [second])];
  return (
    <DataTable caption={series.title} heads={[series.unit, ...names.map(wordsOf)]}>
      {series.times.map((time, at) => [
        <>
          {momentOf(series.unit, time)}
          {series.finality[at] !== 'final' && <small> {series.finality[at]}</small>}
        </>,
        ...names.map((name) => grouped(series.figures[name]?.[at] ?? '–')),
      ])}
    </DataTable>
  );
};
