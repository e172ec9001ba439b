import { stats } from '../../upstream/catalogue/areas/stats.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { hourMs, utc } from '../../upstream/catalogue/language/times.ts';
import type { Metric, MetricGroup } from '../../upstream/catalogue/metrics.ts';
import { membersOf, metricOf } from '../../upstream/catalogue/metrics.ts';
import { reportAnomaly } from '../../upstream/client/anomalies.ts';
import type { CallResult } from '../../upstream/client/client.ts';
import { badResponse, type TransportError } from '../../upstream/client/errors.ts';
import { figuresIn, type SentFigures } from '../../upstream/client/results/sent-figures.ts';
import { lowerIdOf, type Row } from '../../upstream/client/row.ts';
import type { ByIds } from '../by-key.ts';
import { toError } from '../refusals.ts';
import type { StatsInterval } from './intervals.ts';
import type { MetricGroups, StatsBatch } from './stats-query.ts';

/** A figure of one time span: digits if a number cannot hold it, null if the API has none. */
export type Figure = number | string | null;

/** The figures of a conversion by its members. */
export type Conversion = Readonly<Record<string, Figure>>;

/** One metric in one time span. */
export type Value = Figure | Conversion;

/** One metric in consecutive time spans. */
export type Series = readonly Figure[] | Readonly<Record<string, readonly Figure[]>>;

const isFigure = (value: unknown): value is Figure =>
  Number.isSafeInteger(value) ||
  value === null ||
  (typeof value === 'string' && /^-?\d{1,20}$/.test(value) && hasLongRange(value));

/** True if a whole number, as digits, has at most 64 bits. */
export const hasLongRange = (digits: string | number): boolean =>
  BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);

// Metrics without figures are frequent, so neighbouring ones of the same length share their series.
let noFigures: readonly null[] = [];

const nothing = (length: number): readonly null[] => {
  if (noFigures.length !== length) noFigures = Array.from({ length }, () => null);
  return noFigures;
};

const seriesIn = (value: unknown, length: number): readonly Figure[] | null => {
  if (value === null || value === undefined) return nothing(length);
  return Array.isArray(value) && value.length === length && value.every(isFigure) ? value : null;
};

/**
 * A metric of a response as a series of this length; null if it is not one. A missing metric is a
 * series of nulls.
 */
const seriesOf = ({ kind }: Metric, value: unknown, length: number): Series | null => {
  if (kind === 'count' || kind === 'micros') return seriesIn(value, length);
  if (value === undefined) return seriesOf({ kind } as Metric, null, length);
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const members: Record<string, readonly Figure[]> = {};
  for (const member of membersOf[kind]) {
    const given = (value as Readonly<Record<string, unknown>> | null)?.[member];
    const figures = seriesIn(given, length);
    if (figures === null) return null;
    members[member] = figures;
  }
  return members;
};

const isPlain = (series: Series): series is readonly Figure[] => Array.isArray(series);

/** The number of figures that a series keeps in memory. */
export const sizeOf = (series: Series): number =>
  (isPlain(series) ? [series] : Object.values(series)).reduce(
    (sum, figures) => sum + (figures === noFigures ? 0 : figures.length),
    0,
  );

/** The time spans of a series from `from` on and before `to`. */
interface SeriesPiece {
  readonly series: Series;
  readonly from: number;
  readonly to: number;
}

/** Consecutive pieces of series, as one series. */
export const joined = (pieces: readonly SeriesPiece[]): Series => {
  const [first] = pieces;
  if (first === undefined) return [];
  if (isPlain(first.series)) return figuresOfPieces(pieces, null);
  return Object.fromEntries(
    Object.keys(first.series).map((member) => [member, figuresOfPieces(pieces, member)]),
  );
};

const figuresOfPieces = (
  pieces: readonly SeriesPiece[],
  member: string | null,
): readonly Figure[] => {
  const all: Figure[] = [];
  for (const { series, from, to } of pieces) {
    const figures = isPlain(series) ? series : (series[member ?? ''] ?? []);
    for (let at = from; at < to; at += 1) all.push(figures[at] ?? null);
  }
  return all;
};

const plus = (sum: Figure, figure: Figure): Figure => {
  if (sum === null || figure === null) return sum ?? figure;
  const total = typeof sum === 'number' && typeof figure === 'number' ? sum + figure : Number.NaN;
  return Number.isSafeInteger(total) ? total : String(BigInt(sum) + BigInt(figure));
};

/** The exact sum of the figures of these time spans; null if all of them are null. */
const sumOf = (figures: readonly Figure[], from: number, to: number): Figure => {
  let sum: Figure = null;
  for (let at = from; at < to; at += 1) sum = plus(sum, figures[at] ?? null);
  return sum;
};

/** The sum of a series from one time span to another. */
export const amountIn = (series: Series, from: number, to: number): Value => {
  if (isPlain(series)) return to === from + 1 ? (series[from] ?? null) : sumOf(series, from, to);
  const members = Object.entries(series).map(
    ([member, figures]) => [member, sumOf(figures, from, to)] as const,
  );
  return members.every(([, figure]) => figure === null) ? null : Object.fromEntries(members);
};

/** The time span of figures. */
export interface FiguresSpan {
  readonly interval: StatsInterval;
  /** The instants at which the span begins and ends; null if the API did not send them. */
  readonly from: number | null;
  readonly to: number | null;
  /** The number of time spans in each series. */
  readonly length: number;
}

/** The figures of one entity in a span. */
export interface FoundFigures {
  readonly span: FiguresSpan;
  readonly groups: MetricGroups;
  /** The series of each metric of the tick; null if the API sent no series. */
  readonly series: readonly (Series | null)[];
  /** The figures as the API sent them, in JSON. */
  readonly json: string;
}

/** The entities and groups of a batch that a call requests. */
export interface FiguresCall {
  readonly batch: StatsBatch;
  readonly ids: readonly string[];
  readonly groups: readonly MetricGroup[];
}

/** The row of an entity, and the time span of its figures. */
export interface FiguresRow {
  readonly span: FiguresSpan;
  readonly groups: MetricGroups;
  readonly row: Row;
}

/** The row of each entity, matched by id: responses omit entities and have their own order. */
export const foundIn = (
  { batch, ids, groups }: FiguresCall,
  response: CallResult,
): ByIds<FiguresRow> => {
  const rows = new Map(response.rows.map((row) => [lowerIdOf(row), row]));
  const span = spanOf(batch, timesIn(response, batch.interval));
  const groupSet = new Set(groups);
  const found = new Map<string, FiguresRow | Error>();
  for (const id of ids) {
    const row = rows.get(id);
    if (row !== undefined)
      found.set(id, span instanceof Error ? span : { span, groups: groupSet, row });
    else found.set(id, response.flaws?.[0] ?? badFigures('the response lacks a requested id'));
    rows.delete(id);
  }
  for (const _ of rows) reportAnomaly('row_not_asked_for');
  return found;
};

/** The figures in a row; an Error if they are not those of the whole entity. */
export const figuresOfRow = (
  { span, groups, row }: FiguresRow,
  metrics: readonly Metric[],
): FoundFigures | Error => {
  try {
    return foundFigures(span, { groups, sent: figuresIn(row), metrics });
  } catch (error) {
    return toError(error);
  }
};

/** The error for an entity whose figures cannot be used. */
export const badFigures = (reason: string, endpoint: Endpoint = stats.getStats): TransportError =>
  badResponse(endpoint.name, reason);

type EchoedSpan = Pick<FiguresSpan, 'from' | 'to'>;

/** A time in milliseconds since 1970; null for a date without a time, which names no instant. */
export const instantOf = (value: unknown): number | null => {
  const time = typeof value === 'string' && value.includes('T') ? utc(value) : null;
  return time === null ? null : Date.parse(time);
};

/** The times that a response repeats from its call. */
const echoedSpan = ({ echo = [] }: CallResult): EchoedSpan => {
  const { params } = (echo[0] ?? {}) as { readonly params?: Readonly<Record<string, unknown>> };
  return { from: instantOf(params?.['start_time']), to: instantOf(params?.['end_time']) };
};

const unitMs = { hour: hourMs, day: 24 * hourMs } as const;
/** The largest distance from UTC's midnight, and the largest change of the clock in an interval. */
const slackMs = { hour: [0, 0], day: [15 * hourMs, 3 * hourMs] } as const;

/** True if these can be the times of an interval, in some time zone. */
const canBeEchoOf = ({ unit, from, to }: StatsInterval, echoed: EchoedSpan): boolean => {
  const [most, maxChange] = slackMs[unit];
  const starts = echoed.from === null ? 0 : echoed.from - from * unitMs[unit];
  const ends = echoed.to === null ? starts : echoed.to - to * unitMs[unit];
  const isNear = Math.max(Math.abs(starts), Math.abs(ends)) <= most;
  return isNear && (echoed.from === null || Math.abs(ends - starts) <= maxChange);
};

/** The times in a response. Throws TransportError if they are not those of its interval. */
export const timesIn = (
  response: CallResult,
  interval: StatsInterval,
  endpoint?: Endpoint,
): EchoedSpan => {
  const echoed = echoedSpan(response);
  if (!canBeEchoOf(interval, echoed))
    throw badFigures('the response is about different times', endpoint);
  return echoed;
};

/** The time span of a response; an Error if its length is unknown. */
const spanOf = ({ interval, granularity }: StatsBatch, echoed: EchoedSpan): FiguresSpan | Error => {
  const { unit, from, to } = interval;
  const times = unit === 'hour' ? { from: from * hourMs, to: to * hourMs } : echoed;
  const length = lengthOf({ interval, granularity }, times);
  if (length === null) return badFigures('the response does not say which hours it is about');
  if (!Number.isInteger(length)) return badFigures('the clock changes by less than an hour');
  return { interval, ...times, length };
};

/** The number of time spans in an interval; null if unknown. */
const lengthOf = (
  { interval, granularity }: Pick<StatsBatch, 'interval' | 'granularity'>,
  { from, to }: EchoedSpan,
): number | null => {
  if (granularity === 'TOTAL') return 1;
  if (granularity === 'DAY') return interval.to - interval.from;
  return from === null || to === null ? null : (to - from) / hourMs;
};

/** The figures of an entity; an Error if they are not those of the whole entity. */
export const foundFigures = (
  span: FiguresSpan,
  {
    groups,
    sent,
    metrics,
  }: {
    readonly groups: MetricGroups;
    readonly sent: SentFigures;
    readonly metrics: readonly Metric[];
  },
): FoundFigures | Error => {
  if (sent.fault !== null) return badFigures(sent.fault);
  const series = metrics.map((metric) =>
    seriesOf(metric, groups.has(metric.group) ? sent.value(metric.name) : null, span.length),
  );
  return { span, groups, series, json: sent.json };
};

/** The series of a metric. Throws TransportError if the value is no series. */
export const seriesNamed = (
  name: string,
  { value, length }: { readonly value: unknown; readonly length: number },
  endpoint?: Endpoint,
): Series => {
  const series = seriesOf(metricOf(name), value, length);
  if (series === null) throw noSeries(name, length, endpoint);
  return series;
};

/** The error for a value of a metric that is no series. */
export const noSeries = (name: string, length: number, endpoint?: Endpoint): TransportError =>
  badFigures(`${name} is not a row of ${length} numbers`, endpoint);

/** Throws the errors beside figures, because the figures that they are about are unknown. */
export const refuseProblems = ({ problems = [], flaws: [flaw] = [] }: CallResult): void => {
  if (problems.length > 0 && flaw !== undefined) throw flaw;
};
