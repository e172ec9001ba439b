import { median } from './statistics.ts';

/** The cost of one query on one target. */
export interface Figures {
  /** Upstream calls of one request. */
  readonly calls: number;
  /** CPU microseconds for a request, in each round. */
  readonly cpu: readonly number[];
  /** Requests a second, in each round. */
  readonly rate: readonly number[];
  /**
   * The share of time in which its core was idle, in each round. If it is large, the rate is not
   * limited by the target.
   */
  readonly idle: readonly number[];
  /** The share of time in which a core ran other programs, in each round. */
  readonly foreign: readonly number[];
  /**
   * Milliseconds of a request alone, with a slow upstream, and the share of time in which a core
   * ran other programs.
   */
  readonly latency: { readonly p50: number; readonly p99: number; readonly foreign: number };
}

/** The reason why a target has no figures for a query. */
export interface Failure {
  readonly wrong: string;
}

/** All figures of one target, by query. */
export interface TargetResults {
  readonly name: string;
  readonly about: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly peakMemoryMb: number;
  readonly queries: Readonly<Record<string, Figures | Failure>>;
}

/** The cost of more rows on one target. */
export interface Growth {
  readonly target: string;
  readonly about: string;
  readonly calls: number;
  readonly cpu: number;
}

/** All measurements of a run, and their conditions. */
export interface Results {
  readonly date: string;
  readonly command: string;
  readonly machine: string;
  readonly node: string;
  readonly nodeFlags: readonly string[];
  readonly isPinned: boolean;
  readonly rounds: number;
  readonly seconds: number;
  readonly latencySamples: number;
  readonly targets: readonly TargetResults[];
  readonly growth: readonly Growth[];
}

/** True if there are figures. */
export const isMeasured = (figures: Figures | Failure | undefined): figures is Figures =>
  figures !== undefined && 'cpu' in figures;

/**
 * The largest share of a core for other programs. Above it, a measurement is repeated or left out.
 */
export const tolerated = 0.1;

/**
 * The value of the quietest round: the one with the least CPU among the rounds without other
 * programs on the cores, or among all if each had some. Other work on the machine can only add to
 * it.
 */
export const quietest = (figures: Figures, values: readonly number[]): number =>
  values[figures.cpu.indexOf(Math.min(...calm(figures, figures.cpu)))] ?? Number.NaN;

/** The values of the rounds without other programs on the cores, or of all if each had some. */
export const calm = ({ foreign }: Figures, values: readonly number[]): readonly number[] => {
  const found = values.filter((_, round) => (foreign[round] ?? 0) <= tolerated);
  return found.length > 0 ? found : values;
};

/**
 * The CPU of a target as a multiple of another's: the median over the rounds. Each round measures
 * both in quick succession, so a slow minute of the machine makes both dearer. Rounds with other
 * programs on the cores count only if all have some.
 */
export const multipleOf = (own: Figures, other: Figures): number => {
  const pairs = own.cpu.map((cpu, round) => ({
    multiple: cpu / (other.cpu[round] ?? Number.NaN),
    isCalm: Math.max(own.foreign[round] ?? 0, other.foreign[round] ?? 0) <= tolerated,
  }));
  const calmPairs = pairs.filter(({ isCalm }) => isCalm);
  const counted = calmPairs.length > 0 ? calmPairs : pairs;
  return median(counted.map(({ multiple }) => multiple));
};

/** True if every round was disturbed by other programs. */
export const isDisturbed = ({ foreign }: Figures): boolean =>
  foreign.every((share) => share > tolerated);

/** True if the target had to wait for load or upstream, so that they limit the rate. */
export const isHeldUp = (figures: Figures): boolean => quietest(figures, figures.idle) > 0.1;
