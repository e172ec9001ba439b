import { refused } from '../errors/errors.ts';

/** The refusal, with status 503, of a request that depends on the store. */
export const storeUnavailable = (message: string, cause?: Error, retryAfterSeconds = 1) =>
  refused(503, message, {
    code: 'STATE_STORE_UNAVAILABLE',
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extensions: { retryable: true, retryAfterSeconds },
    ...(cause !== undefined && { cause }),
  });
