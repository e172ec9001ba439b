import type { MetricGroup } from '../../upstream/catalogue/metrics.ts';
import { metrics } from '../../upstream/catalogue/metrics.ts';
import type { FoundFigures, SentFigures } from './calls.ts';
import type { Series } from './values.ts';
import { isNothing, seriesOf } from './values.ts';
import type { StatsWindow } from './windows.ts';

const metricsByGroup = Map.groupBy(metrics, ({ group }) => group);

/** The series of a group that have at least one figure; null if a value is no series. */
const soundIn = (
  group: MetricGroup,
  sent: SentFigures,
  length: number,
): Readonly<Record<string, Series>> | null => {
  const sound: Record<string, Series> = {};
  for (const metric of metricsByGroup.get(group) ?? []) {
    const value = sent[metric.name];
    if (value === null || value === undefined) continue;
    const series = seriesOf(metric, value, length);
    if (series === null) return null;
    if (!isNothing(series)) sound[metric.name] = series;
  }
  return sound;
};

/** The figures of a group as text, without series that are empty; null if a value is no series. */
export const writtenFor = (group: MetricGroup, found: FoundFigures): string | null => {
  const { from, to, length, sent } = found;
  const figures = soundIn(group, sent.get(group) ?? {}, length);
  return figures === null ? null : JSON.stringify({ from, to, length, figures });
};

/** The figures of a group in such a text; null if it is not one. */
export const readKept = (window: StatsWindow, group: MetricGroup, text: string | null) => {
  if (text === null) return null;
  try {
    const { from, to, length, figures } = JSON.parse(text) as KeptFigures;
    const sound = soundIn(group, figures, length);
    if (sound === null) return null;
    return { window, from, to, length, sent: new Map([[group, sound]]) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
};

interface KeptFigures extends Pick<FoundFigures, 'from' | 'to' | 'length'> {
  readonly figures: SentFigures;
}
