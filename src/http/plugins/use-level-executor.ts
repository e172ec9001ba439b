import type { Context } from '../../context.ts';
import { run } from '../../execution/answer/run-operation.ts';
import { countItems } from '../../execution/dry-run/dry-run.ts';
import { readsOnlyReferenceData } from '../../execution/plan/reference-only.ts';
import { live } from './live.ts';
import { type GatewayPlugin, known, type Operation } from './operation.ts';
import type { CacheScope, Content } from './reply.ts';
import { extensionsOf, newRemarks, traceOf } from './trace.ts';
import { resultOf } from './written-result.ts';

/** Executes operations level by level, and writes their data as bytes. */
export const useLevelExecutor = (): GatewayPlugin => ({
  onExecute: ({ context: { operation }, setExecuteFn }) => {
    if (operation.wanted !== 'answer') return;
    setExecuteFn(({ contextValue }) => executed(operation, contextValue as Context));
  },
});

// With a live trace the result is complete at once: its parts report the calls, then the answer.
const executed = async (operation: Operation, context: Context) => {
  const content = contentOf(operation, context);
  const { watch, exchange } = operation;
  if (watch === null) return resultOf(await content);
  return resultOf({ live: live(content, { watch, record: exchange.record }) });
};

const contentOf = async (operation: Operation, context: Context): Promise<Content> => {
  const { exchange, trace: isTraced } = operation;
  const { record } = exchange;
  const checked = known(operation.checked);
  if (context.guards !== null) await countItems(checked, context);
  const answer = await run(checked, context);
  const { data, errors, room, later } = answer;
  const remarks = newRemarks(context.ads.calls);
  const notes = [...answer.notes, ...remarks()];
  record.internalErrors = answer.internalErrors;
  record.writes = answer.writes();
  const trace = isTraced === null ? null : () => traceOf(context.ads);
  if (later !== null && room !== undefined) {
    const ended = (): void => {
      record.writes = answer.writes();
    };
    const extensions = extensionsOf(notes, null);
    return { data, errors, extensions, room, later: { parts: later, room, trace, remarks, ended } };
  }
  const extensions = extensionsOf(notes, trace);
  const isWhole = extensions === undefined && errors === undefined;
  return {
    data,
    errors,
    extensions,
    room,
    cacheScope: isWhole ? cacheScopeOf(operation) : undefined,
  };
};

/** The caches that may keep the data of an operation; undefined for none. */
const cacheScopeOf = ({
  exchange: { req },
  caller,
  checked,
}: Operation): CacheScope | undefined => {
  if (req.method !== 'GET' || !readsOnlyReferenceData(known(checked).selection)) return undefined;
  // Without a session or a key the answer is the same for every caller.
  const isAnonymous = known(caller).session === null && req.headers['x-api-key'] === undefined;
  return isAnonymous ? 'public' : 'private';
};
