import type { GraphQLFormattedError } from 'graphql';
import { toFormattedError } from '../errors.ts';
import type { Failure } from './written.ts';

/** Errors as they are sent to the client, and the causes of masked errors, for the log. */
export interface FormattedFailures {
  readonly errors: readonly GraphQLFormattedError[];
  readonly faults: readonly unknown[];
}

/** The largest number of errors in an answer. */
export const maxErrors = 100;

/** Formats failures for the client. Where there are more than `max`, the last error says how many are not shown. */
export const formatFailures = (
  failures: readonly Failure[],
  max = maxErrors,
): FormattedFailures => {
  const faults: unknown[] = [];
  const isCut = failures.length > max;
  const shown = failures.slice(0, isCut ? max - 1 : max);
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
