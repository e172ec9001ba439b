import type { ExecutionResult } from 'graphql';
import { refused } from '../../errors/errors.ts';
import { noData, type Room } from '../../execution/answer/failures.ts';
import { type Answer, checkOperation, run } from '../../execution/answer/run-operation.ts';
import { countItems, dryRun } from '../../execution/dry-run.ts';
import { forecast } from '../../execution/forecast.ts';
import { answerTooLong } from '../../execution/plan/measure.ts';
import { readsOnlyReferenceData } from '../../execution/plan/plan.ts';
import type { Context } from '../../resolvers/context.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import { type Admission, placeFor } from '../door/admission.ts';
import { notAcceptable } from '../door/headers.ts';
import { live } from './live.ts';
import { type OperationPlugin, type RequestOperation, required } from './operation.ts';
import { shortBody } from './params.ts';
import { type CacheScope, type Content, errorsAsJson, extensionsOf, newRemarks } from './reply.ts';
import { traceOf } from './trace.ts';
import { resultOf } from './use-reply.ts';

type OperationVariables = Readonly<Record<string, unknown>>;

/**
 * Lets an operation run: checks the right to write, its variables and its cost, and takes a place
 * if it needs one. A forecast needs none.
 */
export const useAdmission = (admission: Admission): OperationPlugin => ({
  onContextBuilding: ({ context: { operation, params } }) => {
    checkWish(operation);
    if (operation.wanted === 'forecast') return exclusiveTurn();
    return admit(operation, params.variables ?? {}, admission);
  },
});

const admit = (
  operation: RequestOperation,
  variables: OperationVariables,
  admission: Admission,
): Promise<void> | undefined => {
  const { exchange } = operation;
  if (exchange.bodyBytes > shortBody) return admitLong(operation, variables, admission);
  return placeFor(check(operation, variables), admission, exchange) ?? undefined;
};

const admitLong = async (
  operation: RequestOperation,
  variables: OperationVariables,
  admission: Admission,
): Promise<void> => {
  await exclusiveTurn();
  const checked = check(operation, variables);
  await exclusiveTurn();
  await placeFor(checked, admission, operation.exchange);
};

const check = (operation: RequestOperation, variables: OperationVariables) => {
  const checked = checkOperation(required(operation.plan), variables, operation.accepted.parts);
  if ('errors' in checked) throw new AggregateError(checked.errors);
  operation.checked = checked;
  return checked;
};

const checkWish = ({ exchange: { req }, accepted, ...operation }: RequestOperation): void => {
  const plan = required(operation.plan);
  const { isMutation } = plan;
  operation.check?.(plan);
  if (operation.isOwn) return;
  if (accepted.type === null) throw notAcceptable();
  // A caller to whom the owner's token is lent for queries only may not write.
  if (isMutation && !required(operation.caller).mayWrite) {
    const message = "This API key lends the owner's token for queries only. Sign in to write.";
    throw refused(403, message, { code: 'FORBIDDEN' });
  }
  const { 'x-ads-plan': forecast, 'x-ads-dry-run': dry } = req.headers;
  if (dry !== '1' || (isMutation && forecast !== '1')) return;
  const why = isMutation ? 'goes without x-ads-plan' : 'is for mutations';
  throw refused(400, `The header x-ads-dry-run ${why}.`);
};

/**
 * Executes operations level by level, and writes their data as bytes. With `x-ads-plan: 1` it
 * returns the cost of an operation, with `x-ads-dry-run: 1` the changes that a mutation would make;
 * neither sends a call.
 */
export const useExecutor = (): OperationPlugin => ({
  onExecute: ({ context: { operation, params }, setExecuteFn }) => {
    setExecuteFn(({ contextValue }) => {
      const context = contextValue as Context;
      if (operation.wanted === 'forecast') return costOf(operation, params.variables, context);
      if (operation.wanted === 'dry run') return changesOf(operation, context);
      return executed(operation, context);
    });
  },
});

const costOf = async (
  { plan }: RequestOperation,
  variables: Readonly<Record<string, unknown>> = {},
  rehearsal: Context,
): Promise<ExecutionResult> => {
  const { forecast: costs, ...answer } = await forecast(required(plan), variables, rehearsal);
  const extensions = costs === undefined ? undefined : JSON.stringify({ plan: costs });
  return resultOf({ ...answer, extensions });
};

const changesOf = async (
  operation: RequestOperation,
  context: Context,
): Promise<ExecutionResult> => {
  const { record } = operation.exchange;
  const report = await dryRun(required(operation.checked), context, (cause) => {
    record.internalErrors = [...record.internalErrors, cause];
  });
  operation.dryRun = report;
  return resultOf({ data: noData, extensions: JSON.stringify({ dryRun: report }) });
};

// With a live trace the result is complete at once: its parts report the calls, then the answer.
const executed = (operation: RequestOperation, context: Context) => {
  const content = contentOf(operation, context);
  const { watch, exchange } = operation;
  if (watch === null) return content.then(resultOf);
  return resultOf({ live: live(content, { watch, record: exchange.record }) });
};

const contentOf = async (operation: RequestOperation, context: Context): Promise<Content> => {
  const { record } = operation.exchange;
  const checked = required(operation.checked);
  if (context.guards !== null) await countItems(checked, context);
  const answer = await run(checked, context);
  record.internalErrors = [...record.internalErrors, ...answer.internalErrors];
  record.writes = [...record.writes, ...answer.writes()];
  const content = contentFrom(answer, operation, context);
  const { room } = answer;
  if (room === undefined || fits(content, room)) return content;
  return { data: noData, errors: [answerTooLong(room.limit)] };
};

const contentFrom = (answer: Answer, operation: RequestOperation, context: Context): Content => {
  const { data, errors, room, later: parts } = answer;
  const remarks = newRemarks(context.ads.calls);
  const notes = [...answer.notes, ...remarks()];
  operation.notes = notes;
  const trace = operation.trace === null ? null : () => traceOf(context.ads);
  if (parts !== null && room !== undefined) {
    const ended = (): void => {
      operation.exchange.record.writes = answer.writes();
    };
    const extensions = extensionsOf(notes, null);
    return { data, errors, extensions, later: { parts, room, trace, remarks, ended } };
  }
  const extensions = extensionsOf(notes, trace);
  const isWhole = extensions === undefined && errors === undefined;
  return { data, errors, extensions, ...(isWhole && { cacheScope: cacheScopeOf(operation) }) };
};

/** True if an answer fits into LIMIT_ANSWER_BYTES with its errors and extensions. */
const fits = ({ errors, extensions = '' }: Content, room: Room): boolean => {
  if (errors !== undefined) room.take(Buffer.byteLength(errorsAsJson(errors)));
  room.take(Buffer.byteLength(extensions));
  return room.left >= 0;
};

/** The caches that may keep the data of an operation; undefined for none. */
const cacheScopeOf = ({
  exchange: { req },
  caller,
  checked,
}: RequestOperation): CacheScope | undefined => {
  if (req.method !== 'GET' || !readsOnlyReferenceData(required(checked).selection))
    return undefined;
  // Without a session or a key the answer is the same for every caller.
  const isAnonymous = required(caller).session === null && req.headers['x-api-key'] === undefined;
  return isAnonymous ? 'public' : 'private';
};
