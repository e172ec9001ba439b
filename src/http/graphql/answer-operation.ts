import { type Context, createRehearsal, type OnStep } from '../../context.ts';
import type { CheckedOperation } from '../../execution/answer/run-operation.ts';
import { checkOperation, run } from '../../execution/answer/run-operation.ts';
import { noData } from '../../execution/answer/written.ts';
import { countItems, dryRun } from '../../execution/dry-run/dry-run.ts';
import { forecast } from '../../execution/forecast.ts';
import { readsOnlyReferenceData } from '../../execution/plan/reference-only.ts';
import { exclusiveTurn } from '../../upstream/client/turn.ts';
import type { Admission } from '../door/admission.ts';
import { type Exchange, leftSignal } from '../door/exchange.ts';
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
  /**
   * Its answer, what it would cost, or what it would do. `what was begun` is the answer of a
   * mutation that resumes its writes, and sends none that was not begun.
   */
  readonly wanted: 'answer' | 'forecast' | 'dry run' | 'what was begun';
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
    return forecastOf(options, { plan, variables }, { exchange, caller });
  }
  const isLong = exchange.bodyBytes > shortBody;
  if (isLong) await exclusiveTurn();
  const operation = checkOperation(plan, variables, inParts);
  if ('errors' in operation) return operation;
  if (isLong) await exclusiveTurn();
  const entered = placeFor(operation, options.admission, exchange);
  if (entered !== null) await entered;
  const resumes = wanted === 'what was begun';
  const known = { exchange, caller, trace, onStep, resumes };
  if (wanted === 'dry run') return dryRunOf(options, operation, known);
  return answerReady(options, operation, known);
};

/** A signal of its own for calls that go on after their caller leaves. */
const neverAborted = (): AbortSignal => new AbortController().signal;

/** What an operation would cost, instead of its answer. */
const forecastOf = async (
  options: AnswerOptions,
  { plan, variables }: Pick<AskedOperation, 'plan' | 'variables'>,
  prepared: Known,
): Promise<Content> => {
  const scope = scopeOf(options, { isMutation: plan.isMutation, signal: neverAborted() }, prepared);
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
  const scope = scopeOf(options, { isMutation: true, signal: neverAborted() }, known);
  const context = contextFor(options, { scope, isDryRun: true }, known);
  const internalErrors: unknown[] = [];
  const report = await dryRun(operation, context, (cause) => internalErrors.push(cause));
  known.exchange.record.internalErrors = internalErrors;
  return { data: noData, extensions: JSON.stringify({ dryRun: report }) };
};

/** Who asked, and what is shown of the calls. */
type TracedRequest = Known &
  Pick<AskedOperation, 'trace' | 'onStep'> & { readonly resumes: boolean };

/** Executes an operation. With a live trace the content is complete at once; its parts tell. */
const answerReady = (
  options: AnswerOptions,
  operation: CheckedOperation,
  known: TracedRequest,
): Content | Promise<Content> => {
  const { exchange, trace, onStep, resumes } = known;
  const { isMutation } = operation.plan;
  // A write continues after its caller leaves: it may have been sent already, and its outcome
  // belongs in the log.
  const signal = isMutation ? neverAborted() : leftSignal(exchange);
  const own = scopeOf(options, { isMutation, signal }, known);
  const watch = trace === 'live' ? watchCalls() : null;
  const scope = watch === null ? own : { ...own, onCall: watch.onCall };
  const context = contextFor(options, { scope, onStep, resumes }, known);
  const content = contentOf(operation, context, known);
  return watch === null ? content : { live: live(content, { watch, record: exchange.record }) };
};

const contentOf = async (
  operation: CheckedOperation,
  context: Context,
  known: TracedRequest,
): Promise<Content> => {
  const { req, record } = known.exchange;
  if (context.guards !== null) await countItems(operation, context);
  const answer = await run(operation, context);
  const { data, errors, room, later } = answer;
  const remarks = newRemarks(context.ads.calls);
  const notes = [...answer.notes, ...remarks()];
  record.internalErrors = answer.internalErrors;
  record.writes = answer.writes();
  const trace = known.trace === null ? null : () => traceOf(context.ads);
  if (later !== null && room !== undefined) {
    const ended = (): void => {
      record.writes = answer.writes();
    };
    const extensions = extensionsOf(notes, null);
    return { data, errors, extensions, room, later: { parts: later, room, trace, remarks, ended } };
  }
  const extensions = extensionsOf(notes, trace);
  const isCacheable =
    req.method === 'GET' &&
    extensions === undefined &&
    errors === undefined &&
    readsOnlyReferenceData(operation.selection);
  const cacheScope = isCacheable ? cacheScopeOf(known) : undefined;
  return { data, errors, extensions, room, cacheScope };
};

// Without a session or a key the answer is the same for every caller.
const cacheScopeOf = ({ exchange: { req }, caller }: Known): CacheScope =>
  caller.session === null && req.headers['x-api-key'] === undefined ? 'public' : 'private';
