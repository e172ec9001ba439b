import { GraphQLError } from 'graphql';
import { refused } from '../errors/errors.ts';
import { StoreError } from './store.ts';

/** True if an error of a call means that it was not sent: not recorded, or not admitted. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof GraphQLError && unsent.includes(String(error.extensions['code']));

const unsent: readonly string[] = ['STATE_STORE_UNAVAILABLE', 'RATE_LIMITED'];

/** The refusal, with status 503, of a request that depends on the store. */
export const storeUnavailable = (message: string, cause?: Error, retryAfterSeconds = 1) =>
  refused(503, message, {
    code: 'STATE_STORE_UNAVAILABLE',
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extensions: { retryable: true, retryAfterSeconds },
    ...(cause !== undefined && { cause }),
  });

/** The refusal of a request for which the store did not answer; any other error as it is. */
export const refusalIfUnavailable = (
  error: unknown,
  message: string,
  retryAfterSeconds?: number,
): unknown =>
  error instanceof StoreError ? storeUnavailable(message, error, retryAfterSeconds) : error;
