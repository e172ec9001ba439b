import type { MetricGroup } from '../../upstream/catalogue/metrics.ts';
import { metrics } from '../../upstream/catalogue/metrics.ts';
import type { StatsWindow } from './range-windows.ts';
import type { Series } from './series.ts';
import { isEmpty, seriesOf } from './series.ts';
import type { FoundFigures, SentFigures } from './stats-calls.ts';

const metricsByGroup = Map.groupBy(metrics, ({ group }) => group);

/** The series of a group that have at least one figure; null if a value is no series. */
const validSeriesIn = (
  group: MetricGroup,
  sent: SentFigures,
  length: number,
): Readonly<Record<string, Series>> | null => {
  const valid: Record<string, Series> = {};
  for (const metric of metricsByGroup.get(group) ?? []) {
    const value = sent[metric.name];
    if (value === null || value === undefined) continue;
    const series = seriesOf(metric, value, length);
    if (series === null) return null;
    if (!isEmpty(series)) valid[metric.name] = series;
  }
  return valid;
};

/** The figures of a group as text, without series that are empty; null if a value is no series. */
export const stringifyFigures = (group: MetricGroup, found: FoundFigures): string | null => {
  const { from, to, length, sent } = found;
  const figures = validSeriesIn(group, sent.get(group) ?? {}, length);
  return figures === null ? null : JSON.stringify({ from, to, length, figures });
};

/** The figures of a group in such a text; null if it is not one. */
export const parseFigures = (window: StatsWindow, group: MetricGroup, text: string | null) => {
  if (text === null) return null;
  try {
    const { from, to, length, figures } = JSON.parse(text) as CachedFigures;
    const valid = validSeriesIn(group, figures, length);
    if (valid === null) return null;
    return { window, from, to, length, sent: new Map([[group, valid]]) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
};

interface CachedFigures extends Pick<FoundFigures, 'from' | 'to' | 'length'> {
  readonly figures: SentFigures;
}
