import { AdsGraphError } from 'ads-graph/client';
import type { Ending } from './fault.ts';

/** True if signing in helps against a failure. */
export const isSignedOut = (failure: unknown): boolean =>
  failure instanceof AdsGraphError &&
  failure.errors.some(({ extensions: { code } = {} }) =>
    ['UNAUTHENTICATED', 'REAUTHENTICATION_REQUIRED'].includes(code ?? ''),
  );

/** The outcome of a failed write. One that failed in this page may have taken effect. */
export const endingOf = (failure: unknown): Ending => {
  const told = failure instanceof AdsGraphError ? failure : null;
  const { message } = failure as Error;
  const errors = told?.errors.length ? told.errors : [{ message }];
  return {
    outcome: told?.outcome ?? 'UNKNOWN',
    errors: errors.map(({ message, extensions }) => ({
      message,
      argument: extensions?.argument,
    })),
    isSignedOut: isSignedOut(failure),
  };
};
