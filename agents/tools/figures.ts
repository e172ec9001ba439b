import { decimalOf } from '../../src/upstream/catalogue/language/money.ts';
import { getOrMake } from '../../src/upstream/catalogue/memoize.ts';
import type { DerivedMetric, Metric } from '../../src/upstream/catalogue/metrics.ts';
import {
  derivedCost,
  derivedOfKind,
  derivedRate,
  membersOf,
  metricOf,
  metricsOfKind,
} from '../../src/upstream/catalogue/metrics.ts';
import { camelCase, moneyName } from '../../src/upstream/catalogue/names.ts';
import type { Cell } from '../answers/table.ts';
import { unknownName, wrongArguments } from '../tool-error.ts';
import { kinds, type ToolKind } from './tool.ts';

/** Sums of figures by their names in `needs`; null where the API had none. */
export type Sums = ReadonlyMap<string, bigint | null>;

/** A column of results. */
export interface FigureColumn {
  /** As the caller names it. */
  readonly name: string;
  /** The selection below `Metrics`, without an alias. */
  readonly selected: string;
  /** The value of what was selected. */
  readonly cell: (value: unknown) => Cell;
  /** The figures that sums of it need: `clicks`, `conversionPurchases.metric`. */
  readonly needs: readonly string[];
  /** The value of the whole; null if it does not add up. */
  readonly total: (sums: Sums) => Cell;
  readonly isMoney: boolean;
}

/** The default figures, if the level has them. */
const usual = ['impressions', 'clicks', 'clickRate', 'spend', 'costPerClick'];

/** The figures of a level, and the level to read them from. */
interface KnownFigures {
  readonly figures: readonly FigureColumn[];
  /** The level that has them: for an account, one whose rows are summed if it lacks some. */
  readonly from: ToolKind;
}

/** The figures of these names. Throws ToolError for a name that the level does not have. */
export const figuresOf = (level: ToolKind, names: readonly string[] | undefined): KnownFigures => {
  const wanted = names ?? usual.filter((name) => levelWith(level, [name]) !== null);
  const faults = wanted.flatMap((name, index) => {
    if (levelWith(level, [name]) !== null) return [];
    return [{ argument: `metrics[${index}]`, message: lacks(level, name) }];
  });
  if (faults.length > 0) throw wrongArguments(faults);
  const from = levelWith(level, wanted) ?? level;
  const figures = wanted.flatMap((name) => figuresOfKind(from).get(name) ?? []);
  return { figures: [...new Set(figures)], from };
};

/** The level with all of these figures that takes the fewest calls; null if there is none. */
const levelWith = (level: ToolKind, names: readonly string[]): ToolKind | null =>
  (level === 'ACCOUNT' ? sources : [level]).find((one) =>
    names.every((name) => figuresOfKind(one).has(name)),
  ) ?? null;

/** The levels that add up to an account, those with the fewest rows first. */
const sources = ['ACCOUNT', 'FUNDING_INSTRUMENT', 'CAMPAIGN'] as const;

const lacks = (level: ToolKind, name: string): string => {
  const others = kinds.filter((one) => levelWith(one, [name]) !== null);
  const none = `${level} has no metric`;
  return others.length > 0
    ? `${none} ${name}; these have it: ${others.join(', ')}.`
    : unknownName(none, name, [...figuresOfKind('CAMPAIGN').keys()]);
};

const byKind = new Map<ToolKind, ReadonlyMap<string, readonly FigureColumn[]>>();

/** The figures of a level by the names that ask for them: one, or all numbers of a conversion. */
const figuresOfKind = (kind: ToolKind): ReadonlyMap<string, readonly FigureColumn[]> =>
  getOrMake(byKind, kind, () => {
    const metrics = metricsOfKind(kind);
    const all = [...metrics.flatMap(plainFigures), ...derivedOfKind(kind).map(derivedFigure)];
    return new Map<string, readonly FigureColumn[]>([
      ...metrics.flatMap(conversionFigures),
      ...all.map((one) => [one.name, [one]] as const),
    ]);
  });

/** A conversion by its bare name: its count, or all of its numbers where it has no count. */
const conversionFigures = ({
  name,
  kind,
}: Metric): readonly (readonly [string, readonly FigureColumn[]])[] => {
  const field = camelCase(name);
  if (kind === 'webConversion') {
    return [[field, [{ ...memberFigure(field, 'metric'), name: field }]]];
  }
  if (kind !== 'mobileConversion') return [];
  return [[field, membersOf[kind].map((one) => memberFigure(field, camelCase(one)))]];
};

const plainFigures = (metric: Metric): readonly FigureColumn[] => {
  const name = camelCase(metric.name);
  if (metric.kind === 'count') return [countFigure(name)];
  if (metric.kind === 'micros') {
    const money = moneyName(metric.name);
    const spend = metric.name === 'billed_charge_local_micro' ? ['spend'] : [];
    return [countFigure(name), ...[money, ...spend].map((one) => moneyFigure(one, money, name))];
  }
  return membersOf[metric.kind].map((member) => memberFigure(name, camelCase(member)));
};

const countFigure = (name: string): FigureColumn => ({
  name,
  selected: name,
  cell: numberOr,
  needs: [name],
  total: (sums) => numberOr(sums.get(name)?.toString()),
  isMoney: false,
});

const moneyFigure = (name: string, field: string, needed: string): FigureColumn => ({
  name,
  selected: `${field} { amount }`,
  cell: amountIn,
  needs: [needed],
  total: (sums) => decimalOrNull(sums.get(needed)?.toString()),
  isMoney: true,
});

const memberFigure = (field: string, member: string): FigureColumn => {
  const name = `${field}.${member}`;
  return {
    name,
    selected: `${field} { ${member} }`,
    cell: (value) => numberOr((value as Readonly<Record<string, unknown>> | null)?.[member]),
    needs: [name],
    total: (sums) => numberOr(sums.get(name)?.toString()),
    isMoney: false,
  };
};

const derivedFigure = (metric: DerivedMetric): FigureColumn => {
  const { name, of, per } = metric;
  const field = camelCase(name);
  const figures = (sums: Sums) => (one: string) => sums.get(camelCase(one))?.toString() ?? null;
  const needs = [of, per].map(camelCase);
  if (metricOf(of).kind !== 'micros') {
    const total = (sums: Sums): Cell => rounded(derivedRate(metric, figures(sums)));
    return { name: field, selected: field, cell: rounded, needs, total, isMoney: false };
  }
  const total = (sums: Sums): Cell => decimalOrNull(derivedCost(metric, figures(sums)));
  const selected = `${field} { amount }`;
  return { name: field, selected, cell: amountIn, needs, total, isMoney: true };
};

/** A rate with four digits. */
const rounded = (value: unknown): Cell =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : null;

/** A whole number; as text if it is too long for a number. */
const numberOr = (value: unknown): Cell => {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
};

const amountIn = (value: unknown): Cell =>
  (value as { readonly amount: string } | null)?.amount ?? null;

const decimalOrNull = (micros: string | null | undefined): Cell =>
  micros === null || micros === undefined ? null : decimalOf(micros);
