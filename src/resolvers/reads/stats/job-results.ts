import { type Flawed, flawed, Note } from '../../../loaders/page-query.ts';
import { createAccountDays } from '../../../loaders/stats/account-days.ts';
import type { Series } from '../../../loaders/stats/figures.ts';
import { badFigures, instantOf, seriesNamed, sizeOf } from '../../../loaders/stats/figures.ts';
import { daysOfHours, type SpanIndexes } from '../../../loaders/stats/results.ts';
import { stats } from '../../../upstream/catalogue/areas/stats.ts';
import { lowerId } from '../../../upstream/catalogue/language/identifiers.ts';
import {
  dayMs,
  dayNumber,
  dayOf,
  hourMs,
  iso,
} from '../../../upstream/catalogue/language/times.ts';
import { isObject } from '../../../upstream/catalogue/language/values.ts';
import { entityOfKind } from '../../../upstream/catalogue/metrics.ts';
import { reportAnomaly } from '../../../upstream/client/anomalies.ts';
import type { Entry, ResultFile } from '../../../upstream/client/client.ts';
import { TransportError } from '../../../upstream/client/errors.ts';
import { idOf, type Row, reference, SOURCE } from '../../../upstream/client/row.ts';
import type { Load, LoadContext } from '../../field.ts';
import { attempt, oneByOne } from '../grouped.ts';
import { entitiesAt, type NodeEntity } from '../node.ts';
import { maxDays } from './range.ts';
import { currenciesOf, type StatsView, statsNeeds } from './stats.ts';

const badFile = (reason: string) => badFigures(reason, stats.readStatsJobFile);

/** The hours of the longest range, with one more for a change of the clock. */
const maxHours = maxDays * 24 + 1;

/** The results of an entity, or of a segment of it, in the file of a job. */
export interface JobResult extends Pick<StatsView, 'result' | 'currency'> {
  /** The entity, of which only the id is known. */
  readonly row: Row;
  readonly segment: { readonly name: string; readonly value: string } | null;
  readonly hasDays: boolean;
  readonly hasHours: boolean;
}

/** The time spans of a job. */
interface Spans {
  readonly length: number;
  /** Null without days. */
  readonly days: readonly SpanIndexes[] | null;
  readonly hours: readonly SpanIndexes[] | null;
}

/** Loads the results of jobs, each from its file; null for a job that has not succeeded. */
export const jobResults =
  (entities: ReadonlyMap<string, NodeEntity>): Load<Row, readonly JobResult[] | null> =>
  (jobs, _args, context, field) => {
    const room = { figures: maxFigures };
    return oneByOne(jobs, (job) => resultsOf(job, { entities, room }, { context, field }));
  };

/** The limit of figures that a field keeps from files: 80 MB. Each entry counts as 50 more. */
const maxFigures = 10_000_000;
const figuresPerEntry = 50;

interface JobReading {
  readonly entities: ReadonlyMap<string, NodeEntity>;
  /** The rest of `maxFigures`, for all jobs of the field. */
  readonly room: { figures: number };
}

type Results = readonly JobResult[] | Flawed<readonly JobResult[]>;

const resultsOf = async (
  job: Row,
  { entities, room }: JobReading,
  asking: LoadContext,
): Promise<Results | null> => {
  const { url, status, expires_at: until } = job;
  if (status !== 'SUCCESS') return null;
  if (typeof url !== 'string') throw badFile('the job has succeeded and names no file');
  const { context, field } = asking;
  const { hasCurrency, metrics, groups } = statsNeeds(field.selected);
  const spans = await spansOf(job, asking);
  const entity = entityIn(job, entities);
  const accountId = entity.inAccount ? job[SOURCE].accountId : null;
  const read = entryReader(job, metrics, spans.length, room);
  const file = { url, isExpired: Date.parse(String(until)) <= context.now() };
  const { valid, flaws } = checked(job, await context.ads.results(file, read, field.trace));
  const rows = valid.map(({ id }) => reference(entity, accountId, id));
  const currencies = hasCurrency ? await currenciesOf(rows, asking) : [];
  const { days, hours } = spans;
  const times = { start: null, end: null, days: days ?? [], hours: hours ?? [] };
  const results = valid.map(
    ({ segment, series }, index): JobResult => ({
      row: rows[index] as Row,
      segment,
      hasDays: spans.days !== null,
      hasHours: spans.hours !== null,
      result: { times, length: spans.length, series },
      currency: currencies[index] ?? null,
    }),
  );
  return flawed(results, [...flaws, ...withoutGroups(job, groups)]);
};

/** A readable entry with its selected figures. */
interface ValidEntry extends Pick<JobResult, 'segment'> {
  readonly id: string;
  readonly series: ReadonlyMap<string, Series>;
}

/** An entry with its selected figures, or with the Error if they cannot be read. */
interface KeptEntry extends Pick<JobResult, 'segment'> {
  readonly id: string | null;
  readonly series: ValidEntry['series'] | Error;
}

const requestedIds = (job: Row): ReadonlySet<string> =>
  new Set(textsIn(job['entity_ids']).map(lowerId));

/** Creates the reader of a job's entries. It keeps the selected figures of the job's entities. */
const entryReader = (
  job: Row,
  metrics: readonly string[],
  length: number,
  room: JobReading['room'],
) => {
  const ids = requestedIds(job);
  return (entry: Entry): KeptEntry | null => {
    const { id } = entry;
    if (id !== null && ids.size > 0 && !ids.has(lowerId(id))) {
      reportAnomaly('row_not_asked_for');
      return null;
    }
    const series = attempt(() => seriesIn(entry, metrics, length));
    room.figures -= figuresPerEntry;
    if (!(series instanceof Error)) for (const one of series.values()) room.figures -= sizeOf(one);
    if (room.figures < 0) throw badFile('the files have too many figures: select fewer');
    return { id, segment: segmentIn(entry), series };
  };
};

/** The entries of entities that can be read completely, and the faults of the others. */
const checked = (job: Row, { made, ids }: ResultFile<KeptEntry>) => {
  const byEntity = Map.groupBy(made, ({ id }) => lowerId(id ?? ''));
  const faulty = new Map(
    [...byEntity].flatMap(([id, entries]) => {
      const reason = faultIn(entries);
      return reason === null ? [] : [[id, badFile(reason)] as const];
    }),
  );
  const valid = made.filter((entry): entry is ValidEntry => !faulty.has(lowerId(entry.id ?? '')));
  const missing = [...requestedIds(job)].filter((id) => !ids.has(id));
  const lacks = missing.length === 0 ? [] : [badFile(`the file lacks ${missing.join(', ')}`)];
  return { valid, flaws: [...faulty.values(), ...lacks] };
};

/** The fault in the entries of an entity; null if they can be shown. */
const faultIn = (entries: readonly KeptEntry[]): string | null => {
  const [{ id } = { id: null }] = entries;
  if (id === null) return 'an entity of the file has no id';
  const failed = entries.find(({ series }) => series instanceof Error)?.series;
  if (failed instanceof TransportError) return `of ${id}, ${failed.reason}`;
  const wholes = entries.filter(({ segment }) => segment === null);
  return wholes.length > 1 ? `the file has ${id} twice` : null;
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Notes about selected groups of figures that the job was begun without. */
const withoutGroups = (job: Row, selected: readonly string[]): readonly Note[] => {
  const groups = textsIn(job['metric_groups']);
  const without = groups.length === 0 ? [] : selected.filter((group) => !groups.includes(group));
  return without.map(
    (group) => new Note(`A job was begun without ${group}, so its results have no such figures.`),
  );
};

const entityIn = (job: Row, entities: ReadonlyMap<string, NodeEntity>) => {
  const kind = String(job['entity']) as keyof typeof entityOfKind;
  const nodeEntity = entities.get(entityOfKind[kind]);
  if (nodeEntity === undefined) throw badFile('the job is about another kind of entity');
  return nodeEntity.entity;
};

const timeIn = (job: Row, column: string): number => {
  const time = instantOf(job[column]);
  if (time === null) throw badFile(`the job has no ${column}`);
  return time;
};

const spansOf = async (job: Row, { context, field }: LoadContext): Promise<Spans> => {
  const [start, end] = [timeIn(job, 'start_time'), timeIn(job, 'end_time')];
  const granularity = job['granularity'];
  if (granularity === 'TOTAL') return { length: 1, days: null, hours: null };
  const isDaily = granularity === 'DAY';
  if (!isDaily && granularity !== 'HOUR') throw badFile('the job has no granularity');
  // A day has 23 or 25 hours when the clock changes.
  const length = isDaily ? Math.round((end - start) / dayMs) : (end - start) / hourMs;
  if (!Number.isInteger(length)) throw badFile('the job is not about whole hours');
  if (length > maxHours) throw badFile('the job is about more than 92 days');
  const hours = isDaily ? null : spansFrom(length, (index) => iso(start + index * hourMs));
  if (!statsNeeds(field.selected).hasDays) return { length, days: isDaily ? [] : null, hours };
  const accountId = job[SOURCE].accountId ?? '';
  const zone = await context.loaders.timeZones.read(accountId, field.trace);
  if (!isDaily)
    return { length, hours, days: daysOfHours({ start, end }, createAccountDays(zone)) };
  if (zone.midnight(zone.dayAt(start)) !== start) {
    throw badFile('the days of the job are not those of its account');
  }
  const first = dayNumber(zone.dayAt(start));
  return { length, hours, days: spansFrom(length, (index) => dayOf(first + index)) };
};

const spansFrom = (length: number, at: (index: number) => string): readonly SpanIndexes[] =>
  Array.from({ length }, (_, index) => ({ at: at(index), from: index, to: index + 1 }));

const segmentIn = ({ segment }: Entry): JobResult['segment'] => {
  if (!isObject(segment)) return null;
  const { segment_name: name, segment_value: value } = segment;
  return { name: String(name ?? ''), value: String(value ?? '') };
};

/** The selected figures of an entry, by metric. */
const seriesIn = (
  { metrics: sent }: Entry,
  names: readonly string[],
  length: number,
): ReadonlyMap<string, Series> => {
  if (!isObject(sent)) throw badFile('an entity has no figures');
  const { readStatsJobFile } = stats;
  return new Map(
    names
      .filter((name) => sent[name] !== null && sent[name] !== undefined)
      .map((name) => [name, seriesNamed(name, { value: sent[name], length }, readStatsJobFile)]),
  );
};

/** Loads the entity of each result. */
export const entityOfResult: Load<JobResult, Row | null> = (results, _args, context, field) =>
  entitiesAt(
    results.map(({ row }) => {
      const { entity, accountId } = row[SOURCE];
      return { entity, accountId, id: idOf(row) };
    }),
    { context, field },
  );
