import { GraphQLError } from 'graphql';
import { refusal, refused, retryIn } from '../errors/errors.ts';
import { StoreError, unreadable } from './store.ts';

/** True if an error of a call means that it was not sent: not recorded, or not admitted. */
export const isUnsent = (error: unknown): boolean =>
  error instanceof GraphQLError && unsent.includes(String(error.extensions['code']));

const unsent: readonly string[] = ['STATE_STORE_UNAVAILABLE', 'RATE_LIMITED'];

/** The refusal, with status 503, of a request that depends on the store. */
export const storeUnavailable = (message: string, cause?: Error, retryMs = 1000) =>
  refused(503, message, {
    code: 'STATE_STORE_UNAVAILABLE',
    ...retryIn(retryMs),
    ...(cause !== undefined && { cause }),
  });

/** The refusal of a request for which the store did not answer; any other error as it is. */
export const refusalIfUnavailable = (error: unknown, message: string, retryMs?: number): unknown =>
  error instanceof StoreError ? storeUnavailable(message, error, retryMs) : error;

/** The result of a call to the store. If it failed with StoreError, rejects with `refusal`. */
export const refuseIfUnavailable = async <T>(
  work: Promise<T>,
  refusal: (error: StoreError) => GraphQLError,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StoreError ? refusal(error) : error;
  }
};

/** Refuses a write because of its key: it was not sent. */
export const keyRefusal = (
  code: 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_IN_PROGRESS' | 'STATE_STORE_UNAVAILABLE',
  message: string,
  { cause, ...when }: RefusalFacts = {},
): GraphQLError =>
  refusal(code, message, {
    extensions: {
      argument: 'input.idempotencyKey',
      retryable: code !== 'IDEMPOTENCY_KEY_REUSED',
      ...when,
    },
    ...(cause !== undefined && { cause }),
  });

interface RefusalFacts {
  readonly cause?: Error;
  /** False if nobody knows when it helps to try again; by default it may help at once. */
  readonly retryable?: false;
  /** The seconds until a retry can succeed; by default at once. */
  readonly retryAfterSeconds?: number;
}

/**
 * Refuses a write that may have been sent before: its record cannot be read. `why` ends the
 * sentence.
 */
export const unavailable = (why: string, facts: RefusalFacts = {}): GraphQLError =>
  keyRefusal(
    'STATE_STORE_UNAVAILABLE',
    `The write was not sent, because its idempotencyKey cannot be checked: ${why}. Retry with the same key.`,
    facts,
  );

/** Refuses a write whose record cannot be read. */
export const unreadableRecord = (): GraphQLError =>
  unavailable('its record cannot be read', {
    cause: unreadable('the record of a write'),
    retryable: false,
  });
