import type { CheckedQuery } from './check.ts';
import { check } from './check.ts';
import type { Options } from './options.ts';
import type { Growth } from './results.ts';
import { sample } from './sample.ts';
import type { RunningTarget, Stage } from './stage.ts';
import { median } from './statistics.ts';
import { aboutWalk, walk } from './walk.ts';
import type { Query } from './workload/queries.ts';
import { children, ids } from './workload/queries.ts';

/** Measures the cost of more rows, of more ids and of a long walk, the targets by turns. */
export const measureGrowth = async (
  stage: Stage,
  started: readonly RunningTarget[],
  options: Options,
): Promise<Growth[]> => {
  const found: Growth[] = [];
  for (const query of [...children, ...ids]) {
    found.push(...(await measureQuery(stage, started, { query, ...options })));
  }
  found.push(...(await measureWalks(stage, started, options.rounds)));
  return found;
};

const measureQuery = async (
  stage: Stage,
  started: readonly RunningTarget[],
  { query, rounds, seconds }: Options & { readonly query: Query },
): Promise<readonly Growth[]> => {
  const subjects: { started: RunningTarget; checked: CheckedQuery; costs: number[] }[] = [];
  for (const target of started) {
    const checked = await check(stage, target, query);
    await stage.load({ ...checked.ask, seconds: seconds / 2 });
    subjects.push({ started: target, checked, costs: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { started: target, checked, costs } of subjects) {
      const ask = { ...checked.ask, seconds: seconds / 2 };
      costs.push((await sample(stage, target.pid, ask)).cpu);
    }
  }
  return subjects.map(({ started: { target }, checked, costs }) => ({
    target: target.name,
    about: query.about,
    calls: checked.calls,
    cpu: Math.min(...costs),
  }));
};

const measureWalks = async (
  stage: Stage,
  started: readonly RunningTarget[],
  rounds: number,
): Promise<readonly Growth[]> => {
  const walks = new Map<RunningTarget, { cpu: number; calls: number }[]>();
  // The first walk of each warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const target of started) {
      const walked = await walk(stage, target);
      if (round > 0) walks.set(target, [...(walks.get(target) ?? []), walked]);
    }
  }
  return [...walks].map(([{ target }, walked]) => ({
    target: target.name,
    about: aboutWalk,
    calls: median(walked.map(({ calls }) => calls)),
    cpu: Math.min(...walked.map(({ cpu }) => cpu)) * 1000,
  }));
};
