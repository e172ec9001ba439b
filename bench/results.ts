import { median } from './statistics.ts';

/** What one target costs on one query. */
export interface Figures {
  /** Upstream calls of one request. */
  readonly calls: number;
  /** CPU microseconds for a request, in each round. */
  readonly cpu: readonly number[];
  /** Requests a second, in each round. */
  readonly rate: readonly number[];
  /** The share of time in which its core was idle, in each round: where it is large, the rate is not the target's own. */
  readonly idle: readonly number[];
  /** The share of time in which its core ran other programs, in each round. */
  readonly foreign: readonly number[];
  /** Milliseconds of a request alone, with a slow upstream. */
  readonly latency: { readonly p50: number; readonly p99: number };
}

/** Why a target has no figures for a query. */
export interface Failure {
  readonly wrong: string;
}

/** All that was measured of one target, by query. */
export interface TargetResults {
  readonly name: string;
  readonly about: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly peakMemoryMb: number;
  readonly queries: Readonly<Record<string, Figures | Failure>>;
}

/** What more rows cost one target. */
export interface Growth {
  readonly target: string;
  readonly about: string;
  readonly calls: number;
  readonly cpu: number;
}

/** Everything that a run measured, and under which conditions. */
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

/** Whether there are figures. */
export const isMeasured = (figures: Figures | Failure | undefined): figures is Figures =>
  figures !== undefined && 'cpu' in figures;

/** Whether something else than the target set its rate: the load, the upstream or other programs. */
export const isHeldUp = ({ idle, foreign }: Figures): boolean =>
  median(idle) > 0.1 || median(foreign) > 0.1;
