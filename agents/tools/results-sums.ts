import type { Cell } from '../answers/table.ts';
import type { FigureColumn, Sums } from './figures.ts';
import type { AccountResults, FigureValues, FoundStats, WantedFigures } from './results-rows.ts';
import { needsOf, spansOf } from './results-rows.ts';

/** The sums of the metrics that columns need. */
const sumsOf = (figures: readonly FigureColumn[], all: readonly FigureValues[]): Sums =>
  new Map(
    needsOf(figures).map((need) => {
      const values = all.flatMap((metrics) => numberIn(metrics, need) ?? []);
      return [need, values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0n)];
    }),
  );

const numberIn = (metrics: FigureValues, need: string): bigint | null => {
  const [field = '', member] = need.split('.');
  const found = metrics[field] ?? null;
  const value = member === undefined ? found : (found as FigureValues | null)?.[member];
  return value === null || value === undefined ? null : BigInt(String(value));
};

/** The cells of sums. Money of more than one currency has no sum. */
const summedCells = (
  figures: readonly FigureColumn[],
  all: readonly FigureValues[],
  isMixed: boolean,
): readonly Cell[] => {
  const sums = sumsOf(figures, all);
  return figures.map(({ isMoney, total }) => (isMoney && isMixed ? null : total(sums)));
};

/** The currencies of figures. */
const currenciesOf = (found: readonly AccountResults[]): ReadonlySet<string> =>
  new Set(
    found
      .flatMap(({ things }) => things)
      .flatMap(({ now }) => now?.total.billedCharge?.currency ?? []),
  );

/** False if figures are missing, so that sums would be wrong. */
const isWhole = ({ things, answers }: AccountResults, compare: boolean): boolean =>
  things.every(({ now, before }) => now !== null && (!compare || before !== null)) &&
  !answers.some(({ errors }) => errors.some(isOfFigures));

const isOfFigures = ({ path }: { readonly path?: readonly (string | number)[] }): boolean =>
  path === undefined || path.length < 3 || path.includes('now') || path.includes('before');

/**
 * An account as one row, or one for each day or hour: the sums of its things, null if one lacks the
 * figure.
 */
export const summedRows = (
  found: AccountResults,
  { by, figures, compare }: WantedFigures,
): readonly (readonly Cell[])[] => {
  const { account, things } = found;
  const own = [`Account:${account.id}`, account.name];
  const isMixed = currenciesOf([found]).size > 1;
  const hasAll = isWhole(found, compare);
  const cells = (all: readonly FigureValues[]): readonly Cell[] =>
    hasAll ? summedCells(figures, all, isMixed) : figures.map(() => null);
  const nowStats = things.flatMap(({ now }) => now ?? []);
  const beforeStats = things.flatMap(({ before }) => before ?? []);
  if (by === undefined) {
    const totals = (all: readonly FoundStats[]) => cells(all.map(({ total }) => total));
    return [[...own, ...totals(nowStats), ...(compare ? totals(beforeStats) : [])]];
  }
  // All things of an account have the same days.
  return spansOf(nowStats[0] ?? null).map(({ start }, at) => {
    const spans = (all: readonly FoundStats[]) =>
      cells(
        all.flatMap((stats): readonly FigureValues[] => {
          const metrics = spansOf(stats)[at]?.metrics;
          return metrics === undefined ? [] : [metrics];
        }),
      );
    return [...own, start, ...spans(nowStats), ...(compare ? spans(beforeStats) : [])];
  });
};

/** The row of sums, and the notes about it; null if figures are missing. */
export const totalsOf = (
  found: readonly AccountResults[],
  { figures, by, compare }: WantedFigures,
): { readonly totals: readonly Cell[] | null; readonly notes: readonly string[] } => {
  const things = found.flatMap((one) => one.things);
  const missing = found.flatMap((one) => one.missing);
  const currencies = currenciesOf(found);
  const unknown = missing.length > 0 ? [`There is nothing with the id ${missing.join(', ')}.`] : [];
  const money = currencies.size === 1 ? [`Amounts are in ${[...currencies].join()}.`] : [];
  if (!found.every((one) => isWhole(one, compare))) {
    const lacks = 'There are no totals, because figures of some rows are missing: call again.';
    return { totals: null, notes: [...unknown, ...money, lacks] };
  }
  if (things.length === 0) return { totals: null, notes: unknown };
  const isMixed = currencies.size > 1;
  const mixed = isMixed
    ? [`Amounts are in the currency of each account (${[...currencies].join(', ')}): no total.`]
    : [];
  const cells = (when: 'now' | 'before'): readonly Cell[] =>
    summedCells(
      figures,
      things.flatMap((thing): readonly FigureValues[] => (thing[when] ? [thing[when].total] : [])),
      isMixed,
    );
  const blank = by === undefined ? [] : [null];
  return {
    totals: ['TOTAL', null, ...blank, ...cells('now'), ...(compare ? cells('before') : [])],
    notes: [...unknown, ...money, ...mixed],
  };
};
