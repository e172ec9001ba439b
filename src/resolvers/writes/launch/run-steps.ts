import { GraphQLError } from 'graphql';
import type { Code } from '../../../errors/codes.ts';
import { refusal } from '../../../errors/errors.ts';
import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import type { Without } from '../../../upstream/catalogue/without.ts';
import { clientMessageOf, isOfCall } from '../../../upstream/client/errors.ts';
import { waitedFor } from '../../../upstream/client/trace.ts';
import type { LoadContext } from '../../field.ts';
import type { WholeLaunch } from '../../guards/whole-launch.ts';
import type { Outcome, WriteEnd, WriteError } from '../../write-errors.ts';
import { isTakenAway, takenAway, takenAwayEnd, takenAwayIn } from './current-rows.ts';
import { type LaunchEnd, type LaunchMade, markUnread, type StepEnd } from './made.ts';
import type { LaunchStep, StepKind } from './step.ts';
import { notActivated } from './tree.ts';

/** A running step of a launch. */
export interface RunningStep extends Pick<LaunchStep, 'kind' | 'items' | 'lineItem'> {
  readonly index: number;
  readonly ended: Promise<StepEnd>;
}

/** A running launch. */
export interface Launch {
  readonly steps: readonly RunningStep[];
  readonly ended: Promise<LaunchEnd>;
  /** The end; null while the launch runs. */
  end: LaunchEnd | null;
  /** The launch as the guards judge it; absent if it was refused before its steps were known. */
  readonly whole?: WholeLaunch;
}

/** The context in which steps run. */
interface RunOptions {
  /** The name of the mutation. */
  readonly mutation: string;
  readonly made: LaunchMade;
  /** The omissions of a copy before its first step. */
  readonly left?: readonly Lack[];
  readonly asking: LoadContext;
  readonly keyOf: (step: LaunchStep, index: number) => string;
  readonly stage: Stage;
  /** Called once after the last step, before `ended` resolves; null if all steps were applied. */
  readonly over: (stop: StepEnd | null, ends: readonly StepEnd[]) => Promise<void>;
}

/**
 * Runs steps one after the other. A step that is not applied stops the launch: the steps after it
 * are NOT_APPLIED and are not sent.
 */
export const runSteps = (
  steps: readonly LaunchStep[],
  running: RunOptions,
): Without<Launch, 'end'> => {
  const waits = steps.map(() => Promise.withResolvers<StepEnd>());
  const left = lacksByStep(steps, running.left ?? []);
  const work = async (): Promise<LaunchEnd> => {
    const { made, stage, asking } = running;
    const { elapsed } = asking.context.pace;
    const { lacks, takenAway: taken } = made;
    const ends: StepEnd[] = [];
    let stop: StepEnd | null = null;
    // Rows that an earlier request wrote may be as new as this request.
    let restsAt = stage === 'BEGUN' ? elapsed() + restMs : 0;
    let looking: Promise<WriteError | null> | undefined;
    const lost = async (): Promise<WriteError | null> => {
      looking ??= stage === 'BEGUN' ? takenAway(made, asking) : Promise.resolve(null);
      return looking;
    };
    for (const [index, step] of steps.entries()) {
      const isKept = step.activates === true && lacks.length + taken.length > 0;
      const end: StepEnd =
        stop !== null || isKept
          ? afterStop(stop)
          : await run(step, index, { ...running, lost, restsAt });
      if (step.activates !== true) restsAt = Math.max(restsAt, elapsed() + restMs);
      ends.push(end);
      taken.push(...takenAwayIn(end));
      if (step.isOptional === true && end.outcome === 'REJECTED') lacks.push(...end.errors);
      else if (!isKept && stop === null && isStop(end)) stop = end;
      waits[index]?.resolve({ ...end, errors: [...(left[index] ?? []), ...end.errors] });
      const { outcome } = end;
      asking.context.onStep({ step: step.kind, outcome, index, count: steps.length });
    }
    if (stop?.isUnread === true) markUnread(made, stop.outcome);
    await running.over(stop, ends);
    const { outcome, errors, cause = null } = stop ?? done;
    const isPaused = lacks.length > 0 && steps.some(({ activates }) => activates === true);
    const missing = [...lacks, ...(isPaused ? [notActivated] : []), ...taken];
    return {
      outcome,
      campaign: made.campaign,
      lineItems: made.lineItems,
      errors: [...missing, ...errors],
      cause,
    };
  };
  return {
    steps: steps.map(({ kind, items, lineItem }, index) => ({
      kind,
      items,
      lineItem,
      index,
      ended: (waits[index] as PromiseWithResolvers<StepEnd>).promise,
    })),
    ended: work(),
  };
};

const done: StepEnd = { outcome: 'APPLIED', errors: [] };

const isStop = (end: StepEnd): boolean =>
  end.isUnread === true || (end.outcome !== 'APPLIED' && !isTakenAway(end));

/** The end of a step that is not sent, because of the stop before it if there was one. */
const afterStop = (stop: StepEnd | null): StepEnd => ({
  outcome: stop?.isUnread === true ? stop.outcome : 'NOT_APPLIED',
  errors: [],
});

// Times of the API are whole seconds. A row that is activated this long after it was written gets
// another `updated_at`, which later shows if somebody has changed it.
const restMs = 1000;

interface StepOptions extends RunOptions {
  /** Looks once for rows of earlier requests that somebody has paused or deleted. */
  readonly lost: () => Promise<WriteError | null>;
  readonly restsAt: number;
}

const run = async (
  step: LaunchStep,
  index: number,
  { mutation, made, asking, keyOf, stage, lost, restsAt }: StepOptions,
): Promise<StepEnd> => {
  const { context, field } = asking;
  const { length } = context.ads.calls;
  const { stopped = null } = context.dryRun ?? {};
  const from = stopped?.length ?? 0;
  const mayBegin = (): void => refuseNow(context, stage);
  const instead = async (): Promise<WriteEnd | null> => {
    const error = await lost();
    if (error !== null) return takenAwayEnd('NOT_APPLIED', error);
    await context.pace.pause(Math.max(0, restsAt - context.pace.elapsed()));
    mayBegin();
    return null;
  };
  const rules = { mutation, mayBegin, ...(step.activates === true && { instead }) };
  try {
    const end = await step.send(made, { asking, key: keyOf(step, index), rules });
    return stopped === null ? end : { ...end, stopped: stopped.slice(from) };
  } catch (error) {
    return stopBy(error, stage);
  } finally {
    // The next step waits for this one, unless the ledger had its end.
    if (context.ads.calls.length > length) waitedFor(field.trace, field.trace.round);
  }
};

/** The stage of a launch in its record: begun or ended by earlier requests, or new. */
export type Stage = 'NEW' | 'BEGUN' | 'ENDED';

/** Throws if no step of a launch may be sent or read back now. */
const refuseNow = (context: LoadContext['context'], stage: Stage): void => {
  const { isStopping, deadline, stepMs } = context;
  if (stage === 'ENDED') throw forgotten();
  if (isStopping()) throw willContinue('SHUTTING_DOWN', 'The gateway is shutting down.');
  if (deadline - performance.now() < stepMs) {
    throw willContinue('OPERATION_TIMEOUT', 'The time limit of one request was reached.');
  }
};

const forgotten = (): GraphQLError =>
  refusal(
    'STATE_STORE_UNAVAILABLE',
    'The launch is complete, but the record of what it created is gone. Read the campaign to see it.',
  );

const willContinue = (code: Code, why: string): GraphQLError =>
  refusal(code, `${why} Retry with the same idempotencyKey: the launch resumes from here.`, {
    extensions: { retryable: true },
  });

const unreadCodes: readonly unknown[] = [
  'STATE_STORE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
] satisfies readonly Code[];

/** True if an error hides what earlier requests made in a step. */
const isUnread = (cause: GraphQLError, stage: Stage): boolean =>
  unreadCodes.includes(cause.extensions['code']) &&
  !(stage === 'NEW' && cause.extensions['code'] === 'STATE_STORE_UNAVAILABLE');

/**
 * The end of a step that could not be sent:
 * - APPLIED if the launch has ended, even if this request cannot read its record;
 * - UNKNOWN if its record cannot be read, or after an internal error;
 * - else NOT_APPLIED.
 */
const stopBy = (cause: unknown, stage: Stage): StepEnd => {
  const stop = (outcome: Outcome, code: string, message: string): StepEnd =>
    stage === 'ENDED'
      ? { outcome: 'APPLIED', errors: [{ code, message }], isUnread: true }
      : { outcome, errors: [{ code, message }], cause };
  if (isOfCall(cause)) return stop('NOT_APPLIED', cause.code, clientMessageOf(cause));
  if (!(cause instanceof GraphQLError)) {
    return stop(
      'UNKNOWN',
      'INTERNAL_SERVER_ERROR',
      'Internal error in the gateway. Its log has the cause.',
    );
  }
  const code = String(cause.extensions['code']);
  return isUnread(cause, stage)
    ? { ...stop('UNKNOWN', code, cause.message), isUnread: true }
    : stop('NOT_APPLIED', code, cause.message);
};

/** An omission of a copy, and the kind of the step that would have made the missing row. */
export interface Lack {
  readonly step: StepKind;
  /** The index of the line item; null for the campaign. */
  readonly lineItem: number | null;
  readonly error: WriteError;
}

/**
 * The errors of each step about omissions of a copy. If no step makes such rows, the errors are at
 * the step that makes their line item.
 */
const lacksByStep = (
  steps: readonly LaunchStep[],
  lacks: readonly Lack[],
): readonly (readonly WriteError[])[] => {
  const errorsOfSteps = steps.map((): WriteError[] => []);
  for (const { step, lineItem, error } of lacks) {
    const own = steps.findIndex(
      (one) => one.kind === step && (one.lineItem ?? lineItem) === lineItem,
    );
    const nth = Math.floor((lineItem ?? 0) / maxPerStep);
    const made = steps.findIndex(({ kind }) => kind === 'LINE_ITEMS') + nth;
    errorsOfSteps[own < 0 || step === 'LINE_ITEMS' ? made : own]?.push(error);
  }
  return errorsOfSteps;
};

const maxPerStep = lineItems.batchLineItems.maxOperations;
