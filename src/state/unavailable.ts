import { refused } from '../errors.ts';

/** The refusal, with status 503, of a request that needs what only the store knows. */
export const storeUnavailable = (message: string, cause?: Error) =>
  refused(503, message, {
    code: 'STATE_STORE_UNAVAILABLE',
    headers: { 'Retry-After': '1' },
    extensions: { retryable: true, retryAfterSeconds: 1 },
    ...(cause !== undefined && { cause }),
  });
