import { GraphQLError } from 'graphql';
import { refusal } from '../../../errors.ts';
import { clientMessageOf, isOfCall } from '../../../upstream/client/errors.ts';
import { waitedFor } from '../../../upstream/client/trace.ts';
import type { Asking } from '../../reads/node.ts';
import type { Outcome } from '../sending.ts';
import type { WriteError } from '../write-errors.ts';
import type { LaunchMade, LineItemMade, StepEnd } from './made.ts';
import type { LaunchStep } from './steps.ts';

/** A step of a launch that is under way. */
export interface RunningStep extends Pick<LaunchStep, 'kind' | 'items' | 'lineItem'> {
  readonly index: number;
  readonly ended: Promise<StepEnd>;
}

/** How a launch ended, and what it made. */
export interface LaunchEnd extends Pick<LaunchMade, 'campaign'> {
  readonly outcome: Outcome;
  readonly lineItems: readonly LineItemMade[];
  readonly errors: readonly WriteError[];
  /** The error of the request that stopped it, if there was one. */
  readonly cause: unknown;
}

/** A launch that is under way. */
export interface Launch {
  readonly steps: readonly RunningStep[];
  readonly ended: Promise<LaunchEnd>;
  /** How it ended; null while it is under way. */
  end: LaunchEnd | null;
}

/** What steps are run with. */
interface RunOptions {
  readonly made: LaunchMade;
  readonly asking: Asking;
  readonly keyOf: (step: LaunchStep, index: number) => string;
  /** Called once after the last step, before `ended` resolves; null if every step was applied. */
  readonly over: (stop: StepEnd | null, ends: readonly StepEnd[]) => Promise<void>;
}

/**
 * Runs steps one after the other. A step that is not applied stops the launch: the steps after it
 * are NOT_APPLIED and are not sent.
 */
export const runSteps = (
  steps: readonly LaunchStep[],
  running: RunOptions,
): Omit<Launch, 'end'> => {
  const waits = steps.map(() => Promise.withResolvers<StepEnd>());
  const work = async (): Promise<LaunchEnd> => {
    const ends: StepEnd[] = [];
    let stop: StepEnd | null = null;
    for (const [index, step] of steps.entries()) {
      const end: StepEnd = stop === null ? await run(step, index, running) : unsent;
      ends.push(end);
      if (stop === null && end.outcome !== 'APPLIED') stop = end;
      waits[index]?.resolve(end);
    }
    await running.over(stop, ends);
    const { campaign, lineItems } = running.made;
    const { outcome, errors, cause = null } = stop ?? done;
    return { outcome, campaign, lineItems, errors, cause };
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
const unsent: StepEnd = { outcome: 'NOT_APPLIED', errors: [] };

// A step that begins later than this before the deadline could be cut off, and then its outcome
// would be unknown.
const minMs = 5000;

const run = async (
  step: LaunchStep,
  index: number,
  { made, asking, keyOf }: RunOptions,
): Promise<StepEnd> => {
  const { context, field } = asking;
  const { length } = context.ads.calls;
  try {
    if (context.isStopping()) throw stopping();
    if (context.deadline - performance.now() < minMs) throw outOfTime();
    return await step.send(made, { asking, key: keyOf(step, index) });
  } catch (error) {
    return stopBy(error);
  } finally {
    // The next step waits for this one, unless the ledger answered it.
    if (context.ads.calls.length > length) waitedFor(field.trace, field.trace.round);
  }
};

const outOfTime = (): GraphQLError =>
  willContinue('OPERATION_TIMEOUT', 'The time for one request is over.');

const stopping = (): GraphQLError => willContinue('SHUTTING_DOWN', 'The gateway is stopping.');

const willContinue = (code: 'OPERATION_TIMEOUT' | 'SHUTTING_DOWN', why: string): GraphQLError =>
  refusal(code, `${why} Ask again with the same idempotencyKey: it goes on from here.`, {
    extensions: { retryable: true },
  });

/** The end of a step that could not be sent; UNKNOWN where it failed inside, perhaps afterwards. */
const stopBy = (cause: unknown): StepEnd => {
  const stop = (outcome: Outcome, code: string, message: string): StepEnd => ({
    outcome,
    errors: [{ code, message }],
    cause,
  });
  if (isOfCall(cause)) return stop('NOT_APPLIED', cause.code, clientMessageOf(cause));
  return cause instanceof GraphQLError
    ? stop('NOT_APPLIED', String(cause.extensions['code']), cause.message)
    : stop('UNKNOWN', 'INTERNAL_SERVER_ERROR', 'Something went wrong inside the gateway.');
};
