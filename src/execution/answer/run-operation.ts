import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context } from '../../resolvers/context.ts';
import type { SelectedField } from '../../resolvers/field.ts';
import { isObject, listIn } from '../../upstream/catalogue/language/values.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import { costOf, type SelectedOperation } from '../cost/cost.ts';
import { answerTooLong, refuseCost } from '../plan/measure.ts';
import type { Plan } from '../plan/plan.ts';
import { execute, infoOf } from './execute.ts';
import type { FormattedNote } from './failures.ts';
import { AnswerTooLong, formatFailures, newAllowance, noData, Room } from './failures.ts';
import type { Level, Run } from './levels.ts';
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

/** The outcome of one field of a mutation. */
export interface FieldOutcome {
  /** The name in the schema, whatever the alias. */
  readonly field: string;
  /** Its response key. */
  readonly key: string;
  /** Such as `APPLIED`. Null if the field failed, or the caller left before it ended. */
  readonly outcome: string | null;
  /** True if the input has an idempotencyKey. */
  readonly isKeyed: boolean;
  /** The codes of the errors in the payload, each once; absent if there are none. */
  readonly codes?: readonly string[];
}

/** The outcomes of the fields of a mutation so far, in their order. */
export const writesOf = ({ fields, branches }: Level, run: Run): readonly FieldOutcome[] => {
  const sent = fields.flatMap(({ selected, isRead }, index) =>
    isRead ? [] : [{ selected, payload: branches[index]?.values[0] }],
  );
  return sent.map(({ selected, payload }) => {
    // A launch may continue while its answer is sent. Its `end` is the current state.
    const ended = memberIn(payload, 'end') ?? payload;
    const codes = codesIn(ended);
    return {
      field: selected.definition.name,
      key: selected.key,
      outcome: textIn(ended, 'outcome'),
      isKeyed: textIn(inputOf(selected, run), 'idempotencyKey') !== null,
      ...(codes.length > 0 && { codes }),
    };
  });
};

/** The faults in the input of a field of a mutation. */
export interface WriteFaults {
  readonly field: string;
  readonly errors: readonly unknown[];
}

/** The faults in the inputs of a mutation that was only rehearsed, in the order of its fields. */
export const faultsIn = ({ fields, branches }: Level): readonly WriteFaults[] =>
  fields.flatMap(({ selected, isRead }, index) => {
    if (isRead) return [];
    const payload = branches[index]?.values[0];
    const ended = memberIn(payload, 'end') ?? payload;
    const ends = [ended, ...itemsIn(ended, 'results')];
    const errors = ends.flatMap((end) => itemsIn(end, 'errors'));
    return [{ field: selected.definition.name, errors }];
  });

// The API has codes of its own, so the format of a code is checked.
const code = /^\w{1,64}$/;
const maxCodes = 20;

/** The codes of a payload and of its items. */
const codesIn = (payload: unknown): readonly string[] => {
  const ends = [payload, ...itemsIn(payload, 'results')];
  const errors = ends.flatMap((end) => itemsIn(end, 'errors'));
  const codes = new Set(errors.map((error) => textIn(error, 'code') ?? ''));
  return [...codes].filter((text) => code.test(text)).slice(0, maxCodes);
};

const memberIn = (object: unknown, name: string): unknown =>
  isObject(object) ? object[name] : null;

const itemsIn = (object: unknown, name: string): readonly unknown[] =>
  listIn(memberIn(object, name));

const textIn = (object: unknown, name: string): string | null => {
  const value = memberIn(object, name);
  return typeof value === 'string' ? value : null;
};

const inputOf = ({ argumentsFor }: SelectedField, { variables }: Run): unknown => {
  try {
    return argumentsFor(variables)['input'];
  } catch (error) {
    // The field itself has failed with this error.
    if (error instanceof GraphQLError) return null;
    throw error;
  }
};
