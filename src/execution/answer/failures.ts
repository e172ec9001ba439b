import type { GraphQLFormattedError } from 'graphql';
import { toFormattedError } from '../../errors/errors.ts';
import { Note } from '../../loaders/page-query.ts';
import type { SelectedField } from '../../resolvers/field.ts';
import { UpstreamError } from '../../upstream/client/errors.ts';

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

/** Thrown when an answer is longer than the limit. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** A remark about a value that is correct: an item of `extensions.notes`. */
export interface FormattedNote {
  readonly text: string;
  /** Null if the note is about a call, not about a value. */
  readonly path: Failure['path'] | null;
}

/** Errors and notes as the client receives them, and the causes of masked errors for the log. */
export interface FormattedFailures {
  readonly errors: readonly GraphQLFormattedError[];
  readonly internalErrors: readonly unknown[];
  readonly notes: readonly FormattedNote[];
}

/** The number of errors, further problems of refusals, and notes that an answer may still show. */
export interface Allowance {
  errors: number;
  problems: number;
  notes: number;
}

/** The allowance of a new answer: 100 of each. */
export const newAllowance = (): Allowance => ({ errors: 100, problems: 100, notes: 100 });

/**
 * Formats failures for the client and reduces the allowance. The last error reports the number of
 * errors that are not shown. At least one error is shown. Notes above the allowance are left out.
 */
export const formatFailures = (
  found: readonly Failure[],
  allowance: Allowance,
): FormattedFailures => {
  const failures = found.filter(({ error }) => !(error instanceof Note));
  const notes = notesIn(found).slice(0, allowance.notes);
  allowance.notes -= notes.length;
  const internalErrors: unknown[] = [];
  const max = Math.max(1, allowance.errors);
  const isCut = failures.length > max;
  const shown = failures.slice(0, isCut ? max - 1 : max);
  const errors = shown.map((failure) => formatted(failure, allowance, internalErrors));
  const [next] = failures.slice(shown.length);
  if (next !== undefined) {
    const { extensions } = formatted(next, allowance, internalErrors);
    const message = `${failures.length - shown.length} more errors are not shown.`;
    errors.push({ message, extensions: { code: extensions?.['code'] } });
  }
  allowance.errors -= errors.length;
  return { errors, internalErrors, notes };
};

const notesIn = (found: readonly Failure[]): readonly FormattedNote[] =>
  found.flatMap(({ error, path }) =>
    error instanceof Note ? [{ text: error.message, path }] : [],
  );

const formatted = (
  { error, field, path }: Failure,
  allowance: Allowance,
  internalErrors: unknown[],
): GraphQLFormattedError => {
  const { positions: locations = [], written = [] } = field ?? {};
  const maxProblems = 1 + Math.max(0, allowance.problems);
  if (error instanceof UpstreamError) {
    allowance.problems -= Math.max(0, Math.min(error.problems.length, maxProblems) - 1);
  }
  const spot = { path, locations, written, maxProblems };
  return toFormattedError(error, spot, (cause) => internalErrors.push(cause));
};
