import type { DerivedMetric } from './metrics.ts';

/** The figures that others are derived from, by the names of their metrics. */
type Figures = (metric: string) => number | string | null;

/** A rate, such as clicks per impression; null if the divisor is null or 0. */
export const derivedRate = ({ of, per }: DerivedMetric, figure: Figures): number | null => {
  const [share, whole] = [figure(of), figure(per)];
  return share === null || whole === null || Number(whole) === 0
    ? null
    : Number(share) / Number(whole);
};

/** A cost in micros, exact and rounded half up to a micro; null if the divisor is null or 0. */
export const derivedCost = ({ of, per, times }: DerivedMetric, figure: Figures): string | null => {
  const [charge, divisor] = [figure(of), figure(per)];
  if (charge === null || divisor === null || BigInt(divisor) === 0n) return null;
  return String(dividedHalfUp(BigInt(charge) * BigInt(times), BigInt(divisor)));
};

/** 5 / 2 is 3, and -5 / 2 is -2. */
const dividedHalfUp = (dividend: bigint, divisor: bigint): bigint => {
  const [over, under] = [2n * dividend + divisor, 2n * divisor];
  const quotient = over / under;
  return over % under !== 0n && over < 0n !== under < 0n ? quotient - 1n : quotient;
};
