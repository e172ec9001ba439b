import type { GraphQLFormattedError } from 'graphql';
import { toFormattedError } from '../errors.ts';
import type { Failure } from './write.ts';

/** Errors as clients see them, and the causes of those that are masked. */
export interface FormattedFailures {
  readonly errors: readonly GraphQLFormattedError[];
  readonly faults: readonly unknown[];
}

/** An answer with a thousand errors helps nobody, and its paths cost more than its data. */
export const maxErrors = 100;

/** Failures as clients see them; of more than `most` the last error says how many are not shown. */
export const formatFailures = (
  failures: readonly Failure[],
  most = maxErrors,
): FormattedFailures => {
  const faults: unknown[] = [];
  const isCut = failures.length > most;
  const shown = failures.slice(0, isCut ? most - 1 : most);
  const errors = shown.map((failure) => formatted(failure, faults));
  const [next] = failures.slice(shown.length);
  if (next !== undefined) {
    const { extensions } = formatted(next, faults);
    const message = `${failures.length - shown.length} more errors are not shown.`;
    errors.push({ message, extensions: { code: extensions?.['code'] } });
  }
  return { errors, faults };
};

const formatted = ({ error, field, path }: Failure, faults: unknown[]): GraphQLFormattedError => {
  const place = { path, locations: field?.positions ?? [], written: field?.written ?? [] };
  return toFormattedError(error, place, (cause) => faults.push(cause));
};
