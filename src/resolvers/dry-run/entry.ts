import type { StoppedWrite } from '../../context.ts';
import { cleaned } from '../../upstream/catalogue/language/foreign-text.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import type { KnownEffect } from '../effects/known.ts';
import { missingError } from '../effects/missing.ts';
import { type GuardFinding, guardError, isRefusal } from '../guards/findings.ts';
import type { WriteError } from '../write-errors.ts';
import type { Outcome } from '../write-request.ts';
import type { ItemResult } from '../writes/items.ts';
import type { StepEnd } from '../writes/launch/made.ts';
import type { Activation, BudgetChange, Change } from './changes.ts';
import { activationsIn, budgetsIn, changesIn, identityOf } from './changes.ts';
import type { SentenceContext } from './sentences.ts';
import { activationSentence, nothingChanges, sentenceOf, unseen, unseenRow } from './sentences.ts';
import type { RowsShown } from './shown.ts';

/** How a write would end; or how one ended that was sent before with its key. */
type DryOutcome = 'READY' | 'GUARDED' | Outcome;

/** What a write, an item of a batch, or a step of a launch would do. */
export interface DryResult {
  readonly outcome: DryOutcome;
  readonly errors: readonly WriteError[];
  readonly sentences: readonly string[];
  readonly changes: readonly Change[];
  readonly money: readonly BudgetChange[];
  readonly activates: readonly Activation[];
  readonly guards: readonly RuleVerdict[];
}

/** What a rule says of a value: whether it may be so, or only after a person has agreed. */
interface RuleVerdict extends Pick<GuardFinding, 'rule' | 'limit' | 'value'> {
  readonly verdict: 'PASS' | 'REFUSE' | 'APPROVAL';
}

/** What a mutation of a document would do: an item of `extensions.dryRun.writes`. */
export interface DryEntry extends DryResult {
  readonly field: string;
  readonly path: string;
  readonly items: readonly DryResult[];
  readonly steps: readonly (DryResult & { readonly step: string })[];
  readonly calls: { readonly least: number; readonly most: number };
  /** What agents' plans are judged by; for agents only. */
  readonly facts?: PlanFacts;
}

/** What a plan is judged by, beside what is shown of it. */
export interface PlanFacts {
  /** Whether it may raise what is spent. */
  readonly maySpend: boolean;
  /** Digests of what it makes or raises. */
  readonly effects: readonly string[];
  /** The time zone of its accounts; null if they have several, or none that is known. */
  readonly timeZone: string | null;
}

/** What effects are shown with. */
export interface EntryContext extends RowsShown, SentenceContext {
  /** What the guards found, of the whole mutation. */
  readonly findings: readonly GuardFinding[];
}

type ShownEffects = Without<DryResult, 'outcome' | 'errors' | 'guards'>;

/** What effects would change, and what is said of that. */
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

/** A result of which nothing is changed. */
export const endedResult = (outcome: DryOutcome, errors: readonly WriteError[]): DryResult => ({
  outcome,
  errors,
  sentences: errors.map(({ message }) => cleaned(message)),
  changes: [],
  money: [],
  activates: [],
  guards: [],
});

/**
 * What would be sent, unless something that it is about is not there, or a guard refuses it.
 */
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

/** The items of a batch: those without an error of their own are READY. */
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

/** A step of a launch as it would end. */
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
  // What a copy lacks does not stop its steps.
  return { ...ready, errors: [...errors, ...ready.errors] };
};
