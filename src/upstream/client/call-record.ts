import type { Endpoint } from '../catalogue/language/endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { TransportError, UpstreamError } from './errors.ts';
import type { Trace } from './trace.ts';
import { noField } from './trace.ts';

/** One upstream call, as `x-ads-trace`, the log and the spans show it. */
export interface CallRecord {
  readonly endpoint: string;
  readonly method: string;
  /** The host that is asked, with its port where it is not the usual one: `ads-api.x.com`. */
  readonly host: string;
  readonly path: string;
  status: number | null;
  /** What the API calls this exchange, the last of several attempts; null if it did not say. */
  transaction: string | null;
  /** The code of the error that it ended with; null if it was answered, and while it runs. */
  failure: ErrorCode | null;
  durationMs: number;
  attempts: number;
  readonly ids: number;
  /** How a write ended, as far as the answer tells; null for reads, and while it is under way. */
  outcome: 'applied' | 'rejected' | 'unknown' | 'unsent' | null;
  /** Milliseconds from the begin of the request. */
  readonly startMs: number;
  /** 1 + the number of calls of the request that it had to wait for, one after the other. */
  readonly round: number;
  /** The field that made it, as in `account.campaigns`; null if none did. */
  readonly field: string | null;
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
});

/** Notes in the record of a call what it failed with. */
export const noteFailure = (record: CallRecord, error: unknown): void => {
  if (error instanceof UpstreamError || error instanceof TransportError)
    record.failure = error.code;
};
