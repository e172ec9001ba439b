import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { GraphQLSchema } from 'graphql';
import type { EndedSessions } from '../../auth/sessions.ts';
import type { Caller } from '../../auth/viewer.ts';
import type { FieldOutcome } from '../../execution/answer/run-operation.ts';
import type { Plan } from '../../execution/plan/plan.ts';
import type { Audit, NotedWrite } from '../../state/audit.ts';
import type { RequestScope } from '../../upstream/client/client.ts';
import type { CallRecord } from '../../upstream/client/trace.ts';

/** A trace that one request is a part of. */
interface RequestTrace {
  /** The trace id: 32 hexadecimal digits. */
  readonly id: string;
  /** The `traceparent` of an upstream call; null if the API gets none. */
  readonly traceparentOf: ((call: CallRecord) => string) | null;
  /** Writes the spans of a request that has ended. */
  readonly end: (exchange: Exchange) => void;
}

/** A request: one of Node.js, or one that this process makes itself. */
export type ReadRequest = Readable & Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The trace of a request, which has just come; null if nobody traces it. */
export type TraceOf = (req: ReadRequest) => RequestTrace | null;

/** The record of a request, for its log line, the metrics and the spans. */
export interface RequestRecord {
  readonly id: string;
  /** Milliseconds of `performance.now()`. */
  readonly start: number;
  /** The client's name for itself, or its registered name; null if it has none. */
  client: string | null;
  /** The trace of the request; null if it is not traced. */
  readonly trace: RequestTrace | null;
  /** The route that answers, as in `/media/{upload}`; null for files and unknown paths. */
  route: string | null;
  isGraphql: boolean;
  /** The name of the API key of a GraphQL request; null without one. */
  key: string | null;
  /** The id of the user that it acts for; null if it acts for nobody, or the id is not known. */
  user: string | null;
  /** The name of the tool that an agent calls; null for other requests. */
  tool: string | null;
  /** Null for other requests, and for documents that could not be planned. */
  plan: Pick<Plan, 'name' | 'isMutation'> | null;
  /** The end of a request that sent bytes of an upload; null for other requests. */
  upload: 'complete' | 'paused' | 'broken off' | null;
  /** The calls of each of its operations, also while they run. */
  calls: readonly (readonly CallRecord[])[];
  /** The outcomes of the fields of mutations. */
  writes: readonly FieldOutcome[];
  /** The writes that were sent, or that their keys answered. */
  readonly audited: NotedWrite[];
  /** The rules of GUARDS that refused a write, by their names; one for each refusal. */
  readonly refusedBy: string[];
  /** The wait for its place, in milliseconds; null if it needed none. */
  waitedMs: number | null;
  /** The codes of its errors, each once. */
  codes: readonly string[];
  /** Errors that clients see only as INTERNAL_SERVER_ERROR, and causes of refusals. */
  internalErrors: readonly unknown[];
}

/** Creates the audit of the writes of a request. */
export type AuditFor = (exchange: Exchange, caller: Caller, schema: GraphQLSchema) => Audit;

/** The record of a request, and what it holds. */
interface HeldParts {
  readonly record: RequestRecord;
  /** The caller whose share its place and its answer count in; empty until it is known. */
  callerKey: string;
  /** The bytes of its body that are in memory. */
  bodyBytes: number;
  place: Place | null;
  /** Aborted when the caller leaves; null until `leftSignal` is called. */
  left: AbortController | null;
  /** Called when the response is closed; null for nothing. */
  whenClosed: (() => void) | null;
}

/** A request and its response on a connection of Node.js. */
export interface HttpExchange extends HeldParts {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** A request that this process makes itself. */
export interface OwnExchange extends HeldParts {
  readonly req: ReadRequest;
  readonly left: AbortController;
  /** The status of its response; null before its end, and if its caller has left before. */
  status: number | null;
}

export type Exchange = HttpExchange | OwnExchange;

/** The signal that is aborted when the caller leaves before its answer is sent. */
export const leftSignal = (exchange: Exchange): AbortSignal => {
  if (!('res' in exchange)) return exchange.left.signal;
  exchange.left ??= new AbortController();
  return exchange.left.signal;
};

/** The status of a response that was sent completely; null for any other. */
export const statusOf = (exchange: Exchange): number | null => {
  if (!('res' in exchange)) return exchange.status;
  return exchange.res.writableFinished ? exchange.res.statusCode : null;
};

/** True if the caller has closed the connection, or no longer waits. */
export const isGone = (exchange: Exchange): boolean => {
  if (!('res' in exchange)) return exchange.left.signal.aborted;
  const { req, res } = exchange;
  return res.closed || req.socket.readableEnded || req.socket.destroyed;
};

/** Connections on which an answer has been sent completely. */
const proven = new WeakSet<Socket>();
const checkAllMs = 10_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Records that an answer was sent completely, or that the caller left before. */
export const recordEnd = ({ req, res, left }: HttpExchange): void => {
  if (res.writableFinished) {
    proven.add(req.socket);
    return;
  }
  leftAt = performance.now();
  left?.abort();
};

let pending: Promise<void> | null = null;

/**
 * Resolves when `isGone` is reliable. If a connection closes right after its request, that is only
 * noticed two turns of the event loop later.
 *
 * Null if there is nothing to wait for: the connection has had an answer before, and no caller has
 * left in the last 10 s; or there is no connection.
 */
export const departureKnown = (exchange: Exchange): Promise<void> | null => {
  if (!('res' in exchange)) return null;
  const { req } = exchange;
  if (proven.has(req.socket) && performance.now() - leftAt > checkAllMs) return null;
  pending ??= new Promise((resolve) => {
    setImmediate(() => {
      pending = null;
      setImmediate(resolve);
    });
  });
  return pending;
};

/** The right of an operation to run. */
export interface Place {
  /**
   * Lends the place to others while the operation only waits to retry a call. No more places are
   * lent than operations may wait.
   */
  readonly pause: () => void;
  /** Takes the place back at once, even if all are taken. */
  readonly resume: () => void;
  readonly leave: () => void;
}

/** Ends every session with this access token. */
export type EndToken = EndedSessions['endToken'];

/**
 * The caller's part of the scope of calls. If the API refuses the token of a session, every session
 * with that token ends.
 */
export const callerScope = (
  { viewer, callerKey, session, isTrusted, grant, accounts, admitCall }: Caller,
  endToken: EndToken,
): Pick<RequestScope, (keyof Caller & keyof RequestScope) | 'onTokenEnded'> => ({
  viewer,
  callerKey,
  isTrusted,
  accounts: grant?.accounts ?? accounts,
  admitCall,
  onTokenEnded:
    session === null
      ? null
      : async (cause) => {
          await endToken(session.token, cause === 'revoked' ? 'revoked' : 'ended');
        },
});

const pattern = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** The trace id in `traceparent` (W3C Trace Context); null if there is none, or a wrong one. */
const traceIdIn = ({ traceparent }: IncomingHttpHeaders): string | null =>
  (typeof traceparent === 'string' && pattern.exec(traceparent)?.[1]) || null;

/**
 * The trace of a request for a gateway that writes no spans: that of its caller. With `upstream`
 * the API gets the caller's own `traceparent` unchanged.
 */
export const traceOfCaller =
  (upstream: boolean): TraceOf =>
  ({ headers }) => {
    const id = traceIdIn(headers);
    if (id === null) return null;
    const traceparent = String(headers['traceparent']);
    return {
      id,
      traceparentOf: upstream ? () => traceparent : null,
      end: () => undefined,
    };
  };
