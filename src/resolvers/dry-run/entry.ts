import { cleaned } from '../../upstream/catalogue/language/foreign-text.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import type { StoppedWrite } from '../context.ts';
import { type KnownEffect, missingError } from '../effects/known.ts';
import { type GuardFinding, guardError, isRefusal } from '../guards/findings.ts';
import type { Outcome, WriteError } from '../write-errors.ts';
import type { ItemResult } from '../writes/items.ts';
import type { StepEnd } from '../writes/launch/made.ts';
import {
  type Activation,
  activationsIn,
  type BudgetChange,
  budgetsIn,
  type Change,
  changesIn,
  identityOf,
} from './changes.ts';
import {
  activationSentence,
  nothingChanges,
  type SentenceContext,
  sentenceOf,
  unseen,
  unseenRow,
} from './sentences.ts';
import type { RowsShown } from './shown.ts';

/** The outcome that a write would have, or the outcome that an earlier write with its key had. */
type DryOutcome = 'READY' | 'GUARDED' | Outcome;

/** The effects that a write, an item of a batch, or a step of a launch would have. */
export interface DryResult {
  readonly outcome: DryOutcome;
  readonly errors: readonly WriteError[];
  readonly sentences: readonly string[];
  readonly changes: readonly Change[];
  readonly money: readonly BudgetChange[];
  readonly activates: readonly Activation[];
  readonly guards: readonly RuleVerdict[];
}

/** The verdict of a rule on a value; APPROVAL if an agent needs a person's consent. */
interface RuleVerdict extends Pick<GuardFinding, 'rule' | 'limit' | 'value'> {
  readonly verdict: 'PASS' | 'REFUSE' | 'APPROVAL';
}

/** The effects that a mutation of a document would have: an item of `extensions.dryRun.writes`. */
export interface DryEntry extends DryResult {
  readonly field: string;
  readonly path: string;
  readonly items: readonly DryResult[];
  readonly steps: readonly (DryResult & { readonly step: string })[];
  readonly calls: { readonly least: number; readonly most: number };
  /** The facts by which agents' plans are judged; for agents only. */
  readonly facts?: PlanFacts;
}

/** The facts by which a plan is judged, besides those that are shown. */
interface PlanFacts {
  /** True if the write may raise what is spent. */
  readonly maySpend: boolean;
  /** True if the write deletes something. */
  readonly deletes: boolean;
  /** The micros by which each of its changes raises spending, as `raiseIn`; null if it does not. */
  readonly raises: readonly (string | null)[];
  /** Digests of the rows that it creates and the amounts that it raises. */
  readonly effects: readonly string[];
  /** The time zone of its accounts; null if they have several, or none that is known. */
  readonly timeZone: string | null;
}

/** The context in which effects are shown. */
export interface EntryContext extends RowsShown, SentenceContext {
  /** The findings of the guards about the whole mutation. */
  readonly findings: readonly GuardFinding[];
}

type ShownEffects = Without<DryResult, 'outcome' | 'errors' | 'guards'>;

/** The changes by effects, with their sentences. */
const shownEffects = (effects: readonly KnownEffect[], showing: EntryContext): ShownEffects => {
  const changes = effects.flatMap((effect) => changesIn(effect, showing.show));
  const activated = effects.flatMap((effect) =>
    activationsIn(effect).map((one) => ({ ...one, accountId: effect.accountId })),
  );
  return {
    changes,
    money: budgetsIn(effects),
    activates: activated.map(({ type, id, name }) => ({ type, id, name })),
    sentences: [
      ...changes.map((change) => sentenceOf(change, showing)),
      ...activated.map((one) => activationSentence(one, showing)),
      ...effects
        .filter(({ isUnseen }) => isUnseen)
        .map((effect) => unseenRow(identityOf(effect), showing)),
    ],
  };
};

/** A result without changes. */
export const endedResult = (outcome: DryOutcome, errors: readonly WriteError[]): DryResult => ({
  outcome,
  errors,
  sentences: errors.map(({ message }) => cleaned(message)),
  changes: [],
  money: [],
  activates: [],
  guards: [],
});

/** The result of valid writes: REJECTED if a row is missing, else GUARDED or READY. */
export const readyResult = (
  writes: readonly StoppedWrite[],
  effects: readonly KnownEffect[],
  showing: EntryContext,
): DryResult => {
  const missing = effects.flatMap((effect) => missingError(effect) ?? []);
  if (missing.length > 0) return endedResult('REJECTED', missing);
  const { findings } = showing;
  const shown = shownEffects(effects, showing);
  const docs = writes.filter(({ rows }) => rows.length === 0).map(({ endpoint }) => endpoint.doc);
  const nothing = docs.length === 0 && shown.changes.length === 0 ? [nothingChanges] : [];
  const refusals = findings.filter(isRefusal);
  const sentences = [
    ...shown.sentences,
    ...new Set(docs.map(unseen)),
    ...nothing,
    ...refusals.map(({ refusal }) => refusal ?? ''),
  ];
  const outcome = refusals.length > 0 ? 'GUARDED' : 'READY';
  const guards = findings.map(verdictOf);
  return { outcome, errors: refusals.map(guardError), ...shown, sentences, guards };
};

const verdictOf = (found: GuardFinding): RuleVerdict => {
  const { rule, limit, value, needsApproval } = found;
  const passed = needsApproval ? 'APPROVAL' : 'PASS';
  return { rule, limit, value, verdict: isRefusal(found) ? 'REFUSE' : passed };
};

/** The results of a batch's items: READY without an error, unless a guard refuses the item. */
export const itemsOf = (
  results: readonly ItemResult[],
  effects: readonly KnownEffect[],
  showing: EntryContext,
): readonly DryResult[] => {
  const effectsAt = Map.groupBy(effects, ({ item }) => item);
  const findingsAt = Map.groupBy(showing.findings, ({ item }) => item);
  return results.map(({ index, errors }) => {
    if (errors.length > 0) return endedResult('REJECTED', errors);
    const own = effectsAt.get(index) ?? [];
    const findings = findingsAt.get(index) ?? [];
    return own.length + findings.length === 0
      ? endedResult('READY', [])
      : readyResult([], own, { ...showing, findings });
  });
};

/** The result that a step of a launch would have. */
export const stepOf = (
  { outcome, errors, stopped = [] }: StepEnd,
  effects: readonly KnownEffect[],
  showing: EntryContext,
): DryResult => {
  if (stopped.length === 0) return endedResult(outcome, errors);
  const writes = new Set(stopped);
  const own = effects.filter(({ write }) => writes.has(write));
  const effectsOfStep = new Set(own);
  const findings = showing.findings.filter(
    ({ effect }) => effect !== null && effectsOfStep.has(effect),
  );
  const ready = readyResult(stopped, own, { ...showing, findings });
  // Omissions of a copy do not stop its steps.
  return { ...ready, errors: [...errors, ...ready.errors] };
};
