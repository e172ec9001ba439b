import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context } from '../../resolvers/context.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import { costOf, type SelectedOperation } from '../cost/cost.ts';
import { answerTooLong, refuseCost } from '../plan/measure.ts';
import type { Plan } from '../plan/plan.ts';
import { execute, infoOf } from './execute.ts';
import type { FormattedNote } from './failures.ts';
import { AnswerTooLong, formatFailures, newAllowance, noData, Room } from './failures.ts';
import { type FieldOutcome, writesOf } from './field-outcomes.ts';
import { type Part, partsOf } from './parts.ts';
import { write } from './write-answer.ts';

/** The answer to an operation. */
export interface Answer {
  /** `{"data":…}` in UTF-8; absent if the operation was refused before its execution. */
  readonly data?: Buffer<ArrayBuffer> | undefined;
  /** Absent if there are none. */
  readonly errors?: readonly (GraphQLError | GraphQLFormattedError)[] | undefined;
  /** The causes of masked errors, for the log only. */
  readonly internalErrors: readonly unknown[];
  readonly notes: readonly FormattedNote[];
  /** The outcomes of the fields of a mutation so far. */
  readonly writes: () => readonly FieldOutcome[];
  /** The rest of LIMIT_ANSWER_BYTES; absent without data. */
  readonly room?: Room | undefined;
  /** The later parts of the answer; null if it is complete. */
  readonly later: AsyncGenerator<Part, void> | null;
}

/** An operation whose variables are coerced and whose cost is within the limits. */
export interface CheckedOperation extends SelectedOperation {
  /** The least number of upstream calls, and the largest number of values that are written. */
  readonly calls: number;
  readonly values: number;
}

/** The number of values that take milliseconds to write. */
const longAnswer = 20_000;

/**
 * Coerces the variables of an operation and checks its cost against the limits; returns the errors
 * if either fails. With `inParts`, a document with `@defer` or `@stream` is answered in parts.
 */
export const checkOperation = (
  plan: Plan,
  raw: Readonly<Record<string, unknown>>,
  inParts = false,
): CheckedOperation | { readonly errors: readonly GraphQLError[] } => {
  const coerced = plan.coerce(raw);
  if ('errors' in coerced) return { errors: coerced.errors };
  const { values: variables } = coerced;
  try {
    const operation = { plan, selection: plan.selectionFor(variables, inParts), variables };
    const cost = costOf(operation);
    refuseCost(cost, plan.limits);
    const { calls, values } = cost;
    return { ...operation, calls, values };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
};

/**
 * Executes an operation and writes its answer. Every error has a code. A later part is written when
 * it is read from `later`.
 */
export const run = async (
  { plan, selection, variables, values }: CheckedOperation,
  context: Context,
): Promise<Answer> => {
  const running = { info: infoOf(plan.schema), context, variables, isSerial: plan.isMutation };
  let writes = noWrites;
  try {
    const { limits } = plan;
    const level = await execute(selection, running);
    if (plan.isMutation) writes = () => writesOf(level, running);
    if (values > longAnswer) await exclusiveTurn();
    const { json, failures, later } = write(level, running, limits.answerBytes);
    const room = new Room(limits.answerBytes);
    room.take(json.length);
    const { errors, internalErrors, notes } = formatFailures(failures, newAllowance());
    const sending = { run: running, room, allowance: newAllowance() };
    return {
      data: json,
      errors: errors.length > 0 ? errors : undefined,
      internalErrors,
      notes,
      writes,
      room,
      later: later.length > 0 ? partsOf(later, sending) : null,
    };
  } catch (error) {
    const failed = { internalErrors: [], notes: [], writes, later: null };
    if (error instanceof AnswerTooLong)
      return { ...failed, data: noData, errors: [answerTooLong(plan.limits.answerBytes)] };
    if (error instanceof GraphQLError) return { ...failed, errors: [error] };
    throw error;
  }
};

const noWrites = (): readonly FieldOutcome[] => [];
