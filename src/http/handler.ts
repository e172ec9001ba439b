import { GraphQLError } from 'graphql';
import type { End } from '../auth/ended-sessions.ts';
import type { Caller, CallerOf } from '../auth/viewer.ts';
import { createContext, createRehearsal } from '../context.ts';
import { internalError, refused } from '../errors.ts';
import { forecast } from '../execution/forecast.ts';
import type { Plan } from '../execution/plan.ts';
import type { Prepare } from '../execution/prepare.ts';
import { readsOnlyReferenceData } from '../execution/reference-only.ts';
import type { CheckedOperation } from '../execution/run.ts';
import { checkOperation, run } from '../execution/run.ts';
import type { ReferenceData } from '../loaders/reference-data.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Client, RequestScope } from '../upstream/client/client.ts';
import type { Admission } from './admission.ts';
import type { Bodies } from './body.ts';
import { discard } from './body.ts';
import { kept } from './caching.ts';
import type { Documents } from './documents.ts';
import type { Exchange } from './exchange.ts';
import { departureSeen, isGone } from './exchange.ts';
import type { HeaderRules } from './headers.ts';
import { answerTypeFor, checkHeaders, isAtMost, notAcceptable, takesParts } from './headers.ts';
import { paramsOfBody, paramsOfUrl } from './params.ts';
import { inParts } from './parts.ts';
import type { Content, KeptBy, Reply } from './reply.ts';
import { codesOf, replyOf } from './reply.ts';
import { traceOf } from './trace.ts';

/** Makes the reply to a request, whoever sends it. Never rejects. */
export type Handler = (exchange: Exchange) => Promise<Reply>;

/** What requests are let in by, and answered with. */
interface HandlerOptions extends HeaderRules {
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
  readonly bodies: Bodies;
  readonly prepare: Prepare;
  readonly client: Client;
  readonly reference: ReferenceData;
  readonly ledger: Ledger;
}

/** The one way from a request to its reply: what costs least to refuse is refused first. */
export const createHandler =
  (options: HandlerOptions): Handler =>
  async (exchange) => {
    const { req, note } = exchange;
    note.isGraphql = true;
    const type = answerTypeFor(req.headers.accept) ?? 'application/json';
    const replyWith = (content: Content): Reply => {
      if (!req.complete) discard(req);
      note.codes = codesOf(content.errors ?? []);
      const reply = replyOf(content, { type, requestId: note.id });
      const { keptBy, later } = content;
      if (later !== undefined) return inParts(reply, later, note);
      return keptBy === undefined ? reply : kept(reply, keptBy, req.headers['if-none-match']);
    };
    try {
      return replyWith(await answer(options, exchange));
    } catch (error) {
      if (error instanceof GraphQLError) return replyWith({ errors: [error] });
      note.faults = [error];
      return replyWith({ errors: [internalError()] });
    } finally {
      options.bodies.forget(exchange);
      leaveWhenOut(exchange);
    }
  };

// An answer that nobody takes holds as much as an operation that runs.
const leaveWhenOut = ({ res, place }: Exchange): void => {
  if (place === null) return;
  if (res.closed) place.leave();
  else res.once('close', place.leave);
};

const answer = async (options: HandlerOptions, exchange: Exchange): Promise<Content> => {
  const { req, note } = exchange;
  const { limits, admission, bodies, documents, prepare } = options;
  checkHeaders(req, options);
  const caller = await options.callerOf(req.headers);
  exchange.who = caller.who;
  admission.refuseStopping();
  // What a short body asks may need no place; to find that out costs time, and a long one room.
  if (admission.isLate() || !isAtMost(req, limits.queryBytes)) admission.refuseCrowded(caller.who);
  const params =
    req.method === 'GET' ? paramsOfUrl(req.url ?? '') : paramsOfBody(await bodies.read(exchange));
  const text = documents.textOf(params);
  checkQuery(text, limits.queryBytes);
  const plan = prepare(text, params.operationName);
  if (!('isMutation' in plan)) return { errors: plan };
  documents.remember(params);
  note.plan = plan;
  if (answerTypeFor(req.headers.accept) === null) throw notAcceptable();
  if (plan.isMutation && req.method !== 'POST') {
    throw refused(405, 'Send mutations with POST.', { headers: { Allow: 'POST' } });
  }
  const asked = { ...exchange, caller };
  if (req.headers['x-ads-plan'] === '1') {
    return forecastOf(options, { plan, variables: params.variables }, asked);
  }
  const ready = checkOperation(plan, params.variables, takesParts(req.headers.accept));
  if ('errors' in ready) return ready;
  // What asks for nothing upstream does not wait behind what does.
  if (ready.calls > 0) await takePlace(admission, exchange);
  return answerReady(options, ready, { ...asked, place: exchange.place });
};

/** Lets an operation run, when it is its turn and its caller still waits for it. */
const takePlace = async (admission: Admission, exchange: Exchange): Promise<void> => {
  const { res, who } = exchange;
  let leave = (): void => undefined;
  const entered = admission.enter(who, (giveUp) => {
    leave = () => giveUp(callerLeft);
    res.once('close', leave);
  });
  const place = entered instanceof Promise ? await entered : entered;
  res.off('close', leave);
  exchange.place = place;
  const seen = departureSeen(exchange);
  if (seen !== null) await seen;
  if (isGone(exchange)) throw callerLeft;
};

const callerLeft = refused(200, 'The caller no longer waits.', { code: 'OPERATION_TIMEOUT' });

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
  readonly caller: Caller;
}

const scopeOf = (
  { timeouts, limits, endToken }: HandlerOptions,
  { isMutation, signal }: { readonly isMutation: boolean; readonly signal: AbortSignal },
  { note, place, caller }: Asked,
): RequestScope => ({
  ...askingAs(caller, endToken),
  startedAt: note.start,
  deadline: performance.now() + (isMutation ? timeouts.mutation : timeouts.operation),
  maxCalls: limits.calls,
  signal,
  ...(place !== null && { place }),
});

const never = new AbortController().signal;

/** What an operation would cost, in the place of its answer. */
const forecastOf = async (
  options: HandlerOptions,
  {
    plan,
    variables,
  }: { readonly plan: Plan; readonly variables: Readonly<Record<string, unknown>> },
  asked: Asked,
): Promise<Content> => {
  const scope = scopeOf(options, { isMutation: plan.isMutation, signal: never }, asked);
  const rehearsal = createRehearsal(options.client, scope);
  const { forecast: told, ...answered } = await forecast(plan, variables, rehearsal);
  return told === undefined
    ? answered
    : { ...answered, extensions: JSON.stringify({ plan: told }) };
};

const answerReady = async (
  options: HandlerOptions,
  ready: CheckedOperation,
  asked: Asked,
): Promise<Content> => {
  const { client, reference, ledger } = options;
  const { req, res, note } = asked;
  const { isMutation } = ready.plan;
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  // A write goes on when its caller leaves: it may have been sent, and its outcome belongs into the log.
  if (!isMutation) res.once('close', leave);
  const scope = scopeOf(options, { isMutation, signal: gone.signal }, asked);
  const fresh = /\bno-cache\b/i.test(req.headers['cache-control'] ?? '');
  const context = createContext(client, scope, { ledger, reference, fresh });
  const { calls } = context.ads;
  note.calls = calls;
  const { faults, later, ...answered } = await run(ready, context);
  note.faults = faults;
  const trace = req.headers['x-ads-trace'] === '1' ? () => traceOf(context.ads) : null;
  if (later !== undefined) {
    return { ...answered, later: { parts: later, trace, ended: () => res.off('close', leave) } };
  }
  res.off('close', leave);
  if (trace !== null) return { ...answered, extensions: trace() };
  const mayBeKept =
    req.method === 'GET' &&
    answered.errors === undefined &&
    readsOnlyReferenceData(ready.selection);
  return mayBeKept ? { ...answered, keptBy: keepersOf(asked) } : answered;
};

// Whoever brought nothing to be known by was answered as everybody would be.
const keepersOf = ({ req, caller }: Asked): KeptBy =>
  caller.session === null && req.headers['x-api-key'] === undefined ? 'public' : 'private';

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
