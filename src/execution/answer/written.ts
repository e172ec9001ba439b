import type { SelectedField } from '../../resolvers/field.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import type { LaterFields, LaterItems } from './levels.ts';

/** The bytes of one answer: data, errors, extensions and framing (LIMIT_ANSWER_BYTES). */
export class Room {
  readonly limit: number;
  #taken = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** In bytes. */
  get taken(): number {
    return this.#taken;
  }

  /** In bytes; negative if the answer is longer than the limit. */
  get left(): number {
    return this.limit - this.#taken;
  }

  take(bytes: number): void {
    this.#taken += bytes;
  }
}

/** An answer without data. */
export const noData = Buffer.from('{"data":null}');

/** An error at a position of the answer. */
export interface Failure {
  readonly error: unknown;
  /** Null if the error does not come from a field. */
  readonly field: SelectedField | null;
  readonly path: readonly (string | number)[];
}

/** A position of the answer to which later parts belong. */
export interface PartPosition {
  readonly parts: readonly (LaterFields | LaterItems)[];
  /** The index of the object in the level, or of the list in the branch. */
  readonly at: number;
  readonly path: readonly (string | number)[];
}

/** A position with the one part that is written there. */
export type PartAt = Without<PartPosition, 'parts'> & { readonly part: LaterFields | LaterItems };

/** The errors of values that were written, and the positions to which later parts belong. */
export interface WhileWriting {
  readonly failures: readonly Failure[];
  readonly later: readonly PartPosition[];
}

/** Thrown when an answer is longer than the limit. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}
