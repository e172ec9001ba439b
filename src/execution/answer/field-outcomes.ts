import { GraphQLError } from 'graphql';
import type { SelectedField } from '../../resolvers/field.ts';
import { isObject, listIn } from '../../upstream/catalogue/language/values.ts';
import type { Level, Run } from './levels.ts';

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
