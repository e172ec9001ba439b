import type { Checked } from './check.ts';
import { check } from './check.ts';
import type { LoadAsk } from './load.ts';
import type { Options } from './options.ts';
import { settings } from './options.ts';
import { cores, isPinned } from './processes.ts';
import type { Figures } from './results.ts';
import type { Stage, Started } from './stage.ts';
import { coreMsOf, cpuMsOf, settle } from './usage.ts';
import type { Query } from './workload/queries.ts';

/** Tells what a run is at. */
export type Tell = (text: string) => void;

/** What one round of one query cost a target. */
interface Sample {
  /** CPU microseconds for a request. */
  readonly cpu: number;
  readonly rate: number;
  /** The shares of the core's time in which it did nothing, and in which it ran other programs. */
  readonly idle: number;
  readonly foreign: number;
}

/** A query of a target that is being measured. */
interface Subject {
  readonly started: Started;
  readonly checked: Checked;
  readonly samples: Sample[];
  latency: Figures['latency'];
}

/** What is known about a query of a target: its figures, or why it has none. */
export interface Outcome {
  readonly started: Started;
  readonly query: Query;
  readonly figures: Figures | { readonly wrong: string };
}

/** Puts a target under load; throws where one answer under load is not the right one. */
export const sample = async (stage: Stage, pid: number, ask: LoadAsk): Promise<Sample> => {
  const [own, core] = [cpuMsOf(pid), coreMsOf(cores.gateway)];
  const { requests, wrong, ms } = await stage.load(ask);
  const [during, after] = [cpuMsOf(pid) - own, coreMsOf(cores.gateway)];
  await settle(pid);
  const cpu = ((cpuMsOf(pid) - own) * 1000) / requests;
  if (wrong > 0) throw new Error(`${wrong} of ${requests} wrong under load`);
  const rate = (requests * 1000) / ms;
  if (!isPinned) return { cpu, rate, idle: 0, foreign: 0 };
  const foreign = Math.max(0, after.used - core.used - during) / ms;
  return { cpu, rate, idle: (after.idle - core.idle) / ms, foreign };
};

const tries = 3;
const tolerated = 0.1;

/** As `sample`, the calmest of three where other programs use the core. */
export const calmSample = async (stage: Stage, pid: number, ask: LoadAsk): Promise<Sample> => {
  let calmest = await sample(stage, pid, ask);
  for (let more = 1; more < tries && calmest.foreign > tolerated; more += 1) {
    const next = await sample(stage, pid, ask);
    if (next.foreign < calmest.foreign) calmest = next;
  }
  return calmest;
};

/** Checks and measures every target on every query of the options, the targets by turns. */
export const measureQueries = async (
  stage: Stage,
  started: readonly Started[],
  options: Options & { readonly tell: Tell },
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  const subjects: Subject[] = [];
  for (const target of started) {
    for (const query of options.queries) {
      try {
        const checked = await check(stage, target, query);
        const latency = { p50: Number.NaN, p99: Number.NaN };
        subjects.push({ started: target, checked, samples: [], latency });
      } catch (error) {
        const wrong = error instanceof Error ? error.message : String(error);
        options.tell(`${target.target.name} ${query.name}: ${wrong}`);
        outcomes.push({ started: target, query, figures: { wrong } });
      }
    }
  }
  options.tell('all answers checked');
  await measureSubjects(stage, subjects, options);
  return [...outcomes, ...subjects.map(outcomeOf)];
};

const measureSubjects = async (
  stage: Stage,
  subjects: readonly Subject[],
  options: Options & { readonly tell: Tell },
): Promise<void> => {
  const { rounds, seconds, warmSeconds, latencySamples, queries, tell } = options;
  const half = warmSeconds / 2;
  // Twice over all queries, so that every figure is of code that other queries have shaped too.
  for (const pass of [1, 2]) {
    for (const { checked } of subjects) await stage.load({ ...checked.ask, seconds: half });
    tell(`warm-up ${pass} of 2`);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { started, checked, samples } of byTurns(subjects, queries, round)) {
      samples.push(await calmSample(stage, started.pid, { ...checked.ask, seconds }));
    }
    tell(`round ${round + 1} of ${rounds}`);
  }
  await stage.setLatency(settings.latencyMs);
  for (const subject of byTurns(subjects, queries, 0)) {
    const alone = { ...subject.checked.ask, concurrency: 1 };
    await stage.load({ ...alone, requests: 1 });
    const { p50, p99 } = await stage.load({ ...alone, requests: latencySamples });
    subject.latency = { p50, p99 };
  }
  await stage.setLatency(0);
  tell('latencies');
};

/** Query by query, all targets side by side, another one first each time. */
const byTurns = (
  subjects: readonly Subject[],
  queries: readonly Query[],
  round: number,
): readonly Subject[] =>
  queries.flatMap((query, place) => {
    const own = subjects.filter(({ checked }) => checked.query === query);
    const first = (place + round) % Math.max(1, own.length);
    return [...own.slice(first), ...own.slice(0, first)];
  });

const outcomeOf = ({ started, checked, samples, latency }: Subject): Outcome => ({
  started,
  query: checked.query,
  figures: {
    calls: checked.calls,
    cpu: samples.map(({ cpu }) => cpu),
    rate: samples.map(({ rate }) => rate),
    idle: samples.map(({ idle }) => idle),
    foreign: samples.map(({ foreign }) => foreign),
    latency,
  },
});
