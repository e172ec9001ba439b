import { type Context, createRehearsal, type OnStep } from '../../context.ts';
import type { CheckedOperation } from '../../execution/answer/run-operation.ts';
import { checkOperation, run } from '../../execution/answer/run-operation.ts';
import { noData } from '../../execution/answer/written.ts';
import { countItems, dryRun } from '../../execution/dry-run/dry-run.ts';
import { forecast } from '../../execution/forecast.ts';
import { readsOnlyReferenceData } from '../../execution/plan/reference-only.ts';
import { exclusiveTurn } from '../../upstream/client/turn.ts';
import type { Admission } from '../door/admission.ts';
import type { Exchange } from '../door/exchange.ts';
import { placeFor } from '../door/take-place.ts';
import { live, watchCalls } from './live.ts';
import { type PreparedRequest, shortBody } from './read-request.ts';
import type { CacheScope, Content } from './reply.ts';
import { type ContextOptions, contextFor, type Known, scopeOf } from './request-context.ts';
import { extensionsOf, newRemarks, traceOf } from './trace.ts';

/** What operations are answered with. */
export interface AnswerOptions extends ContextOptions {
  readonly admission: Admission;
}

/** An operation, who asks for it, and what the client wants to know of it. */
export interface AskedOperation extends PreparedRequest {
  /** Its answer, what it would cost, or what it would do. */
  readonly wanted: 'answer' | 'forecast' | 'dry run';
  /** Whether the answer shows the calls, and whether while they run; null for no. */
  readonly trace: 'whole' | 'live' | null;
  /** Called when a step of a launch has ended. */
  readonly onStep?: OnStep | undefined;
}

/** Answers an operation, in a place if it needs one. Rejects with a refusal if it gets none. */
export const answerOperation = async (
  options: AnswerOptions,
  { plan, variables, caller, inParts, wanted, trace, onStep }: AskedOperation,
  exchange: Exchange,
): Promise<Content> => {
  if (wanted === 'forecast') {
    await exclusiveTurn();
    return forecastOf(options, { plan, variables }, { ...exchange, caller });
  }
  const isLong = exchange.bodyBytes > shortBody;
  if (isLong) await exclusiveTurn();
  const operation = checkOperation(plan, variables, inParts);
  if ('errors' in operation) return operation;
  if (isLong) await exclusiveTurn();
  const entered = placeFor(operation, options.admission, exchange);
  if (entered !== null) await entered;
  const known = { ...exchange, caller };
  if (wanted === 'dry run') return dryRunOf(options, operation, known);
  return answerReady(options, operation, { ...known, trace, onStep });
};

const never = new AbortController().signal;

/** What an operation would cost, instead of its answer. */
const forecastOf = async (
  options: AnswerOptions,
  { plan, variables }: Pick<AskedOperation, 'plan' | 'variables'>,
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
  options: AnswerOptions,
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

/** Who asked, and what is shown of the calls. */
type TracedRequest = Known & Pick<AskedOperation, 'trace' | 'onStep'>;

/** Executes an operation. With a live trace the content is complete at once; its parts tell. */
const answerReady = (
  options: AnswerOptions,
  operation: CheckedOperation,
  known: TracedRequest,
): Content | Promise<Content> => {
  const { res, record } = known;
  const { isMutation } = operation.plan;
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  // A write continues after its caller leaves: it may have been sent already, and its outcome
  // belongs in the log.
  if (!isMutation) res.once('close', leave);
  const own = scopeOf(options, { isMutation, signal: gone.signal }, known);
  const watch = known.trace === 'live' ? watchCalls() : null;
  const scope = watch === null ? own : { ...own, onCall: watch.onCall };
  const context = contextFor(options, { scope, onStep: known.onStep }, known);
  const content = contentOf(operation, context, { ...known, leave });
  return watch === null ? content : { live: live(content, { watch, record }) };
};

const contentOf = async (
  operation: CheckedOperation,
  context: Context,
  { leave, ...known }: TracedRequest & { readonly leave: () => void },
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
  const trace = known.trace === null ? null : () => traceOf(context.ads);
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
