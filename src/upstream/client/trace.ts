import type { Endpoint } from '../catalogue/language/endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { TransportError, UpstreamError } from './errors.ts';

/** One upstream call, as the response's trace, the log and OpenTelemetry show it. */
export interface CallRecord {
  readonly endpoint: string;
  readonly method: string;
  /** The host, with its port if that is not the default one: `ads-api.x.com`. */
  readonly host: string;
  readonly path: string;
  status: number | null;
  /** The API's id for this call, of its last attempt; null if it sent none. */
  transaction: string | null;
  /** The code of its error; null if it was answered, and while it runs. */
  failure: ErrorCode | null;
  durationMs: number;
  attempts: number;
  readonly ids: number;
  /** How a write ended, as far as the answer shows; null for reads, and while it runs. */
  outcome: 'applied' | 'rejected' | 'unknown' | 'unsent' | null;
  /** Milliseconds since the start of the request. */
  readonly startMs: number;
  /** 1 + the number of calls of the request that had to end, one after the other, before it. */
  readonly round: number;
  /** The field that made it, such as `account.campaigns`; null if none did. */
  readonly field: string | null;
  /** The fields that it answers, with the one that made it; null if only that one can ask it. */
  readonly sharers: Sharers | null;
}

/** The record of a call that is not sent yet. */
export const newCallRecord = (
  { name, method }: Endpoint,
  sent: Pick<CallRecord, 'host' | 'path' | 'ids'>,
  { startedAt, trace = noField() }: { readonly startedAt: number; readonly trace?: Trace },
): CallRecord => ({
  endpoint: name,
  method,
  ...sent,
  status: null,
  transaction: null,
  failure: null,
  durationMs: 0,
  attempts: 0,
  startMs: performance.now() - startedAt,
  outcome: null,
  round: trace.round,
  field: trace.field,
  sharers: trace.sharers ?? null,
});

/** Notes the error of a call in its record. */
export const noteFailure = (record: CallRecord, error: unknown): void => {
  if (error instanceof UpstreamError || error instanceof TransportError)
    record.failure = error.code;
};

/**
 * What the trace of a request records about the next upstream call: the field that makes it, and
 * its round.
 */
export interface Trace {
  /**
   * The response keys from the root to the field, such as `accounts.nodes.campaigns`; null outside
   * fields.
   */
  readonly field: string | null;
  /** 1 if the call waits for no other call of the request. */
  round: number;
  /** If fields may share the call: the fields that do, also later ones. */
  readonly sharers?: Sharers;
}

/** Fields that share something. A set in it stands for all of its fields. */
export interface Sharers extends Set<string | null | Sharers> {}

/** The fields of a trace whose calls others may share. */
export const sharersOf = ({ sharers, field }: Trace): Sharers | string | null => sharers ?? field;

/** All fields that share something. */
export const fieldsIn = (sharers: Sharers): ReadonlySet<string> =>
  new Set(
    [...sharers].flatMap((one) =>
      typeof one === 'string' ? one : [...fieldsIn(one ?? new Set())],
    ),
  );

/** The trace of calls that no field makes. */
export const noField = (): Trace => ({ field: null, round: 1 });

/** Notes that the next call waited for a call of `round`: after one of round 2 it is of round 3. */
export const waitedFor = (trace: Trace, round: number): void => {
  if (trace.round <= round) trace.round = round + 1;
};
