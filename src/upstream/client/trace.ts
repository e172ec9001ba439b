import type { Endpoint } from '../catalogue/language/endpoint.ts';
import { type ErrorCode, TransportError, UpstreamError } from './errors.ts';
import { type Notice, noNotices } from './response/headers.ts';

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
  /** The code of its error; null without an error, and while it runs. */
  failure: ErrorCode | null;
  /** The API's own code and words of its error; null if it sent none. */
  reason: UpstreamReason | null;
  /** null while it runs. */
  durationMs: number | null;
  /** Its attempts, in order. */
  readonly tries: CallTry[];
  readonly ids: number;
  /** The outcome of a write, as far as the response shows; null for reads, and while it runs. */
  outcome: 'applied' | 'rejected' | 'unknown' | 'unsent' | null;
  /** Milliseconds since the start of the request. */
  readonly startMs: number;
  /** 1 + the number of calls of the request that had to end, one after the other, before it. */
  readonly round: number;
  /** The field that made it, such as `account.campaigns`; null if none did. */
  readonly field: string | null;
  /** The fields that it answers, with the one that made it; null if no other field can share it. */
  readonly sharers: Sharers | null;
  /** The API's remarks about its versions. */
  notices: readonly Notice[];
  /** The start of the request, in milliseconds of `performance.now()`. */
  readonly requestStartedAt: number;
  /** Called when the call or an attempt begins or ends; null if nobody watches. */
  readonly onChange: (() => void) | null;
}

/** The reason why the API refused a call, in its words. */
export interface UpstreamReason {
  readonly code: string;
  readonly message: string;
}

export interface CallTry {
  /** Milliseconds since the start of the request. */
  readonly startMs: number;
  /** null while it runs. */
  durationMs: number | null;
  /** null without a response. */
  status: number | null;
  /** The wait before this attempt in milliseconds: for a rate window, or to retry. */
  readonly waitMs: number;
}

/** The members of a call's record that come from its request. */
interface RecordSource extends Pick<CallRecord, 'host' | 'path' | 'ids'> {
  readonly scope: { readonly startedAt: number; readonly onCall?: () => void };
  readonly trace: Trace;
}

/** The record of a call that is not sent yet. */
export const newCallRecord = (
  { name, method }: Endpoint,
  { host, path, ids, scope: { startedAt, onCall }, trace }: RecordSource,
): CallRecord => ({
  endpoint: name,
  method,
  host,
  path,
  ids,
  status: null,
  transaction: null,
  failure: null,
  reason: null,
  durationMs: null,
  tries: [],
  startMs: performance.now() - startedAt,
  outcome: null,
  round: trace.round,
  field: trace.field,
  sharers: trace.sharers ?? null,
  requestStartedAt: startedAt,
  onChange: onCall ?? null,
  notices: noNotices,
});

/** Begins an attempt of a call. */
export const beginTry = (record: CallRecord): CallTry => {
  const startMs = elapsed(record);
  const last = record.tries.at(-1);
  const waitedSince = last === undefined ? record.startMs : last.startMs + (last.durationMs ?? 0);
  const started = { startMs, durationMs: null, status: null, waitMs: startMs - waitedSince };
  record.tries.push(started);
  record.onChange?.();
  return started;
};

/** Ends an attempt of a call. */
export const endTry = (record: CallRecord, ended: CallTry): void => {
  ended.durationMs = elapsed(record) - ended.startMs;
  record.onChange?.();
};

/** Ends a call, after its last attempt. */
export const endCall = (record: CallRecord): void => {
  record.durationMs = elapsed(record) - record.startMs;
  record.onChange?.();
};

const elapsed = ({ requestStartedAt }: CallRecord): number => performance.now() - requestStartedAt;

/** Records the error of a call in its record. */
export const recordFailure = (record: CallRecord, error: unknown): void => {
  if (error instanceof UpstreamError || error instanceof TransportError)
    record.failure = error.code;
  if (error instanceof UpstreamError) record.reason = reasonOf(error);
};

/** The first problem of a refusal, from which the secrets of its call have been removed. */
const reasonOf = ({ problems: [first], reason }: UpstreamError): UpstreamReason | null =>
  first === undefined ? null : { code: first.code, message: reason };

/** The field that makes the next upstream call of a request, and the round of that call. */
export interface Trace {
  /** The response keys from the root, such as `accounts.nodes.campaigns`; null outside fields. */
  readonly field: string | null;
  /** 1 if the call waits for no other call of the request. */
  round: number;
  /** If fields may share the call: these fields, to which later ones are added. */
  readonly sharers?: Sharers;
  /**
   * Called before each attempt of a write, when nothing but the connection can keep it from being
   * sent. If it rejects, the call fails with that error, unsent.
   */
  readonly beforeSending?: () => Promise<void>;
}

/** Fields that share something. A list in it represents all of its fields. */
export interface Sharers extends Array<string | null | Sharers> {}

/** Adds fields that share something, each once. */
export const addSharer = (sharers: Sharers, one: Sharers[number]): void => {
  if (!sharers.includes(one)) sharers.push(one);
};

/** The fields of a trace whose calls others may share. */
export const sharersOf = ({ sharers, field }: Trace): Sharers[number] => sharers ?? field;

/** All fields that share something. */
export const fieldsIn = (sharers: Sharers): ReadonlySet<string> =>
  new Set(sharers.flatMap((one) => (typeof one === 'string' ? one : [...fieldsIn(one ?? [])])));

/** The trace of calls that no field makes. */
export const noField = (): Trace => ({ field: null, round: 1 });

/** Records that the next call waited for one of `round`: after round 2 it is of round 3. */
export const waitedFor = (trace: Trace, round: number): void => {
  if (trace.round <= round) trace.round = round + 1;
};
