import { GraphQLError } from 'graphql';
import { type Context, createRehearsal } from '../../context.ts';
import { internalError, internalErrorsOf, refused } from '../../errors.ts';
import type { CheckedOperation } from '../../execution/answer/run-operation.ts';
import { checkOperation, run } from '../../execution/answer/run-operation.ts';
import { noData } from '../../execution/answer/written.ts';
import { countItems, dryRun } from '../../execution/dry-run/dry-run.ts';
import { forecast } from '../../execution/forecast.ts';
import type { Plan } from '../../execution/plan/plan.ts';
import { readsOnlyReferenceData } from '../../execution/plan/reference-only.ts';
import { exclusiveTurn } from '../../upstream/client/turn.ts';
import { discard } from '../door/body.ts';
import type { Exchange } from '../door/exchange.ts';
import { type Accepted, acceptedIn } from '../door/headers.ts';
import { placeFor } from '../door/take-place.ts';
import { live, watchCalls } from './live.ts';
import { inParts, laterBytes } from './parts.ts';
import { type PreparedRequest, type RequestRules, readRequest, shortBody } from './read-request.ts';
import type { CacheScope, Content, Reply } from './reply.ts';
import { cacheable, codesOf, fitted, replyOf } from './reply.ts';
import { type ContextOptions, contextFor, type Known, scopeOf } from './request-context.ts';
import { extensionsOf, newRemarks, traceOf } from './trace.ts';

/**
 * Answers a GraphQL request: makes the reply, hands it to `respond`, and resolves when that does.
 * The promise holds no reply, so that a request that has waited keeps nothing alive
 * (docs/performance.md, "What the engine does").
 */
export type GraphqlHandler = (exchange: Exchange, respond: Respond) => Promise<void>;

type Respond = (reply: Reply) => Promise<void>;

interface HandlerOptions extends RequestRules, ContextOptions {
  readonly limits: RequestRules['limits'] & ContextOptions['limits'];
  readonly admission: RequestRules['admission'];
}

/**
 * Creates the handler. The cheapest checks come first: headers, caller, overload, body, document,
 * variables, place. A request with `x-ads-plan` is answered with its forecast and takes no place.
 */
export const createHandler =
  (options: HandlerOptions): GraphqlHandler =>
  async (exchange, respond) => {
    const { req, record } = exchange;
    record.isGraphql = true;
    const accepted = acceptedIn(req.headers.accept);
    let content: Content;
    try {
      const prepared = await readRequest(options, exchange, accepted);
      content = 'plan' in prepared ? await answerTo(options, prepared, exchange) : prepared;
    } catch (error) {
      record.internalErrors = internalErrorsOf(error);
      content = { errors: [error instanceof GraphQLError ? error : internalError()] };
    }
    if (!req.complete) discard(req);
    options.bodies.forget(exchange);
    releasePlaceWhenSent(exchange);
    await respond(replyWith(content, exchange, accepted));
  };

const replyWith = (made: Content, { req, record }: Exchange, accepted: Accepted): Reply => {
  const content = fitted(made);
  record.codes = codesOf(content.errors ?? []);
  const reply = replyOf(content, {
    type: accepted.type ?? 'application/json',
    requestId: record.id,
  });
  const { cacheScope, later } = content;
  if (content.live !== undefined) return inParts(reply, content.live);
  if (later !== undefined) return inParts(reply, laterBytes(later, record));
  return cacheScope === undefined
    ? reply
    : cacheable(reply, cacheScope, req.headers['if-none-match']);
};

// The operation holds its place until the answer is sent: an answer that waits to be sent needs as
// much memory as a running operation.
const releasePlaceWhenSent = ({ res, place }: Exchange): void => {
  if (place === null) return;
  if (res.closed) place.leave();
  else res.once('close', place.leave);
};

/** Answers with the result of the operation, or with its forecast. */
const answerTo = async (
  options: HandlerOptions,
  { plan, variables, caller, ...prepared }: PreparedRequest,
  exchange: Exchange,
): Promise<Content> => {
  const { 'x-ads-plan': forecast, 'x-ads-dry-run': dry } = exchange.req.headers;
  const isDryRun = dry === '1';
  if (isDryRun) refuseDryRun(plan, forecast);
  if (forecast === '1') {
    await exclusiveTurn();
    return forecastOf(options, { plan, variables }, { ...exchange, caller });
  }
  const isLong = exchange.bodyBytes > shortBody;
  if (isLong) await exclusiveTurn();
  const operation = checkOperation(plan, variables, prepared.inParts);
  if ('errors' in operation) return operation;
  if (isLong) await exclusiveTurn();
  const entered = placeFor(operation, options.admission, exchange);
  if (entered !== null) await entered;
  const known = { ...exchange, caller };
  if (isDryRun) return dryRunOf(options, operation, known);
  const isLive = prepared.inParts && exchange.req.headers['x-ads-trace'] === 'live';
  return answerReady(options, operation, { ...known, isLive });
};

const refuseDryRun = ({ isMutation }: Plan, forecast: unknown): void => {
  const why = isMutation ? 'goes without x-ads-plan' : 'is for mutations';
  if (!isMutation || forecast === '1') throw refused(400, `The header x-ads-dry-run ${why}.`);
};

const never = new AbortController().signal;

/** What an operation would cost, instead of its answer. */
const forecastOf = async (
  options: HandlerOptions,
  {
    plan,
    variables,
  }: { readonly plan: Plan; readonly variables: Readonly<Record<string, unknown>> },
  prepared: Known,
): Promise<Content> => {
  const scope = scopeOf(options, { isMutation: plan.isMutation, signal: never }, prepared);
  const rehearsal = createRehearsal(options.client, scope, options.now);
  const { forecast: costs, ...answered } = await forecast(plan, variables, rehearsal);
  return costs === undefined
    ? answered
    : { ...answered, extensions: JSON.stringify({ plan: costs }) };
};

/** What a mutation would do, instead of its answer. */
const dryRunOf = async (
  options: HandlerOptions,
  operation: CheckedOperation,
  known: Known,
): Promise<Content> => {
  const scope = scopeOf(options, { isMutation: true, signal: never }, known);
  const context = contextFor(options, { scope, isDryRun: true }, known);
  const internalErrors: unknown[] = [];
  const report = await dryRun(operation, context, (cause) => internalErrors.push(cause));
  known.record.internalErrors = internalErrors;
  return { data: noData, extensions: JSON.stringify({ dryRun: report }) };
};

/** Executes an operation. With `isLive` the content is complete at once, and its parts tell. */
const answerReady = (
  options: HandlerOptions,
  operation: CheckedOperation,
  { isLive, ...known }: Known & { readonly isLive: boolean },
): Content | Promise<Content> => {
  const { res, record } = known;
  const { isMutation } = operation.plan;
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  // A write continues after its caller leaves: it may have been sent already, and its outcome
  // belongs in the log.
  if (!isMutation) res.once('close', leave);
  const own = scopeOf(options, { isMutation, signal: gone.signal }, known);
  const watch = isLive ? watchCalls() : null;
  const scope = watch === null ? own : { ...own, onCall: watch.onCall };
  const context = contextFor(options, { scope }, known);
  const content = contentOf(operation, context, { ...known, leave });
  return watch === null ? content : { live: live(content, { watch, record }) };
};

const contentOf = async (
  operation: CheckedOperation,
  context: Context,
  { leave, ...known }: Known & { readonly leave: () => void },
): Promise<Content> => {
  const { req, res, record } = known;
  if (context.guards !== null) await countItems(operation, context);
  const {
    internalErrors,
    later,
    notes: own = [],
    writes,
    ...answered
  } = await run(operation, context);
  const remarks = newRemarks(context.ads.calls);
  const notes = [...own, ...remarks()];
  record.internalErrors = internalErrors;
  const recordWrites = (): void => {
    record.writes = writes?.() ?? [];
  };
  recordWrites();
  const { 'x-ads-trace': wanted } = req.headers;
  const trace = wanted === '1' || wanted === 'live' ? () => traceOf(context.ads) : null;
  const { room } = answered;
  if (later !== undefined && room !== undefined) {
    const ended = (): void => {
      res.off('close', leave);
      recordWrites();
    };
    const shown = extensionsOf(notes, null);
    const first = shown === undefined ? answered : { ...answered, extensions: shown };
    return { ...first, later: { parts: later, room, trace, remarks, ended } };
  }
  res.off('close', leave);
  const extensions = extensionsOf(notes, trace);
  if (extensions !== undefined) return { ...answered, extensions };
  const isCacheable =
    req.method === 'GET' &&
    answered.errors === undefined &&
    readsOnlyReferenceData(operation.selection);
  return isCacheable ? { ...answered, cacheScope: cacheScopeOf(known) } : answered;
};

// Without a session or a key the answer is the same for every caller.
const cacheScopeOf = ({ req, caller }: Known): CacheScope =>
  caller.session === null && req.headers['x-api-key'] === undefined ? 'public' : 'private';
