import { GraphQLError } from 'graphql';
import type { Code } from '../../../errors/codes.ts';
import { refusal } from '../../../errors/errors.ts';
import { clientMessageOf, isOfCall } from '../../../upstream/client/errors.ts';
import type { LoadContext } from '../../field.ts';
import type { Outcome } from '../../write-request.ts';
import type { StepEnd } from './made.ts';

/** The stage of a launch in its record: begun or ended by earlier requests, or new. */
export type Stage = 'NEW' | 'BEGUN' | 'ENDED';

/** Throws if no step of a launch may be sent or read back now. */
export const refuseNow = (context: LoadContext['context'], stage: Stage): void => {
  const { isStopping, deadline, stepMs } = context;
  if (stage === 'ENDED') throw forgotten();
  if (isStopping()) throw willContinue('SHUTTING_DOWN', 'The gateway is shutting down.');
  if (deadline - performance.now() < stepMs) {
    throw willContinue('OPERATION_TIMEOUT', 'The time limit of one request was reached.');
  }
};

const forgotten = (): GraphQLError =>
  refusal(
    'STATE_STORE_UNAVAILABLE',
    'The launch is complete, but the record of what it created is gone. Read the campaign to see it.',
  );

const willContinue = (code: Code, why: string): GraphQLError =>
  refusal(code, `${why} Retry with the same idempotencyKey: the launch resumes from here.`, {
    extensions: { retryable: true },
  });

const unreadCodes: readonly unknown[] = [
  'STATE_STORE_UNAVAILABLE',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
] satisfies readonly Code[];

/** True if an error hides what earlier requests made in a step. */
const isUnread = (cause: GraphQLError, stage: Stage): boolean =>
  unreadCodes.includes(cause.extensions['code']) &&
  !(stage === 'NEW' && cause.extensions['code'] === 'STATE_STORE_UNAVAILABLE');

/**
 * The end of a step that could not be sent:
 * - APPLIED if the launch has ended, even if this request cannot read its record;
 * - UNKNOWN if its record cannot be read, or after an internal error;
 * - else NOT_APPLIED.
 */
export const stopBy = (cause: unknown, stage: Stage): StepEnd => {
  const stop = (outcome: Outcome, code: string, message: string): StepEnd =>
    stage === 'ENDED'
      ? { outcome: 'APPLIED', errors: [{ code, message }], isUnread: true }
      : { outcome, errors: [{ code, message }], cause };
  if (isOfCall(cause)) return stop('NOT_APPLIED', cause.code, clientMessageOf(cause));
  if (!(cause instanceof GraphQLError)) {
    return stop(
      'UNKNOWN',
      'INTERNAL_SERVER_ERROR',
      'Internal error in the gateway. Its log has the cause.',
    );
  }
  const code = String(cause.extensions['code']);
  return isUnread(cause, stage)
    ? { ...stop('UNKNOWN', code, cause.message), isUnread: true }
    : stop('NOT_APPLIED', code, cause.message);
};
