import type { LoadRequest, LoadResult } from './load.ts';
import { cores, isPinned } from './processes.ts';
import { tolerated } from './results.ts';
import type { Stage } from './stage.ts';
import type { CoreUsage } from './usage.ts';
import { coreUsage, cpuMsOf, settle } from './usage.ts';

/** The cost of a target under load. */
export interface Sample {
  /** CPU microseconds for a request. */
  readonly cpu: number;
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds of a request. */
  readonly p50: number;
  readonly p99: number;
  /**
   * The share of time in which the target's core was idle, and in which a core ran other programs.
   */
  readonly idle: number;
  readonly foreign: number;
}

/** Sends requests; throws if an answer is wrong. */
export const loadRightly = async (stage: Stage, ask: LoadRequest): Promise<LoadResult> => {
  const result = await stage.load(ask);
  if (result.wrong > 0)
    throw new Error(`${result.wrong} of ${result.requests} answers wrong under load`);
  return result;
};

interface Usage {
  readonly target: number;
  readonly helpers: number;
  readonly gateway: CoreUsage;
  readonly others: CoreUsage;
}

const usageOf = (stage: Stage, pid: number): Usage => ({
  target: cpuMsOf(pid),
  helpers: stage.pids.map(cpuMsOf).reduce((sum, ms) => sum + ms, 0),
  gateway: coreUsage(cores.gateway),
  others: coreUsage(cores.others),
});

/** Milliseconds of other programs on the target's core or on the other, whichever is more. */
const foreignMs = (before: Usage, after: Usage): number =>
  Math.max(
    0,
    after.gateway.usedMs - before.gateway.usedMs - (after.target - before.target),
    after.others.usedMs - before.others.usedMs - (after.helpers - before.helpers),
  );

const sampleOnce = async (stage: Stage, pid: number, ask: LoadRequest): Promise<Sample> => {
  const before = usageOf(stage, pid);
  const { requests, ms, p50, p99 } = await loadRightly(stage, ask);
  const after = usageOf(stage, pid);
  await settle(pid);
  const cpu = ((cpuMsOf(pid) - before.target) * 1000) / requests;
  const rate = (requests * 1000) / ms;
  if (!isPinned) return { cpu, rate, p50, p99, idle: 0, foreign: 0 };
  const idle = (after.gateway.idleMs - before.gateway.idleMs) / ms;
  return { cpu, rate, p50, p99, idle, foreign: foreignMs(before, after) / ms };
};

/**
 * Measures a target under load, and again if other programs used its core, as long as there is
 * patience.
 */
export const sample = async (stage: Stage, pid: number, ask: LoadRequest): Promise<Sample> => {
  const { patience } = stage;
  await patience.waitForCalm();
  let calmest = await sampleOnce(stage, pid, ask);
  while (calmest.foreign > tolerated && patience.isLeft()) {
    await patience.waitForCalm();
    const begin = performance.now();
    const next = await sampleOnce(stage, pid, ask);
    if (next.foreign < calmest.foreign) calmest = next;
    if (calmest.foreign > tolerated) patience.spend(performance.now() - begin);
  }
  return calmest;
};
