import { GraphQLError } from 'graphql';
import type { SelectedField } from '../../resolvers/field.ts';
import { isObject, listIn } from '../../upstream/catalogue/language/values.ts';
import type { Level, Run } from './levels.ts';

/** How one field of a mutation ended. */
export interface FieldOutcome {
  /** Its name in the schema, whatever its alias. */
  readonly field: string;
  /** Its response key. */
  readonly key: string;
  /**
   * As in its payload: `APPLIED`. Null if the field ended with an error, or its caller left before
   * it ended.
   */
  readonly outcome: string | null;
  /** Whether its input has an idempotencyKey. */
  readonly isKeyed: boolean;
  /** The codes of the errors in its payload, each once; absent where it has none. */
  readonly codes?: readonly string[];
}

/** How the fields of a mutation have ended by now, in their order. */
export const writesOf = ({ fields, branches }: Level, run: Run): readonly FieldOutcome[] => {
  const sent = fields.flatMap(({ selected, isRead }, index) =>
    isRead ? [] : [{ selected, payload: branches[index]?.values[0] }],
  );
  return sent.map(({ selected, payload }) => {
    // Of a launch, which may go on while its answer is sent, this is how it has ended.
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

/** What is wrong with the input of a field of a mutation. */
export interface WriteFaults {
  readonly field: string;
  readonly errors: readonly unknown[];
}

/**
 * What is wrong with the inputs of a mutation that was only rehearsed, in the order of its fields.
 */
export const faultsIn = ({ fields, branches }: Level): readonly WriteFaults[] =>
  fields.flatMap(({ selected, isRead }, index) => {
    if (isRead) return [];
    const payload = branches[index]?.values[0];
    const ended = memberIn(payload, 'end') ?? payload;
    const ends = [ended, ...itemsIn(ended, 'results')];
    const errors = ends.flatMap((end) => itemsIn(end, 'errors'));
    return [{ field: selected.definition.name, errors }];
  });

// The API has codes of its own, and only what looks like one is taken for it.
const code = /^\w{1,64}$/;
const maxCodes = 20;

/** The codes of a payload, and of its items. */
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
