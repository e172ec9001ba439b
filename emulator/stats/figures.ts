import { lowerId } from '../../src/upstream/catalogue/language/identifiers.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { entityOfKind, metricsOfKind } from '../../src/upstream/catalogue/metrics.ts';
import { integer } from '../json.ts';
import { notFound } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { everybody } from './day-delivery.ts';
import { type Calendar, delivered, type FigureRequest } from './delivery.ts';
import { figuresOf, type LeafFigure, leafAt } from './leaves.ts';
import { boundsOf } from './range.ts';
import { segmentsOf } from './segments.ts';
import { createUnits, type FindUnits, type Unit } from './units.ts';
import type { TimeSpan } from './versions.ts';

type AccountOfFigures = Pick<Scope, 'store' | 'accountId'>;

/** The name of the entities of a kind. */
export const entityNamed = (kind: unknown): string =>
  entityOfKind[String(kind) as keyof typeof entityOfKind];

/** The row of an entity, also a deleted one. Throws a 404 if the account has none. */
export const rowOf = (
  { store, accountId }: AccountOfFigures,
  {
    kind,
    parameter,
    id,
  }: { readonly kind: unknown; readonly parameter: string; readonly id: string },
): StoredRow => {
  const entity = entityNamed(kind);
  const isAccount = entity === 'Account';
  const row =
    isAccount && id.toLowerCase() !== accountId
      ? undefined
      : store.find(entity, isAccount ? null : accountId, id);
  if (row === undefined) throw notFound(entity, parameter, id);
  return row;
};

/** Finds the units of entities of a kind by their ids. */
export const unitsById = (account: AccountOfFigures, kind: unknown, parameter: string) => {
  const find: FindUnits = createUnits(account);
  return (id: string): readonly Unit[] =>
    find(entityNamed(kind), rowOf(account, { kind, parameter, id }));
};

const distinct = (ids: unknown): readonly string[] => [
  ...new Set((ids as readonly string[]).map(lowerId)),
];

/** The figures that some groups have for a kind of entity. */
const figuresFor = (kind: unknown, groups: readonly unknown[]): readonly LeafFigure[] => {
  const available = new Set(metricsOfKind(String(kind)).map(({ name }) => name));
  return groups
    .flatMap((group) => figuresOf(String(group)))
    .filter(({ name }) => available.has(name));
};

// Billing is always computed: its leaves are among the first.
const defaultLeaves = leafAt('billed_engagements') + 1;

const leavesFor = (figures: readonly LeafFigure[]): number =>
  figures.reduce(
    (most, { leaves, members }) =>
      Math.max(most, ...leaves.map(next), ...members.flatMap(([, of]) => of.map(next))),
    defaultLeaves,
  );
const next = (index: number): number => index + 1;

const sumOf = (counts: Float64Array, leaves: readonly number[]): number =>
  leaves.reduce((sum, index) => sum + (counts[index] as number), 0);

const seriesOf = (spans: readonly Float64Array[], leaves: readonly number[]): readonly number[] =>
  spans.map((counts) => sumOf(counts, leaves));

/** A figure as it is written: null if nothing happened. */
const written = ({ leaves, members }: LeafFigure, spans: readonly Float64Array[]): unknown => {
  if (members.length === 0) {
    const series = seriesOf(spans, leaves);
    return series.some((value) => value !== 0) ? series.map(exact) : null;
  }
  const all = members.map(([name, of]) => [name, seriesOf(spans, of)] as const);
  if (all.every(([, series]) => series.every((value) => value === 0))) return null;
  return Object.fromEntries(all.map(([name, series]) => [name, series.map(exact)]));
};
const exact = (value: number): number | bigint =>
  Number.isSafeInteger(value) ? value : integer(String(BigInt(value)));

/** The members of a response with figures, also in result files of jobs. */
export interface Figures {
  readonly data_type: 'stats';
  readonly time_series_length: number;
  readonly data: readonly Values[];
}

/** The requested figures of each entity, by segment if segmentation is requested. */
export const figuresIn = (
  account: AccountOfFigures,
  input: Values,
  { range, ...calendar }: Calendar & { readonly range: TimeSpan },
): Figures => {
  const kind = input['entity'];
  const figures = figuresFor(kind, input['metric_groups'] as readonly unknown[]);
  const bounds = boundsOf(range, input['granularity'], calendar.zone);
  const unitsOf = unitsById(account, kind, 'entity_ids');
  const type = input['segmentation_type'] ?? null;
  const request = { bounds, leaves: leavesFor(figures) };
  const metricsIn = (units: readonly Unit[], segment: FigureRequest['segment']): Values => {
    const spans = delivered(units, { ...request, segment }, calendar);
    return Object.fromEntries(figures.map((figure) => [figure.name, written(figure, spans)]));
  };
  const dataOf = (units: readonly Unit[]): readonly Values[] =>
    type === null
      ? [{ segment: null, metrics: metricsIn(units, everybody) }]
      : segmentsOf(String(type)).map((segment) => ({
          segment: { segment_name: segment.name, segment_value: segment.value },
          metrics: metricsIn(units, segment),
        }));
  const ids = distinct(input['entity_ids']).map((id) => [id, unitsOf(id)] as const);
  return {
    data_type: 'stats',
    time_series_length: bounds.length - 1,
    data: ids.map(([id, units]) => ({ id, id_data: dataOf(units) })),
  };
};
