import { GraphQLError } from 'graphql';
import type { End } from '../auth/ended-sessions.ts';
import type { Caller, CallerOf } from '../auth/viewer.ts';
import { createContext, createRehearsal } from '../context.ts';
import { internalError, refused } from '../errors.ts';
import { forecast } from '../execution/forecast.ts';
import type { Plan } from '../execution/plan.ts';
import type { Prepare } from '../execution/prepare.ts';
import { run } from '../execution/run.ts';
import type { ReferenceData } from '../loaders/reference-data.ts';
import type { Client, RequestScope } from '../upstream/client/client.ts';
import type { Admission } from './admission.ts';
import { discard, readBody } from './body.ts';
import type { Documents } from './documents.ts';
import type { Exchange } from './exchange.ts';
import type { HeaderRules } from './headers.ts';
import { answerTypeFor, checkHeaders } from './headers.ts';
import type { Params } from './params.ts';
import { paramsOfBody, paramsOfUrl } from './params.ts';
import type { Content, Reply } from './reply.ts';
import { replyOf } from './reply.ts';
import { traceOf } from './trace.ts';

/** Makes the reply to a request, whoever sends it. Never rejects. */
export type Handler = (exchange: Exchange) => Promise<Reply>;

/** What requests are let in by, and answered with. */
export interface HandlerOptions extends HeaderRules {
  readonly limits: {
    readonly bodyBytes: number;
    readonly queryBytes: number;
    readonly calls: number;
  };
  readonly timeouts: { readonly operation: number; readonly mutation: number };
  readonly callerOf: CallerOf;
  /** Ends every session that holds this token. */
  readonly endToken: (token: string, why: End) => Promise<void>;
  readonly admission: Admission;
  readonly documents: Documents;
  readonly prepare: Prepare;
  readonly client: Client;
  readonly reference: ReferenceData;
}

/** The one way from a request to its reply: what costs least to refuse is refused first. */
export const createHandler =
  (options: HandlerOptions): Handler =>
  async (exchange) => {
    const { req, note } = exchange;
    const type = answerTypeFor(req.headers.accept) ?? 'application/json';
    const replyWith = (content: Content): Reply => {
      if (!req.complete) discard(req);
      note.codes = codesOf(content);
      return replyOf(content, { type, requestId: note.id });
    };
    try {
      return replyWith(await answer(options, exchange));
    } catch (error) {
      if (error instanceof GraphQLError) return replyWith({ errors: [error] });
      note.faults = [error];
      return replyWith({ errors: [internalError()] });
    }
  };

const codesOf = ({ errors = [] }: Content): readonly string[] => [
  ...new Set(errors.map(({ extensions }) => String(extensions?.['code']))),
];

const answer = async (options: HandlerOptions, exchange: Exchange): Promise<Content> => {
  const { req } = exchange;
  checkHeaders(req, options);
  const caller = await options.callerOf(req.headers);
  return options.admission.admit(() => answerAdmitted(options, exchange, caller));
};

const answerAdmitted = async (
  options: HandlerOptions,
  exchange: Exchange,
  caller: Caller,
): Promise<Content> => {
  const { req, note } = exchange;
  const { limits, documents, prepare } = options;
  const params =
    req.method === 'GET'
      ? paramsOfUrl(req.url ?? '')
      : paramsOfBody(await readBody(req, limits.bodyBytes));
  const text = documents.textOf(params);
  checkQuery(text, limits.queryBytes);
  const plan = prepare(text, params.operationName);
  if (!('isMutation' in plan)) return { errors: plan };
  documents.remember(params);
  note.operation = plan.name;
  if (plan.isMutation && req.method !== 'POST') {
    throw refused(405, 'Send mutations with POST.', { headers: { Allow: 'POST' } });
  }
  return answerPlanned(options, plan, { ...exchange, params, caller });
};

// Before anything reads the text: what it costs to read grows with it.
const checkQuery = (text: string, limit: number): void => {
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return;
  throw refused(
    413,
    `The query has ${bytes} bytes, more than LIMIT_QUERY_BYTES (${limit}). Move values into variables.`,
    { code: 'PAYLOAD_TOO_LARGE' },
  );
};

interface Asked extends Exchange {
  readonly params: Params;
  readonly caller: Caller;
}

const answerPlanned = async (
  { client, reference, timeouts, limits, endToken }: HandlerOptions,
  plan: Plan,
  { req, res, note, params, caller }: Asked,
): Promise<Content> => {
  const gone = new AbortController();
  const scope = {
    ...askingAs(caller, endToken),
    startedAt: note.start,
    deadline: performance.now() + (plan.isMutation ? timeouts.mutation : timeouts.operation),
    maxCalls: limits.calls,
    signal: gone.signal,
  };
  if (req.headers['x-ads-plan'] === '1') {
    const { forecast: told, ...answered } = await forecast(
      plan,
      params.variables,
      createRehearsal(client, scope),
    );
    return told === undefined
      ? answered
      : { ...answered, extensions: JSON.stringify({ plan: told }) };
  }
  const leave = (): void => gone.abort();
  // A write goes on when its caller leaves: it may have been sent, and its outcome belongs into the log.
  if (!plan.isMutation) res.once('close', leave);
  const fresh = /\bno-cache\b/i.test(req.headers['cache-control'] ?? '');
  const context = createContext(client, scope, { reference, fresh });
  const { calls } = context.ads;
  note.calls = calls;
  const { faults, ...answered } = await run(plan, params.variables, context);
  note.faults = faults;
  res.off('close', leave);
  return req.headers['x-ads-trace'] === '1'
    ? { ...answered, extensions: traceOf(context.ads) }
    : answered;
};

/** On whose behalf calls are made; a session whose token has ended ends with it, whoever found out. */
const askingAs = (
  { viewer, session, isTrusted }: Caller,
  endToken: HandlerOptions['endToken'],
): Pick<RequestScope, 'viewer' | 'isTrusted' | 'onTokenEnded'> => ({
  viewer,
  isTrusted,
  ...(session !== null && {
    onTokenEnded: (cause) =>
      void endToken(session.token, cause === 'revoked' ? 'revoked' : 'ended'),
  }),
});
