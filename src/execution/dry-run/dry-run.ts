import type { GraphQLFormattedError } from 'graphql';
import type { Context, StoppedWrite } from '../../context.ts';
import { toFormattedError } from '../../errors.ts';
import { Flawed } from '../../loaders/flawed.ts';
import { effectsOf } from '../../resolvers/effects/effects.ts';
import { type KnownEffect, knownEffects } from '../../resolvers/effects/known.ts';
import type { Asking, Load, SelectedField } from '../../resolvers/field.ts';
import { guardErrors } from '../../resolvers/guards/findings.ts';
import { accountOf, findingsOf, type Judged } from '../../resolvers/guards/judge.ts';
import { judgedWhole } from '../../resolvers/guards/whole-launch.ts';
import { allFields, traceBelow } from '../../resolvers/reads/needs.ts';
import type { ItemResult } from '../../resolvers/writes/items.ts';
import type { StepEnd } from '../../resolvers/writes/launch/made.ts';
import type { Launch } from '../../resolvers/writes/launch/run-steps.ts';
import type { Payload } from '../../resolvers/writes/sending.ts';
import type { WriteError } from '../../resolvers/writes/write-errors.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import { noField } from '../../upstream/client/trace.ts';
import { createTally, totalCalls } from '../cost/call-tally.ts';
import { costOf, type SelectedOperation } from '../cost/cost.ts';
import { saturated } from '../plan/measure.ts';
import { itemsIn } from './changes.ts';
import type { DryEntry, DryResult, Showing } from './entry.ts';
import { endedResult, itemsOf, readyResult, stepOf } from './entry.ts';
import type { AccountNames } from './sentences.ts';
import { type RowsShown, rowsAs } from './shown.ts';

/** What a document would do: `extensions.dryRun` of the answer. */
export interface DryRunReport {
  readonly writes: readonly DryEntry[];
  /** The calls that the dry run has made. */
  readonly reads: number;
}

/**
 * Runs the mutations of an operation up to their calls, and says what they would do. `context`
 * stops every write. The mutations run side by side, so that what they read is shared, and each is
 * judged by what is there now. Internal errors are reported.
 */
export const dryRun = async (
  operation: SelectedOperation,
  context: Context,
  report: (cause: unknown) => void,
): Promise<DryRunReport> => {
  const stopped = await stoppedRuns(operation, context);
  recordItems(stopped, context);
  const shown = rowsAs(operation.plan.schema);
  const writes = await Promise.all(
    stopped.map(async (run): Promise<DryEntry> => {
      const { key, definition } = run.asking.field.selected;
      const spot = { field: definition.name, path: key, items: [], steps: [] };
      const none = { least: 0, most: 0 };
      try {
        const result = await resultOf(run, shown);
        const isSent = result.outcome === 'READY';
        const calls = isSent ? callsOf(run, operation) : none;
        return { ...spot, ...result, calls };
      } catch (error) {
        const errors = [failureOf(error, run.asking.field.selected, report)];
        return { ...spot, ...endedResult('REJECTED', errors), calls: none };
      }
    }),
  );
  return { writes, reads: context.ads.calls.length };
};

/**
 * Counts the items of all mutations of an operation, if a guard limits them: an operation that has
 * too many is refused before its first write.
 */
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

/** A mutation that was run up to its calls: what it stopped, and its payload or why it has none. */
interface StoppedRun {
  readonly asking: Asking;
  readonly stopped: readonly StoppedWrite[];
  readonly payload: unknown;
}

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
    // A launch may go on after its field has a value.
    if (isLaunch(payload)) await payload.ended;
    return payload;
  };
  const payload = await settle().catch((error: unknown) => error);
  return { asking: { context, field }, stopped, payload };
};

const isLaunch = (payload: unknown): payload is Launch =>
  typeof payload === 'object' && payload !== null && 'ended' in payload;

type WriteResult = DryResult & Partial<Pick<DryEntry, 'items' | 'steps'>>;

const resultOf = async (run: StoppedRun, shown: RowsShown): Promise<WriteResult> => {
  const { stopped, asking, payload } = run;
  if (payload instanceof Error || payload === undefined) throw payload;
  const effects = stopped.flatMap(effectsOf);
  const [known, accounts] = await Promise.all([
    knownEffects(effects, asking),
    accountNames(stopped, asking),
  ]);
  const judged = judgedOf(run, known);
  const showing = { ...shown, accounts, findings: await findingsOf(judged, asking) };
  if (isLaunch(payload)) return launchResult(payload, { known: judged.effects, stopped }, showing);
  const { outcome, errors, results = [] } = payload as PayloadOfAny;
  const items = itemsOf(results, known, showing);
  // Some batches have no results of items: all errors are theirs.
  const isFaulty = items.length === 0 && errors.length > 0;
  if (stopped.length === 0 || isFaulty) return { ...endedResult(outcome, errors), items };
  if (items.length === 0) return readyResult(stopped, known, showing);
  const there = known.filter(({ missing }) => missing === null);
  const whole = readyResult(stopped, there, showing);
  // The errors of items are theirs.
  const own = { ...whole, errors: guardErrors(showing.findings, 0).errors, items };
  if (items.every((item) => item.outcome !== 'REJECTED')) return own;
  return { ...own, outcome: 'REJECTED', sentences: items.flatMap(({ sentences }) => sentences) };
};

const judgedOf = (
  { stopped: writes, asking, payload }: StoppedRun,
  effects: readonly KnownEffect[],
): Judged => {
  if (isLaunch(payload) && payload.whole !== undefined) {
    return judgedWhole(payload.whole, { writes, effects });
  }
  const { name: own } = asking.field.selected.definition;
  return { own, writes, effects, whole: 'input', items: 'input.operations' };
};

type PayloadOfAny = Pick<Payload, 'outcome' | 'errors'> & {
  readonly results?: readonly ItemResult[];
};

const launchResult = async (
  launch: Launch,
  {
    known,
    stopped,
  }: { readonly known: readonly KnownEffect[]; readonly stopped: StoppedRun['stopped'] },
  showing: Showing,
): Promise<WriteResult> => {
  const { outcome, errors, cause } = await launch.ended;
  if (cause !== null && cause !== undefined) throw cause;
  const ends = await Promise.all(launch.steps.map(({ ended }): Promise<StepEnd> => ended));
  const steps = ends.map((end, index) => ({
    step: launch.steps[index]?.kind ?? '',
    ...stepOf(end, known, showing),
  }));
  if (stopped.length === 0) return { ...endedResult(outcome, errors), steps };
  if (outcome !== 'APPLIED') return { ...endedResult(outcome, errors), steps };
  const whole = readyResult(stopped, known, showing);
  // What a copy leaves out, or a launch does not activate, is no fault.
  const told = errors.map(({ message }) => message);
  return { ...whole, sentences: [...whole.sentences, ...told], steps };
};

/** The names of the accounts that writes are in. */
const accountNames = async (
  stopped: readonly StoppedWrite[],
  { context, field }: Asking,
): Promise<AccountNames> => {
  const inAccount = stopped.flatMap(({ endpoint, input }) =>
    endpoint.host === 'ads' && typeof input['account_id'] === 'string' ? [input['account_id']] : [],
  );
  const ids = [...new Set(inAccount)];
  if (ids.length === 0) return new Map();
  const rows = await context.loaders.rows({ entity: account, accountId: null }, ids, field.trace);
  return new Map(
    rows.flatMap((row, index) => {
      if (row instanceof Error) throw row;
      return typeof row?.['name'] === 'string' ? [[lowerId(ids[index]), row['name']]] : [];
    }),
  );
};

/** The calls that a write would make: at least what was stopped, at most what its plan says. */
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
