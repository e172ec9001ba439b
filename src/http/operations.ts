import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { End } from '../auth/ended.ts';
import type { Caller, CallerOf } from '../auth/viewer.ts';
import { createContext } from '../context.ts';
import { internalError, refusal } from '../execution/errors.ts';
import type { Plan } from '../execution/plan.ts';
import type { Prepare } from '../execution/prepare.ts';
import type { Answer } from '../execution/run.ts';
import { run } from '../execution/run.ts';
import type { ReferenceData } from '../loaders/reference-data.ts';
import type { CallRecord, Client, RequestScope } from '../upstream/client.ts';
import type { Admission } from './admission.ts';
import type { Notes } from './notes.ts';

/** Both ends of a request as Node has them. */
export interface NodeExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** What operations are answered with. */
export interface Operations {
  readonly prepare: Prepare;
  readonly callerOf: CallerOf;
  /** Ends every session that holds this token. */
  readonly endToken: (token: string, why: End) => Promise<void>;
  readonly admission: Admission;
  readonly client: Client;
  readonly reference: ReferenceData;
  readonly notes: Notes;
  readonly timeouts: { readonly operation: number; readonly mutation: number };
  readonly maxCalls: number;
}

type Params = Readonly<GraphQLParams>;

/**
 * Answers every operation by `prepare` and `run`. It stands in for Yoga's own parsing, validation and execution, so that
 * limits, cost and error codes are the same on any other way in.
 */
export const useOperations = (operations: Operations): Plugin<object, NodeExchange> => ({
  onParams: ({ setParamsHandler }) => {
    setParamsHandler(({ params, context }) =>
      answer(operations, params, context as unknown as NodeExchange),
    );
  },
});

const answer = async (
  operations: Operations,
  params: Params,
  exchange: NodeExchange,
): Promise<ExecutionResult> => {
  try {
    return await answerChecked(operations, params, exchange);
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    operations.notes.of(exchange.req).faults = [error];
    return { errors: [internalError()] };
  }
};

const answerChecked = async (
  operations: Operations,
  params: Params,
  exchange: NodeExchange,
): Promise<ExecutionResult> => {
  const { req } = exchange;
  const caller = await operations.callerOf(req.headers);
  const prepared = operations.prepare(params.query ?? '', params.operationName || null);
  if (!('selectionFor' in prepared)) return { errors: prepared };
  operations.notes.of(req).operation = prepared.name;
  if (prepared.isMutation && req.method !== 'POST') {
    throw refusal('BAD_REQUEST', 'Send mutations with POST.', {
      status: 405,
      headers: { Allow: 'POST' },
      wellFormed: false,
    });
  }
  return operations.admission.admit(() =>
    answerPrepared(operations, prepared, { ...exchange, params, caller }),
  );
};

interface Asked extends NodeExchange {
  readonly params: Params;
  readonly caller: Caller;
}

const answerPrepared = async (
  { client, reference, notes, timeouts, maxCalls, endToken }: Operations,
  prepared: Plan,
  { req, res, params, caller }: Asked,
): Promise<ExecutionResult> => {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  // A write goes on when its caller leaves: it may have been sent, and its outcome belongs into the log.
  if (!prepared.isMutation) res.once('close', leave);
  const traced = req.headers['x-ads-trace'] === '1';
  const scope = {
    ...askingAs(caller, endToken),
    deadline: performance.now() + (prepared.isMutation ? timeouts.mutation : timeouts.operation),
    maxCalls,
    signal: gone.signal,
  };
  const fresh = /\bno-cache\b/i.test(req.headers['cache-control'] ?? '');
  const context = createContext(client, scope, { reference, fresh });
  const answered = await run(prepared, params.variables ?? {}, context);
  res.off('close', leave);
  const note = notes.of(req);
  note.calls = context.ads.calls;
  note.faults = answered.faults;
  return { ...resultOf(answered), ...(traced && { extensions: traceOf(context.ads.calls) }) };
};

/** On whose behalf calls are made; a session whose token has ended ends with it, whoever found out. */
const askingAs = (
  { viewer, session, isTrusted }: Caller,
  endToken: Operations['endToken'],
): Pick<RequestScope, 'viewer' | 'isTrusted' | 'onTokenEnded'> => ({
  viewer,
  isTrusted,
  ...(session !== null && {
    onTokenEnded: (cause) =>
      void endToken(session.token, cause === 'revoked' ? 'revoked' : 'ended'),
  }),
});

// Yoga takes errors that are ready to be printed as well as GraphQLErrors; its types name the latter alone.
const resultOf = ({ data, errors }: Answer): ExecutionResult =>
  ({
    ...(errors !== undefined && { errors }),
    ...(data !== undefined && { data: JSON.parse(data) }),
  }) as ExecutionResult;

const traceOf = (calls: readonly CallRecord[]) => ({
  upstream: {
    calls: calls.map(({ durationMs, ...call }) => ({
      ...call,
      durationMs: Math.round(durationMs * 10) / 10,
    })),
    count: calls.length,
  },
});
