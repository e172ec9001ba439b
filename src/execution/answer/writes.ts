import { GraphQLError } from 'graphql';
import type { SelectedField } from '../../resolvers/field.ts';
import type { Level, Run } from './levels.ts';

/** How one field of a mutation ended. */
export interface FieldOutcome {
  /** Its name in the schema, whatever its alias. */
  readonly field: string;
  /** As in its payload: `APPLIED`. Null if the field ended with an error. */
  readonly outcome: string | null;
  /** Whether its input has an idempotencyKey. */
  readonly isKeyed: boolean;
}

/** How the fields of a mutation ended, in their order; empty for a query. */
export const writesOf = ({ fields, branches }: Level, run: Run): readonly FieldOutcome[] => {
  if (!run.isSerial) return [];
  const sent = fields.flatMap(({ selected, isRead }, index) =>
    isRead ? [] : [{ selected, payload: branches[index]?.values[0] }],
  );
  return sent.map(({ selected, payload }) => ({
    field: selected.definition.name,
    outcome: textIn(payload, 'outcome'),
    isKeyed: textIn(inputOf(selected, run), 'idempotencyKey') !== null,
  }));
};

const textIn = (object: unknown, name: string): string | null => {
  if (typeof object !== 'object' || object === null) return null;
  const value: unknown = Reflect.get(object, name);
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
