import type { GraphQLError } from 'graphql';
import { refusal } from '../errors/errors.ts';
import { unreadable } from './store.ts';

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
