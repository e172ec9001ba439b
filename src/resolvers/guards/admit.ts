import type { CountedWrite, SumAddition } from '../../state/guard-sums.ts';
import type { Guards } from '../context.ts';
import { effectsOf, stoppedWrite } from '../effects/effects.ts';
import { type KnownEffect, knownEffects, missingError } from '../effects/known.ts';
import type { LoadContext } from '../field.ts';
import { rejected, type WriteEnd } from '../write-errors.ts';
import type { WriteRequest } from '../write-request.ts';
import { errorsAt, type GuardFinding, guardErrors, isRefusal } from './findings.ts';
import type { JudgedWrites } from './judge.ts';
import { accountOf, daySums, judge, judgeSums, needsKnowledge, rulesFor } from './judge.ts';
import { additionsOf, type DaySums } from './sums.ts';

/** A write that the guards admit. */
export interface AdmittedWrite {
  /** Removes the write from the sums of its day. Only if it was certainly not applied. */
  readonly takeBack: () => Promise<void>;
  /** The rows that the guards had to read. */
  readonly known: readonly KnownEffect[];
}

/** A write that no guard counts. */
export const uncounted: AdmittedWrite = { takeBack: async () => undefined, known: [] };

/**
 * Admits a write and counts it in the sums of its day, or returns its end if a guard refuses it.
 * `since` is the time at which the write was recorded, in milliseconds since 1970; 0 if it was not.
 * Throws if a row that the guards need cannot be read.
 */
export const admit = async (
  sending: WriteRequest,
  asking: LoadContext,
  guards: Guards,
  since = 0,
): Promise<AdmittedWrite | WriteEnd> => {
  const rules = rulesFor(guards, accountOf(sending));
  if (rules.length === 0) return uncounted;
  const write = stoppedWrite(sending, 0);
  const effects = effectsOf(write).filter((effect) => needsKnowledge(rules, effect));
  const known = await knownEffects(effects, asking);
  const judged: JudgedWrites = {
    own: sending.step?.mutation ?? sending.endpoint.name,
    writes: [write],
    effects: known,
    whole: 'input',
    items: 'input.operations',
  };
  const { operations } = write.input;
  const items = Array.isArray(operations) ? operations.length : 0;
  const missing = known.flatMap((effect) => {
    const error = missingError(effect);
    return error === null ? [] : [{ item: effect.item, error }];
  });
  if (missing.length > 0) return rejected(errorsAt(missing, items));
  const found = judge(rules, judged, guards);
  const sums = await daySums(rules, judged, asking);
  const counted = {
    viewer: asking.context.viewer,
    mutation: sending.endpoint.name,
    key: sending.key,
    since,
  };
  if (found.some(isRefusal)) {
    // All refusals are reported together.
    const summed = sums === null ? [] : await judgeSums(sums, guards, counted);
    return refusedBy([...found, ...summed], items, guards);
  }
  const passed = sums === null ? uncounted : await count(sums, items, counted, guards);
  return 'outcome' in passed ? passed : { ...passed, known };
};

/** Counts a write in the sums of its day; `items` is the number of its batch items. */
const count = async (
  sums: DaySums,
  items: number,
  counted: CountedWrite,
  guards: Guards,
): Promise<AdmittedWrite | WriteEnd> => {
  const additions = additionsOf(sums);
  // If another write is counted between the judgement and the count, this one is judged again.
  for (;;) {
    const found = await judgeSums(sums, guards, counted);
    if (found.some(isRefusal)) return refusedBy(found, items, guards);
    if (await guards.sums.count(additions, counted)) break;
  }
  return { ...uncounted, takeBack: () => takeBack(guards, additions, counted) };
};

// If the sum cannot be changed, it stays too high. The guards then refuse too much, not too little.
const takeBack = async (
  { sums }: Guards,
  additions: readonly SumAddition[],
  counted: CountedWrite,
): Promise<void> => {
  await sums.takeBack(additions, counted).catch(() => undefined);
};

/** The end of a write that a guard refuses. */
const refusedBy = (found: readonly GuardFinding[], items: number, guards: Guards): WriteEnd => {
  recordRefusals(found, guards);
  return rejected(guardErrors(found, items));
};

/** Records the names of the rules that refuse something, for the log and the metrics. */
export const recordRefusals = (
  found: readonly GuardFinding[],
  { refusedBy: names }: Guards,
): void => {
  names.push(...new Set(found.filter(isRefusal).map(({ rule }) => rule)));
};
