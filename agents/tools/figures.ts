import { hintAt } from '../../src/config/misspelt.ts';
import { derivedCost, derivedRate } from '../../src/upstream/catalogue/derived-figures.ts';
import { decimalOf } from '../../src/upstream/catalogue/language/money.ts';
import { getOrMake } from '../../src/upstream/catalogue/memoize.ts';
import {
  type DerivedMetric,
  derivedOfKind,
  type Metric,
  membersOf,
  metricOf,
  metricsOfKind,
} from '../../src/upstream/catalogue/metrics.ts';
import { camelCase, moneyName } from '../../src/upstream/catalogue/names.ts';
import type { Cell } from '../answers/table.ts';
import { wrongArguments } from '../tool-error.ts';
import type { ToolKind } from './tool.ts';

/** Sums of the API's figures by their names; null where the API had none. */
export type Sums = ReadonlyMap<string, bigint | null>;

/** A column of results. */
export interface FigureColumn {
  /** As the caller names it. */
  readonly name: string;
  /** What is selected below `Metrics`, without an alias. */
  readonly selected: string;
  /** The value of what was selected. */
  readonly cell: (value: unknown) => Cell;
  /** The figures of the API that sums of it need. */
  readonly needs: readonly string[];
  /** The value of the whole; null if it does not add up. */
  readonly total: (sums: Sums) => Cell;
  readonly isMoney: boolean;
}

/** The figures that are shown if none are named, of those that the kind has. */
const usual = ['impressions', 'clicks', 'clickRate', 'spend', 'costPerClick'];

/** The figures of these names. Throws ToolError for a name that the kind does not have. */
export const figuresOf = (
  kind: ToolKind,
  names: readonly string[] | undefined,
): readonly FigureColumn[] => {
  const known = figuresOfKind(kind);
  const wanted = names ?? usual.filter((name) => known.has(name));
  const faults = wanted.flatMap((name, index) => {
    if (known.has(name)) return [];
    const hint = hintAt(name, [...known.keys()]);
    return [{ argument: `metrics[${index}]`, message: `${kind} has no metric ${name}${hint}.` }];
  });
  if (faults.length > 0) throw wrongArguments(faults);
  return [...new Set(wanted)].flatMap((name) => known.get(name) ?? []);
};

const byKind = new Map<ToolKind, ReadonlyMap<string, FigureColumn>>();

const figuresOfKind = (kind: ToolKind): ReadonlyMap<string, FigureColumn> =>
  getOrMake(byKind, kind, () => {
    const plain = metricsOfKind(kind).flatMap(plainFigures);
    const all = [...plain, ...derivedOfKind(kind).map(derivedFigure)];
    return new Map(all.map((one) => [one.name, one]));
  });

const plainFigures = (metric: Metric): readonly FigureColumn[] => {
  const name = camelCase(metric.name);
  if (metric.kind === 'count') return [countFigure(name, metric.name)];
  if (metric.kind === 'micros') {
    const money = moneyName(metric.name);
    const spend = metric.name === 'billed_charge_local_micro' ? ['spend'] : [];
    return [
      countFigure(name, metric.name),
      ...[money, ...spend].map((one) => moneyFigure(one, money, metric.name)),
    ];
  }
  return membersOf[metric.kind].map((member) => memberFigure(name, camelCase(member)));
};

const countFigure = (name: string, needed: string): FigureColumn => ({
  name,
  selected: name,
  cell: numberOr,
  needs: [needed],
  total: (sums) => numberOr(sums.get(needed)?.toString()),
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

// Its sums would need a figure for each member, and nobody has asked for them yet.
const memberFigure = (name: string, member: string): FigureColumn => ({
  name: `${name}.${member}`,
  selected: `${name} { ${member} }`,
  cell: (value) => numberOr((value as Readonly<Record<string, unknown>> | null)?.[member]),
  needs: [],
  total: () => null,
  isMoney: false,
});

const derivedFigure = (metric: DerivedMetric): FigureColumn => {
  const { name, of, per } = metric;
  const field = camelCase(name);
  const figures = (sums: Sums) => (one: string) => sums.get(one)?.toString() ?? null;
  const needs = [of, per];
  if (metricOf(of).kind !== 'micros') {
    const total = (sums: Sums): Cell => rounded(derivedRate(metric, figures(sums)));
    return { name: field, selected: field, cell: rounded, needs, total, isMoney: false };
  }
  const total = (sums: Sums): Cell => decimalOrNull(derivedCost(metric, figures(sums)));
  const selected = `${field} { amount }`;
  return { name: field, selected, cell: amountIn, needs, total, isMoney: true };
};

/** A rate with four digits, which is as exact as one reads it. */
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
