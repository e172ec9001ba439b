import type { CheckedQuery } from './check.ts';
import { check } from './check.ts';
import type { Options } from './options.ts';
import { settings } from './options.ts';
import type { Failure, Figures } from './results.ts';
import type { Sample } from './sample.ts';
import { loadRightly, sample } from './sample.ts';
import type { RunningTarget, Stage } from './stage.ts';
import { cpuMsOf } from './usage.ts';
import type { Query } from './workload/queries.ts';

/** Reports the progress of a run. */
export type Report = (text: string) => void;

/** The result of a target on a query: its figures, or the reason why it has none. */
export interface Outcome {
  readonly started: RunningTarget;
  readonly query: Query;
  readonly figures: Figures | Failure;
}

/** A query of a target while it is being measured. */
interface Subject {
  readonly started: RunningTarget;
  readonly query: Query;
  readonly samples: Sample[];
  checked: CheckedQuery | null;
  latency: Sample | null;
  wrong: string | null;
}

type Step = (subject: Subject) => Promise<void>;

/** Runs a step with every target on every query, and reports its end. */
type Steps = (title: string, take: Step) => Promise<void>;

/** Checks and measures every target on every query of the options, the targets by turns. */
export const measureQueries = async (
  stage: Stage,
  started: readonly RunningTarget[],
  options: Options & { readonly tell: Report },
): Promise<readonly Outcome[]> => {
  const { queries, rounds, seconds, tell } = options;
  const subjects = queries.map((query) =>
    started
      .filter(({ target }) => target.readsResults || query.hasResults !== true)
      .map((target) => subjectOf(target, query)),
  );
  const steps = createSteps(subjects, tell);
  await steps('answers checked', async (subject) => {
    subject.checked = await check(stage, subject.started, subject.query);
  });
  await warmUp(stage, steps, options);
  // Equal parts for each round and for the rest, so that one busy time does not use up all of it.
  const patienceMs = (options.patienceSeconds * 1000) / (rounds + 1);
  for (let round = 1; round <= rounds; round += 1) {
    stage.patience.grant(patienceMs);
    await steps(`round ${round} of ${rounds}`, async ({ started: { pid }, checked, samples }) => {
      samples.push(await sample(stage, pid, { ...askOf(checked), seconds }));
    });
  }
  stage.patience.grant(patienceMs);
  await stage.setLatency(settings.latencyMs);
  await steps('latencies', async (subject) => {
    const alone = { ...askOf(subject.checked), concurrency: 1, requests: options.latencySamples };
    subject.latency = await sample(stage, subject.started.pid, alone);
  });
  await stage.setLatency(0);
  return subjects.flat().map(outcomeOf);
};

const createSteps = (subjects: readonly (readonly Subject[])[], tell: Report): Steps => {
  let turn = 0;
  return async (title, take) => {
    for (const rivals of subjects) {
      turn += 1;
      for (const subject of turned(rivals, turn)) await takeStep(subject, take, tell);
    }
    tell(title);
  };
};

const passes = 2;
const chunkSeconds = 0.3;

/** Runs all queries twice, so that every figure is of code that other queries have used too. */
const warmUp = async (
  stage: Stage,
  steps: Steps,
  { warmSeconds, queries }: Options,
): Promise<void> => {
  const cpuMs = (warmSeconds * 1000) / queries.length / passes;
  for (let pass = 1; pass <= passes; pass += 1) {
    await steps(`warm-up ${pass} of ${passes}`, async ({ started: { pid }, checked }) => {
      // The unit is CPU time, because beside other programs little is compiled in a second.
      const enough = cpuMsOf(pid) + cpuMs;
      while (cpuMsOf(pid) < enough) {
        await loadRightly(stage, { ...askOf(checked), seconds: chunkSeconds });
      }
    });
  }
};

const subjectOf = (started: RunningTarget, query: Query): Subject => ({
  started,
  query,
  samples: [],
  checked: null,
  latency: null,
  wrong: null,
});

/** Rotates the order, so that no target is always measured after the same one. */
const turned = <T>(items: readonly T[], turn: number): readonly T[] => {
  const first = turn % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
};

const takeStep = async (subject: Subject, take: Step, tell: Report): Promise<void> => {
  if (subject.wrong !== null) return;
  try {
    await take(subject);
  } catch (error) {
    subject.wrong = error instanceof Error ? error.message : String(error);
    tell(`${subject.started.target.name} ${subject.query.name}: ${subject.wrong}`);
  }
};

const askOf = (checked: CheckedQuery | null): CheckedQuery['ask'] => {
  if (checked === null) throw new Error('not checked');
  return checked.ask;
};

const outcomeOf = ({ started, query, checked, samples, latency, wrong }: Subject): Outcome => {
  if (wrong !== null || checked === null || latency === null) {
    return { started, query, figures: { wrong: wrong ?? 'not measured' } };
  }
  const figures = {
    calls: checked.calls,
    cpu: samples.map(({ cpu }) => cpu),
    rate: samples.map(({ rate }) => rate),
    idle: samples.map(({ idle }) => idle),
    foreign: samples.map(({ foreign }) => foreign),
    latency: { p50: latency.p50, p99: latency.p99, foreign: latency.foreign },
  };
  return { started, query, figures };
};
