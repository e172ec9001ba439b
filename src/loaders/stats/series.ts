import { type Metric, membersOf } from '../../upstream/catalogue/metrics.ts';

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

const figuresIn = (value: unknown, length: number): readonly Figure[] | null => {
  if (value === null || value === undefined) return nothing(length);
  return Array.isArray(value) && value.length === length && value.every(isFigure) ? value : null;
};

/**
 * A metric of a response as a series of this length; null if it is not one. A missing metric is a
 * series of nulls.
 */
export const seriesOf = ({ kind }: Metric, value: unknown, length: number): Series | null => {
  if (kind === 'count' || kind === 'micros') return figuresIn(value, length);
  if (value === undefined) return seriesOf({ kind } as Metric, null, length);
  if (typeof value !== 'object' || Array.isArray(value)) return null;
  const members: Record<string, readonly Figure[]> = {};
  for (const member of membersOf[kind]) {
    const given = (value as Readonly<Record<string, unknown>> | null)?.[member];
    const figures = figuresIn(given, length);
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
