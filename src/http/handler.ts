import { GraphQLError } from 'graphql';
import type { End } from '../auth/ended-sessions.ts';
import type { Caller, CallerOf } from '../auth/viewer.ts';
import { createContext, createRehearsal } from '../context.ts';
import { faultsOf, internalError, refused } from '../errors.ts';
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
import type { HeaderRules } from './headers.ts';
import { answerTypeFor, checkHeaders, isAtMost, notAcceptable, takesParts } from './headers.ts';
import { paramsOfBody, paramsOfUrl } from './params.ts';
import { inParts } from './parts.ts';
import type { Content, KeptBy, Reply } from './reply.ts';
import { codesOf, fitted, replyOf } from './reply.ts';
import { takePlace } from './take-place.ts';
import { traceOf } from './trace.ts';

/**
 * Answers a GraphQL request: makes the reply, hands it to `respond`, and resolves when that does. It does not resolve with the
 * reply, because V8's young collections keep whatever an old object refers to, dead or not: the promise of a request that has
 * waited for a place is old, and would hold rows and text of megabytes until the next full collection.
 */
export type Handler = (exchange: Exchange, respond: Respond) => Promise<void>;

export type Respond = (reply: Reply) => Promise<void>;

interface HandlerOptions extends HeaderRules {
  readonly limits: {
    readonly bodyBytes: number;
    readonly queryBytes: number;
    readonly calls: number;
  };
  readonly timeouts: { readonly operation: number; readonly mutation: number };
  readonly callerOf: CallerOf;
  /** Ends every session with this access token. */
  readonly endToken: (token: string, why: End) => Promise<void>;
  readonly admission: Admission;
  readonly documents: Documents;
  readonly bodies: Bodies;
  readonly prepare: Prepare;
  readonly client: Client;
  readonly reference: ReferenceData;
  readonly ledger: Ledger;
}

/**
 * Creates the handler. It checks in the order of cost: headers, caller, overload, body, document, variables, place. A request
 * with `x-ads-plan` is answered with its forecast and takes no place.
 */
export const createHandler =
  (options: HandlerOptions): Handler =>
  async (exchange, respond) => {
    const { req, note } = exchange;
    note.isGraphql = true;
    let content: Content;
    try {
      const taken = await takeIn(options, exchange);
      content = 'operation' in taken ? await answerReady(options, taken) : taken;
    } catch (error) {
      note.faults = faultsOf(error);
      content = { errors: [error instanceof GraphQLError ? error : internalError()] };
    }
    if (!req.complete) discard(req);
    options.bodies.forget(exchange);
    leaveWhenSent(exchange);
    await respond(replyWith(content, exchange));
  };

const replyWith = (made: Content, { req, note }: Exchange): Reply => {
  const content = fitted(made);
  note.codes = codesOf(content.errors ?? []);
  const type = answerTypeFor(req.headers.accept) ?? 'application/json';
  const reply = replyOf(content, { type, requestId: note.id });
  const { keptBy, later } = content;
  if (later !== undefined) return inParts(reply, later, note);
  return keptBy === undefined ? reply : kept(reply, keptBy, req.headers['if-none-match']);
};

// The place is held until the answer is sent: one that waits to be read needs as much memory as an operation that runs.
const leaveWhenSent = ({ res, place }: Exchange): void => {
  if (place === null) return;
  if (res.closed) place.leave();
  else res.once('close', place.leave);
};

/** Checks a request and takes its place: an operation that may run now, or what there is to answer without one. */
const takeIn = async (options: HandlerOptions, exchange: Exchange): Promise<Ready | Content> => {
  const { req, note } = exchange;
  const { limits, admission, bodies, documents, prepare } = options;
  checkHeaders(req, options);
  const found = options.callerOf(req.headers);
  const caller = found instanceof Promise ? await found : found;
  exchange.who = caller.who;
  note.key = caller.key;
  admission.refuseStopping();
  // A short body is read first, because it may need no place. A long one costs memory, and while the processor is behind any costs
  // too much time.
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
  if (plan.isMutation) refuseWrite(req, caller);
  const asked = { ...exchange, caller };
  if (req.headers['x-ads-plan'] === '1') {
    return forecastOf(options, { plan, variables: params.variables }, asked);
  }
  const operation = checkOperation(plan, params.variables, takesParts(req.headers.accept));
  if ('errors' in operation) return operation;
  // An operation without upstream calls needs no place.
  if (operation.calls > 0) {
    const entered = takePlace(admission, exchange);
    if (entered !== null) await entered;
  }
  return { operation, asked: { ...asked, place: exchange.place } };
};

// A link must not write, nor a caller to whom the owner's token is lent for queries only.
const refuseWrite = ({ method }: Exchange['req'], { mayWrite }: Caller): void => {
  if (method !== 'POST') {
    throw refused(405, 'Send mutations with POST.', { headers: { Allow: 'POST' } });
  }
  if (mayWrite) return;
  const message = "This API key lends the owner's token for queries only. Sign in to write.";
  throw refused(403, message, { code: 'FORBIDDEN' });
};

// Checked before the text is parsed, because that costs time for each byte.
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

/** An operation that may run now, and the request that asked for it. */
interface Ready {
  readonly operation: CheckedOperation;
  readonly asked: Asked;
}

const scopeOf = (
  { timeouts, limits, endToken }: HandlerOptions,
  { isMutation, signal }: { readonly isMutation: boolean; readonly signal: AbortSignal },
  { note, place, caller }: Asked,
): RequestScope => ({
  ...callerScope(caller, endToken),
  startedAt: note.start,
  deadline: performance.now() + (isMutation ? timeouts.mutation : timeouts.operation),
  maxCalls: limits.calls,
  signal,
  ...(place !== null && { place }),
});

const never = new AbortController().signal;

/** What an operation would cost, instead of its answer. */
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
  const { forecast: costs, ...answered } = await forecast(plan, variables, rehearsal);
  return costs === undefined
    ? answered
    : { ...answered, extensions: JSON.stringify({ plan: costs }) };
};

const answerReady = async (
  options: HandlerOptions,
  { operation, asked }: Ready,
): Promise<Content> => {
  const { client, reference, ledger } = options;
  const { req, res, note } = asked;
  const { isMutation } = operation.plan;
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  // A write goes on when its caller leaves: it may have been sent already, and its outcome belongs in the log.
  if (!isMutation) res.once('close', leave);
  const scope = scopeOf(options, { isMutation, signal: gone.signal }, asked);
  const fresh = /\bno-cache\b/i.test(req.headers['cache-control'] ?? '');
  const context = createContext(client, scope, { ledger, reference, fresh });
  const { calls } = context.ads;
  note.calls = calls;
  const { faults, later, ...answered } = await run(operation, context);
  note.faults = faults;
  const trace = req.headers['x-ads-trace'] === '1' ? () => traceOf(context.ads) : null;
  const { room } = answered;
  if (later !== undefined && room !== undefined) {
    const ended = (): void => void res.off('close', leave);
    return { ...answered, later: { parts: later, room, trace, ended } };
  }
  res.off('close', leave);
  if (trace !== null) return { ...answered, extensions: trace() };
  const mayBeKept =
    req.method === 'GET' &&
    answered.errors === undefined &&
    readsOnlyReferenceData(operation.selection);
  return mayBeKept ? { ...answered, keptBy: keptByOf(asked) } : answered;
};

// Without a session or a key the answer is the same for every caller.
const keptByOf = ({ req, caller }: Asked): KeptBy =>
  caller.session === null && req.headers['x-api-key'] === undefined ? 'public' : 'private';

/** The caller's part of a scope. Where the API refuses the token of a session, every session with that token ends. */
const callerScope = (
  { viewer, session, isTrusted }: Caller,
  endToken: HandlerOptions['endToken'],
): Pick<RequestScope, 'viewer' | 'isTrusted' | 'onTokenEnded'> => ({
  viewer,
  isTrusted,
  ...(session !== null && {
    onTokenEnded: (cause) => endToken(session.token, cause === 'revoked' ? 'revoked' : 'ended'),
  }),
});
