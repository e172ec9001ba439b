import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { lowerId } from '../../upstream/catalogue/language/identifiers.ts';
import type { StoppedWrite } from '../context.ts';
import { effectsOf } from '../effects/effects.ts';
import { changesPurchase, type KnownEffect, knownEffects } from '../effects/known.ts';
import type { LoadContext } from '../field.ts';
import { guardErrors } from '../guards/findings.ts';
import { findingsOf, isDeletion, type JudgedWrites } from '../guards/judge.ts';
import { judgedWhole } from '../guards/whole-launch.ts';
import type { Payload } from '../write-errors.ts';
import type { ItemResult } from '../writes/items.ts';
import type { StepEnd } from '../writes/launch/made.ts';
import type { Launch } from '../writes/launch/run-steps.ts';
import { effectDigests, maySpend, raiseIn } from './effect-digests.ts';
import {
  type DryEntry,
  type DryResult,
  type EntryContext,
  endedResult,
  itemsOf,
  readyResult,
  stepOf,
} from './entry.ts';
import type { NamedAccounts } from './sentences.ts';
import type { RowsShown } from './shown.ts';

/** A mutation that was run up to its calls: the stopped writes, and its payload or error. */
export interface StoppedRun {
  readonly asking: LoadContext;
  readonly stopped: readonly StoppedWrite[];
  readonly payload: unknown;
}

/** True if the payload of a run is that of a launch. */
export const isLaunch = (payload: unknown): payload is Launch =>
  typeof payload === 'object' && payload !== null && 'ended' in payload;

type DryWrite = DryResult & Partial<Pick<DryEntry, 'items' | 'steps' | 'facts'>>;

/** The current rows of everything that a run is about. */
interface KnownOfRun {
  readonly known: readonly KnownEffect[];
  readonly accounts: NamedAccounts;
}

/** Reads the current rows of everything that a run is about. Rejects if the run has no payload. */
export const knownOf = async ({ stopped, asking, payload }: StoppedRun): Promise<KnownOfRun> => {
  if (payload instanceof Error || payload === undefined) throw payload;
  const effects = stopped.flatMap(effectsOf);
  const [known, accounts] = await Promise.all([
    knownEffects(effects, asking),
    accountsOf(stopped, asking),
  ]);
  return { known, accounts };
};

/** The effects that a run would have, with the facts of plans if an agent is the caller. */
export const resultOf = async (
  run: StoppedRun,
  read: PromiseSettledResult<KnownOfRun>,
  shown: RowsShown,
): Promise<DryWrite> => {
  if (read.status === 'rejected') throw read.reason;
  const { known, accounts } = read.value;
  const result = await shownResult(run, read.value, shown);
  if (!run.asking.context.isAgent || run.stopped.length === 0) return result;
  const isWhole = (result.steps ?? []).length > 0;
  const { name } = run.asking.field.selected.definition;
  const facts = {
    maySpend: maySpend(result) || known.some(changesPurchase),
    deletes: isDeletion(name) || result.changes.some(({ action }) => action === 'DELETE'),
    raises: result.changes.map((change) => raiseIn(change)?.toString() ?? null),
    effects: effectDigests(known, shown.show, isWhole),
    timeZone: commonZone(accounts),
  };
  return { ...result, facts };
};

/** The time zone of accounts; null if they have several, or none that is known. */
const commonZone = (accounts: NamedAccounts): string | null => {
  const [zone = null, ...others] = new Set([...accounts.values()].map(({ timeZone }) => timeZone));
  return others.length === 0 ? zone : null;
};

const shownResult = async (
  run: StoppedRun,
  { known, accounts }: KnownOfRun,
  shown: RowsShown,
): Promise<DryWrite> => {
  const { stopped, asking, payload } = run;
  const judged = judgedOf(run, known);
  const showing = { ...shown, accounts, findings: await findingsOf(judged, asking) };
  if (isLaunch(payload)) return launchResult(payload, stopped, judged.effects, showing);
  const { outcome, errors, results = [] } = payload as PayloadOfAny;
  const items = itemsOf(results, known, showing);
  // Some batches have no results of items, so all errors are about the batch.
  const isFaulty = items.length === 0 && errors.length > 0;
  if (stopped.length === 0 || isFaulty) return { ...endedResult(outcome, errors), items };
  if (items.length === 0) return readyResult(stopped, known, showing);
  const there = known.filter(({ missing }) => missing === null);
  const whole = readyResult(stopped, there, showing);
  // Errors of items are in `items`, so only the others are here.
  const own = { ...whole, errors: guardErrors(showing.findings, 0).errors, items };
  if (items.every((item) => item.outcome !== 'REJECTED')) return own;
  return { ...own, outcome: 'REJECTED', sentences: items.flatMap(({ sentences }) => sentences) };
};

const judgedOf = (
  { stopped: writes, asking, payload }: StoppedRun,
  effects: readonly KnownEffect[],
): JudgedWrites => {
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
  stopped: readonly StoppedWrite[],
  known: readonly KnownEffect[],
  showing: EntryContext,
): Promise<DryWrite> => {
  const { outcome, errors, cause } = await launch.ended;
  if (cause !== null && cause !== undefined) throw cause;
  const ends = await Promise.all(launch.steps.map(({ ended }): Promise<StepEnd> => ended));
  const steps = ends.map((end, index) => ({
    step: launch.steps[index]?.kind ?? '',
    ...stepOf(end, known, showing),
  }));
  if (stopped.length === 0 || outcome !== 'APPLIED') {
    return { ...endedResult(outcome, errors), steps };
  }
  const whole = readyResult(stopped, known, showing);
  // Omissions of a copy and missing activations are no faults.
  const remarks = errors.map(({ message }) => message);
  return { ...whole, sentences: [...whole.sentences, ...remarks], steps };
};

/** The accounts that writes are in. */
const accountsOf = async (
  stopped: readonly StoppedWrite[],
  { context, field }: LoadContext,
): Promise<NamedAccounts> => {
  const inAccount = stopped.flatMap(({ endpoint, input }) =>
    endpoint.host === 'ads' && typeof input['account_id'] === 'string' ? [input['account_id']] : [],
  );
  const ids = [...new Set(inAccount)];
  if (ids.length === 0) return new Map();
  const rows = await context.loaders.rows({ entity: account, accountId: null }, ids, field.trace);
  return new Map(
    rows.flatMap((row, index) => {
      if (row instanceof Error) throw row;
      const [name, zone] = [row?.['name'], row?.['timezone']];
      if (typeof name !== 'string') return [];
      const timeZone = typeof zone === 'string' ? zone : null;
      return [[lowerId(ids[index]), { name, timeZone }]];
    }),
  );
};
