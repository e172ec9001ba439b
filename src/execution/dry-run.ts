import type { GraphQLFormattedError } from 'graphql';
import { toFormattedError } from '../errors/errors.ts';
import { Flawed } from '../loaders/page-query.ts';
import type { Context, StoppedWrite } from '../resolvers/context.ts';
import { itemsIn } from '../resolvers/dry-run/changes.ts';
import { type DryEntry, endedResult } from '../resolvers/dry-run/entry.ts';
import { isLaunch, knownOf, resultOf, type StoppedRun } from '../resolvers/dry-run/run-result.ts';
import { rowsOf } from '../resolvers/dry-run/shown.ts';
import type { Load, SelectedField } from '../resolvers/field.ts';
import { accountOf } from '../resolvers/guards/judge.ts';
import { allFields, traceBelow } from '../resolvers/reads/needs.ts';
import type { WriteError } from '../resolvers/write-errors.ts';
import { exclusiveTurn } from '../upstream/client/pace.ts';
import { noField } from '../upstream/client/trace.ts';
import { costOf, type SelectedOperation } from './cost/cost.ts';
import { createTally, totalCalls } from './cost/most-calls.ts';
import { saturated } from './plan/measure.ts';

/** The effects that a document would have: `extensions.dryRun` of the answer. */
export interface DryRunReport {
  readonly writes: readonly DryEntry[];
  /** The calls that the dry run has made. */
  readonly reads: number;
}

/**
 * Runs the mutations of an operation up to their calls, and reports their effects. `context` stops
 * every write. The mutations run concurrently, so that they share reads, and each is judged by the
 * current rows of the API. Internal errors are reported.
 */
export const dryRun = async (
  operation: SelectedOperation,
  context: Context,
  report: (cause: unknown) => void,
): Promise<DryRunReport> => {
  const stopped = await stoppedRuns(operation, context);
  recordItems(stopped, context);
  const known = await Promise.allSettled(stopped.map(knownOf));
  const writes: DryEntry[] = [];
  for (const [index, run] of stopped.entries()) {
    const { key, definition } = run.asking.field.selected;
    const spot = { field: definition.name, path: key, items: [], steps: [] };
    const none = { least: 0, most: 0 };
    // A batch takes milliseconds to show.
    await exclusiveTurn();
    try {
      const shown = rowsOf(operation.plan.schema, definition.name);
      const result = await resultOf(run, known[index] as (typeof known)[number], shown);
      const isSent = result.outcome === 'READY';
      writes.push({ ...spot, ...result, calls: isSent ? callsOf(run, operation) : none });
    } catch (error) {
      const errors = [failureOf(error, run.asking.field.selected, report)];
      writes.push({ ...spot, ...endedResult('REJECTED', errors), calls: none });
    }
  }
  return { writes, reads: context.ads.calls.length };
};

/** Counts items, if a guard limits them. Too many are refused before the first write. */
export const countItems = async (operation: SelectedOperation, context: Context): Promise<void> => {
  const { guards, rehearse } = context;
  if (guards === null || guards.rules.every(({ items }) => items === undefined)) return;
  recordItems(await stoppedRuns(operation, rehearse()), context);
};

const recordItems = (runs: readonly StoppedRun[], { guards }: Context): void => {
  if (guards === null) return;
  for (const { stopped, payload } of runs) {
    for (const write of stopped.filter(({ faulty }) => faulty === undefined)) {
      const id = accountOf(write) ?? '';
      const count = itemsIn(write, isLaunch(payload));
      guards.items.set(id, (guards.items.get(id) ?? 0) + count);
    }
  }
};

const stoppedRuns = (
  operation: SelectedOperation,
  context: Context,
): Promise<readonly StoppedRun[]> => {
  const fields = allFields(operation.selection).filter(({ facts }) => facts.load !== undefined);
  return Promise.all(fields.map((field) => stoppedRun(field, operation, context)));
};

const stoppedRun = async (
  selected: SelectedField,
  { variables }: SelectedOperation,
  shared: Context,
): Promise<StoppedRun> => {
  const stopped: StoppedWrite[] = [];
  const context = { ...shared, dryRun: { stopped } };
  const field = { selected, variables, trace: traceBelow(noField(), selected.key) };
  const load = selected.facts.load as Load<unknown, unknown>;
  const settle = async (): Promise<unknown> => {
    const [found] = await load([{}], selected.argumentsFor(variables), context, field);
    const payload = found instanceof Flawed ? found.value : found;
    // A launch may continue after its field has a value.
    if (isLaunch(payload)) await payload.ended;
    return payload;
  };
  const payload = await settle().catch((error: unknown) => error);
  return { asking: { context, field }, stopped, payload };
};

/** The calls that a write would make: at least the stopped ones, at most the number in its plan. */
const callsOf = ({ stopped, asking }: StoppedRun, operation: SelectedOperation) => {
  const { selected } = asking.field;
  const tally = createTally(operation.plan.limits.filterRows);
  const selection = { ...operation.selection, fields: [selected], deferred: [] };
  costOf({ ...operation, selection }, tally);
  const most = [...totalCalls(tally).values()].reduce(
    (sum, { standard, counted }) => saturated(sum + standard + counted),
    0,
  );
  const { calls: limit } = operation.plan.limits;
  return { least: stopped.length, most: Math.min(limit, Math.max(stopped.length, most)) };
};

const failureOf = (
  error: unknown,
  { key, written }: SelectedField,
  report: (cause: unknown) => void,
): WriteError => {
  const spot = { path: [key], locations: [], written, maxProblems: 10 };
  const { message, extensions = {} }: GraphQLFormattedError = toFormattedError(error, spot, report);
  const { code, argument } = extensions;
  return { code: String(code), message, ...(typeof argument === 'string' && { argument }) };
};
