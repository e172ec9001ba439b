import { GraphQLError } from 'graphql';
import { refused } from '../errors.ts';

/** Whether an error says that a write was not sent, because it could not be recorded. */
export const isUnrecorded = (error: unknown): boolean =>
  error instanceof GraphQLError && error.extensions['code'] === 'STATE_STORE_UNAVAILABLE';

/** The refusal, with status 503, of a request that needs what only the store knows. */
export const storeUnavailable = (message: string, cause?: Error, retryAfterSeconds = 1) =>
  refused(503, message, {
    code: 'STATE_STORE_UNAVAILABLE',
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extensions: { retryable: true, retryAfterSeconds },
    ...(cause !== undefined && { cause }),
  });
