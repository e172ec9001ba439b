import { stats } from '../../upstream/catalogue/areas/stats.ts';
import type { Endpoint } from '../../upstream/catalogue/language/endpoint.ts';
import { hourMs, iso, utc } from '../../upstream/catalogue/language/times.ts';
import { dayOf } from '../../upstream/catalogue/language/zones.ts';
import type { MetricGroup } from '../../upstream/catalogue/metrics.ts';
import { groupsTogether, metricOf } from '../../upstream/catalogue/metrics.ts';
import { reportAnomaly } from '../../upstream/client/anomalies.ts';
import type { CallResult, Entry } from '../../upstream/client/client.ts';
import type { TransportError } from '../../upstream/client/errors.ts';
import { badResponse } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import { idOf } from '../../upstream/client/row.ts';
import type { Reading } from '../reads.ts';
import { inChunks } from '../slices.ts';
import type { ByIds } from './in-halves.ts';
import { inHalves } from './in-halves.ts';
import type { StatsWindow } from './range-windows.ts';
import type { Series } from './series.ts';
import { seriesOf } from './series.ts';
import type { Batch, Need } from './stats-batch.ts';

const { getStats } = stats;

/** One upstream call. */
export interface StatsCall {
  readonly batch: Batch;
  readonly ids: readonly string[];
  readonly groups: readonly MetricGroup[];
}

/**
 * The figures of one entity in a window, and the instants at which the window begins and ends; null
 * if the API did not give them.
 */
export interface FoundFigures {
  readonly window: StatsWindow;
  readonly from: number | null;
  readonly to: number | null;
  /** The number of time spans in each series. */
  readonly length: number;
  /** What was sent of each group, by the names of the API. It is checked when it is read. */
  readonly sent: ReadonlyMap<MetricGroup, SentFigures>;
}

export type SentFigures = Readonly<Record<string, unknown>>;

const idsPerCall = getStats.params.entity_ids.max ?? 20;

/**
 * The fewest calls that answer all needs: the entities of a batch in twenties, and what may be
 * asked for together in one call. The first twenty entities of every window come first, so that a
 * rate window that closes leaves whole entities.
 */
export const callsFor = (needs: readonly Need[]): readonly StatsCall[] => {
  const batches = Map.groupBy(needs, ({ batch }) => batch.key);
  const calls = [...batches.values()].flatMap((together) =>
    groupsTogether.flatMap((family) => {
      const needed = together.filter(({ groups }) => family.some((group) => groups.has(group)));
      return inChunks(needed, idsPerCall).map((chunk, turn) => ({
        turn,
        call: callOf(chunk, family),
      }));
    }),
  );
  return calls.toSorted((one, other) => one.turn - other.turn).map(({ call }) => call);
};

const callOf = (chunk: readonly Need[], family: readonly MetricGroup[]): StatsCall => ({
  batch: (chunk[0] as Need).batch,
  ids: chunk.map(({ id }) => id),
  groups: family.filter((group) => chunk.some(({ groups }) => groups.has(group))),
});

const timeAt = (unit: StatsWindow['unit'], at: number): string =>
  unit === 'day' ? dayOf(at) : iso(at * hourMs);

/**
 * A window as it is sent. Days are sent as days, which means midnight in the time zone of the
 * account.
 */
export const timesOf = ({ unit, from, to }: StatsWindow) => ({
  start_time: timeAt(unit, from),
  end_time: timeAt(unit, to),
});

/** A call as the input of its endpoint. */
export const inputOf = ({ batch, ids, groups }: StatsCall) => {
  const { accountId, kind, placement, window, granularity } = batch;
  return {
    account_id: accountId,
    entity: kind,
    entity_ids: ids,
    ...timesOf(window),
    granularity,
    metric_groups: groups,
    placement,
  };
};

/** Makes a call; where the API refuses some id, one for each half of the ids. */
export const ask = (reading: Reading, call: StatsCall): Promise<ByIds<FoundFigures>> =>
  inHalves(call.ids, 'entity_ids', async (ids) => {
    const narrowed = { ...call, ids };
    const answer = await reading.reads.call(getStats, inputOf(narrowed), reading.trace);
    refuseProblems(answer);
    return foundIn(narrowed, answer);
  });

/** Throws the errors beside figures. Nobody knows which figures they are about. */
export const refuseProblems = ({ problems = [], flaws: [flaw] = [] }: CallResult): void => {
  if (problems.length > 0 && flaw !== undefined) throw flaw;
};

/** The answer omits entities or has them in another order, so match by id and never by position. */
const foundIn = (call: StatsCall, answer: CallResult): ByIds<FoundFigures> => {
  const rows = new Map(answer.rows.map((row) => [idOf(row).toLowerCase(), row]));
  const { window } = call.batch;
  const span = spanOf(window, timesIn(answer, window));
  const needed = new Set(call.ids.map((id) => id.toLowerCase()));
  for (const id of rows.keys()) if (!needed.has(id)) reportAnomaly('row_not_asked_for');
  return new Map(
    call.ids.map((id) => {
      const row = rows.get(id.toLowerCase());
      if (row !== undefined) return [id, figuresOf(call, row, span)] as const;
      return [
        id,
        answer.flaws?.[0] ?? unreadable('the answer lacks an id that was asked for'),
      ] as const;
    }),
  );
};

/** The error for an entity whose figures cannot be used. */
export const unreadable = (reason: string, endpoint: Endpoint = getStats): TransportError =>
  badResponse(endpoint.name, reason);

type EchoedSpan = Pick<FoundFigures, 'from' | 'to'>;

/** A time in milliseconds since 1970; null for a date without a time, which names no instant. */
export const instantOf = (value: unknown): number | null => {
  const time = typeof value === 'string' && value.includes('T') ? utc(value) : null;
  return time === null ? null : Date.parse(time);
};

/** The times that an answer says it is about. */
const echoedSpan = ({ echo = [] }: CallResult): EchoedSpan => {
  const { params } = (echo[0] ?? {}) as { readonly params?: Readonly<Record<string, unknown>> };
  return { from: instantOf(params?.['start_time']), to: instantOf(params?.['end_time']) };
};

const unitMs = { hour: hourMs, day: 24 * hourMs } as const;
/** How far midnight may be from that of UTC, and how far a clock may be changed within a window. */
const slackMs = { hour: [0, 0], day: [15 * hourMs, 3 * hourMs] } as const;

/** Whether these can be the times of a window, in some time zone. */
const canBeEchoOf = ({ unit, from, to }: StatsWindow, echoed: EchoedSpan): boolean => {
  const [most, maxChange] = slackMs[unit];
  const starts = echoed.from === null ? 0 : echoed.from - from * unitMs[unit];
  const ends = echoed.to === null ? starts : echoed.to - to * unitMs[unit];
  const isNear = Math.max(Math.abs(starts), Math.abs(ends)) <= most;
  return isNear && (echoed.from === null || Math.abs(ends - starts) <= maxChange);
};

/** The times in an answer. Throws TransportError if they are not those of its window. */
export const timesIn = (
  answer: CallResult,
  window: StatsWindow,
  endpoint?: Endpoint,
): EchoedSpan => {
  const echoed = echoedSpan(answer);
  if (!canBeEchoOf(window, echoed)) throw unreadable('the answer is about other times', endpoint);
  return echoed;
};

const spanOf = ({ unit, from, to }: StatsWindow, echoed: EchoedSpan): EchoedSpan =>
  unit === 'hour' ? { from: from * hourMs, to: to * hourMs } : echoed;

/** The number of time spans that a window has; null if it cannot be known. */
const lengthOf = ({ window, granularity }: Batch, { from, to }: EchoedSpan): number | null => {
  if (granularity === 'TOTAL') return 1;
  if (granularity === 'DAY') return window.to - window.from;
  return from === null || to === null ? null : (to - from) / hourMs;
};

const figuresOf = (
  { batch, groups }: StatsCall,
  row: Row,
  span: EchoedSpan,
): FoundFigures | Error => {
  const length = lengthOf(batch, span);
  if (length === null) return unreadable('the answer does not say which hours it is about');
  if (!Number.isInteger(length)) return unreadable('the clock changes by less than an hour');
  const [whole, ...others] = Array.isArray(row['id_data']) ? row['id_data'] : [];
  const { metrics: sent, segment = null } = (whole ?? {}) as Partial<Entry>;
  if (segment !== null || others.length > 0) {
    return unreadable('the figures are those of segments, which nobody asked for');
  }
  if (typeof sent !== 'object' || sent === null) return unreadable('an entity has no figures');
  const figures = sent as SentFigures;
  const byGroup = new Map(groups.map((group) => [group, figures] as const));
  return { window: batch.window, ...span, length, sent: byGroup };
};

/** The series of a metric. Throws TransportError if the value is no series. */
export const seriesNamed = (
  name: string,
  { value, length }: { readonly value: unknown; readonly length: number },
  endpoint?: Endpoint,
): Series => {
  const series = seriesOf(metricOf(name), value, length);
  if (series === null) throw unreadable(`${name} is not a row of ${length} numbers`, endpoint);
  return series;
};
