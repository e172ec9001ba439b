import type { Figure } from '../../../loaders/stats/values.ts';
import type { DerivedMetric } from '../../../upstream/catalogue/metrics.ts';
import type { MetricsView } from './stats.ts';

/** A metric that is no conversion. */
export const figureOf = (view: MetricsView, metric: string): Figure => {
  const value = view.value(metric);
  return typeof value === 'object' ? null : value;
};

/** A rate, such as clicks per impression; null if the divisor is null or 0. */
export const rateOf = ({ of, per }: DerivedMetric, view: MetricsView): number | null => {
  const [part, whole] = [figureOf(view, of), figureOf(view, per)];
  return part === null || whole === null || Number(whole) === 0
    ? null
    : Number(part) / Number(whole);
};

/** A cost in micros, exact and rounded half up to a micro; null if the divisor is null or 0. */
export const costOf = ({ of, per, times }: DerivedMetric, view: MetricsView): string | null => {
  const [charge, divisor] = [figureOf(view, of), figureOf(view, per)];
  if (charge === null || divisor === null || BigInt(divisor) === 0n) return null;
  return String(dividedHalfUp(BigInt(charge) * BigInt(times), BigInt(divisor)));
};

/** 5 / 2 is 3, and -5 / 2 is -2. */
const dividedHalfUp = (dividend: bigint, divisor: bigint): bigint => {
  const [over, under] = [2n * dividend + divisor, 2n * divisor];
  const quotient = over / under;
  return over % under !== 0n && over < 0n !== under < 0n ? quotient - 1n : quotient;
};
