import type { SelectedField } from '../resolvers/field.ts';
import type { LaterFields, LaterItems } from './levels.ts';

/** An answer without data. */
export const noData = Buffer.from('{"data":null}');

/** An error at a position of the answer. */
export interface Failure {
  readonly error: unknown;
  /** Null where the error does not come from a field. */
  readonly field: SelectedField | null;
  readonly path: readonly (string | number)[];
}

/** A position of the answer at which a later part belongs. */
export interface Spot {
  readonly part: LaterFields | LaterItems;
  /** The index of the object in the level, or of the list in the branch. */
  readonly at: number;
  readonly path: readonly (string | number)[];
}

/** A written answer or part: its JSON, its errors, and the positions at which later parts belong. */
export interface Written {
  /** In UTF-8. */
  readonly json: Buffer<ArrayBuffer>;
  readonly failures: readonly Failure[];
  readonly later: readonly Spot[];
}

/** Thrown where an answer is longer than the limit. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}
