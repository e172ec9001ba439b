import type { Endpoint } from '../catalogue/language/endpoint.ts';
import type { Values } from '../catalogue/language/values.ts';
import type { CallRecord } from './call-record.ts';
import { noteFailure } from './call-record.ts';
import { isOutcomeUnknown, TransportError, UpstreamError } from './errors.ts';
import type { Recording } from './jobs.ts';
import { createJobs } from './jobs.ts';
import type { CallResult } from './response/answers.ts';
import type { CallScope } from './scope.ts';
import { send } from './transport/send.ts';

type SendCall = (endpoint: Endpoint, input: Values, scope: CallScope) => Promise<CallResult>;

/** Sends the calls of a request, and records how each ended. */
export const createCalls = (recording: Recording): SendCall => {
  const { shared, pauses } = recording;
  const prepare = createJobs(recording);
  return async (endpoint, input, scope) => {
    const job = prepare(endpoint, input, scope);
    if (scope.isRehearsal === true) throw rehearsed(endpoint);
    const start = performance.now();
    pauses.begin();
    try {
      const answer = await send(job);
      if (!endpoint.readOnly) job.record.outcome = 'applied';
      if (endpoint.ends === 'viewer') await scope.onTokenEnded?.('invalidated');
      if (endpoint.ends === 'bearer') await shared.bearer.drop();
      return answer;
    } catch (error) {
      noteFailure(job.record, error);
      if (!endpoint.readOnly) job.record.outcome = outcomeOf(error);
      if (error instanceof UpstreamError && error.status === 401) {
        await scope.onUnauthorized?.();
        if (error.code === 'REAUTHENTICATION_REQUIRED') await scope.onTokenEnded?.('revoked');
      }
      // A token that may have been invalidated is dropped. A token that the API refused to
      // invalidate is still valid.
      if (endpoint.ends === 'bearer' && isOutcomeUnknown(error)) await shared.bearer.drop();
      throw error;
    } finally {
      pauses.end();
      job.record.durationMs = performance.now() - start;
    }
  };
};

const rehearsed = ({ name }: Endpoint): TransportError =>
  new TransportError('UPSTREAM_UNAVAILABLE', name, 'a rehearsal sends nothing', { sent: false });

const outcomeOf = (error: unknown): CallRecord['outcome'] => {
  if (isOutcomeUnknown(error)) return 'unknown';
  return error instanceof UpstreamError && error.status !== 429 ? 'rejected' : 'unsent';
};
