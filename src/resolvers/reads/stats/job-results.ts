import { type Flawed, flawed, Note } from '../../../loaders/flawed.ts';
import { createAccountDays } from '../../../loaders/stats/account-days.ts';
import {
  instantOf,
  seriesNamed,
  unreadable as unreadableAt,
} from '../../../loaders/stats/calls.ts';
import type { TimePart } from '../../../loaders/stats/results.ts';
import { daysOfHours } from '../../../loaders/stats/results.ts';
import type { Series } from '../../../loaders/stats/values.ts';
import { stats } from '../../../upstream/catalogue/areas/stats.ts';
import { dayNumber } from '../../../upstream/catalogue/language/zones.ts';
import { entityOfKind } from '../../../upstream/catalogue/metrics.ts';
import { reportAnomaly } from '../../../upstream/client/anomalies.ts';
import type { Entry, ResultFile } from '../../../upstream/client/client.ts';
import type { Row } from '../../../upstream/client/row.ts';
import { idOf, reference, SOURCE } from '../../../upstream/client/row.ts';
import type { Load } from '../../field.ts';
import type { NodeEntity } from '../call.ts';
import { oneByOne } from '../grouped.ts';
import type { Asking } from '../node.ts';
import { entitiesAt } from '../node.ts';
import { currenciesOf } from './currency.ts';
import { statsNeeds } from './needs.ts';
import type { StatsView } from './stats.ts';

const unreadable = (reason: string) => unreadableAt(reason, stats.readStatsJobFile);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

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
  readonly days: readonly TimePart[] | null;
  readonly hours: readonly TimePart[] | null;
}

/** Loads the results of jobs, each from its file; null for a job that has not succeeded. */
export const jobResults =
  (entities: ReadonlyMap<string, NodeEntity>): Load<Row, readonly JobResult[] | null> =>
  (jobs, _args, context, field) =>
    oneByOne(jobs, (job) => resultsOf(job, entities, { context, field }));

type Results = readonly JobResult[] | Flawed<readonly JobResult[]>;

const resultsOf = async (
  job: Row,
  entities: ReadonlyMap<string, NodeEntity>,
  asking: Asking,
): Promise<Results | null> => {
  const { url } = job;
  if (job['status'] !== 'SUCCESS' || typeof url !== 'string') return null;
  const { context, field } = asking;
  const { hasCurrency, metrics, groups } = statsNeeds(field.selected);
  const spans = await spansOf(job, asking);
  const entity = entityIn(job, entities);
  const { accountId } = job[SOURCE];
  const read = (entry: Entry): Omit<JobResult, 'currency'> => ({
    row: reference(entity, entity.inAccount ? accountId : null, entry.id),
    segment: segmentIn(entry),
    hasDays: spans.days !== null,
    hasHours: spans.hours !== null,
    result: {
      length: spans.length,
      days: spans.days ?? [],
      hours: spans.hours ?? [],
      series: seriesIn(entry, metrics, spans.length),
    },
  });
  const { sound: valid, flaws } = checked(job, await context.ads.results(url, read, field.trace));
  const rows = valid.map(({ row }) => row);
  const currencies = hasCurrency ? await currenciesOf(rows, asking) : [];
  const results = valid.map((one, index) => ({ ...one, currency: currencies[index] ?? null }));
  return flawed(results, [...flaws, ...withoutGroups(job, groups)]);
};

type ResultWithoutCurrency = Omit<JobResult, 'currency'>;

/**
 * The results of what the job is about, without those of an entity that has the whole twice; and
 * what is wrong with the file.
 */
const checked = (job: Row, { made, ids }: ResultFile<ResultWithoutCurrency>) => {
  const asked = new Set(textsIn(job['entity_ids']).map((id) => id.toLowerCase()));
  const known = made.filter(({ row }) => asked.size === 0 || asked.has(idOf(row).toLowerCase()));
  for (let strays = made.length - known.length; strays > 0; strays -= 1) {
    reportAnomaly('row_not_asked_for');
  }
  const byEntity = Map.groupBy(known, ({ row, segment }) =>
    segment === null ? idOf(row).toLowerCase() : null,
  );
  const valid = known.filter(
    ({ row, segment }) => segment !== null || byEntity.get(idOf(row).toLowerCase())?.length === 1,
  );
  const flaws: Error[] = [];
  if (valid.length < known.length) flaws.push(unreadable('the file has an entity twice'));
  const missing = [...asked].filter((id) => !ids.has(id));
  if (missing.length > 0) flaws.push(unreadable(`the file lacks ${missing.join(', ')}`));
  return { sound: valid, flaws };
};

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** A note where figures are selected that nobody asked of the job: they are not nothing. */
const withoutGroups = (job: Row, selected: readonly string[]): readonly Note[] => {
  const asked = textsIn(job['metric_groups']);
  const without = asked.length === 0 ? [] : selected.filter((group) => !asked.includes(group));
  return without.map(
    (group) => new Note(`A job was begun without ${group}, so its results have no such figures.`),
  );
};

const entityIn = (job: Row, entities: ReadonlyMap<string, NodeEntity>) => {
  const kind = String(job['entity']) as keyof typeof entityOfKind;
  const found = entities.get(entityOfKind[kind]);
  if (found === undefined) throw unreadable('the job is about another kind of entity');
  return found.entity;
};

const timeIn = (job: Row, column: string): number => {
  const time = instantOf(job[column]);
  if (time === null) throw unreadable(`the job has no ${column}`);
  return time;
};

const spansOf = async (job: Row, { context, field }: Asking): Promise<Spans> => {
  const [start, end] = [timeIn(job, 'start_time'), timeIn(job, 'end_time')];
  const granularity = job['granularity'];
  if (granularity === 'TOTAL') return { length: 1, days: null, hours: null };
  const isDaily = granularity === 'DAY';
  if (!isDaily && granularity !== 'HOUR') throw unreadable('the job has no granularity');
  // A day has 23 or 25 hours when the clock changes.
  const length = isDaily ? Math.round((end - start) / dayMs) : (end - start) / hourMs;
  if (!Number.isInteger(length)) throw unreadable('the job is not about whole hours');
  const hours = isDaily ? null : partsFrom(length, (index) => start + index * hourMs);
  if (!statsNeeds(field.selected).hasDays) return { length, days: isDaily ? [] : null, hours };
  const accountId = job[SOURCE].accountId ?? '';
  const zone = await context.loaders.timeZones.read(accountId, field.trace);
  if (!isDaily)
    return { length, hours, days: daysOfHours({ start, end }, createAccountDays(zone)) };
  if (zone.midnight(zone.dayAt(start)) !== start) {
    throw unreadable('the days of the job are not those of its account');
  }
  const first = dayNumber(zone.dayAt(start));
  return { length, hours, days: partsFrom(length, (index) => first + index) };
};

const partsFrom = (length: number, at: (index: number) => number): readonly TimePart[] =>
  Array.from({ length }, (_, index) => ({ at: at(index), from: index, to: index + 1 }));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const segmentIn = ({ segment }: Entry): JobResult['segment'] => {
  if (!isObject(segment)) return null;
  const { segment_name: name, segment_value: value } = segment;
  return { name: String(name ?? ''), value: String(value ?? '') };
};

/** The selected figures of an entry; the others are not kept. */
const seriesIn = (
  { metrics: sent }: Entry,
  names: readonly string[],
  length: number,
): ReadonlyMap<string, Series> => {
  if (!isObject(sent)) throw unreadable('an entity has no figures');
  const { readStatsJobFile } = stats;
  return new Map(
    names.map((name) => {
      const series = seriesNamed(name, { value: sent[name], length }, readStatsJobFile);
      return [name, series] as const;
    }),
  );
};

/** Loads the entity that each result is about. */
export const entityOfResult: Load<JobResult, Row | null> = (results, _args, context, field) =>
  entitiesAt(
    results.map(({ row }) => {
      const { entity, accountId } = row[SOURCE];
      return { entity, accountId, id: idOf(row) };
    }),
    { context, field },
  );
