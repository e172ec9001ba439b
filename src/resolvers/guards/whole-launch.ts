import { argumentPath } from '../../errors.ts';
import type { Path } from '../../upstream/catalogue/language/values.ts';
import { effectsOf } from '../effects/effects.ts';
import { type KnownEffect, knownEffects } from '../effects/known.ts';
import type { Faults } from '../faults.ts';
import type { Asking } from '../field.ts';
import { underArguments } from '../input.ts';
import type { WriteError } from '../writes/write-errors.ts';
import { recordRefusals } from './admit.ts';
import { guardError, isRefusal } from './findings.ts';
import { accountOf, findingsOf, type Judged, needsKnowledge, rulesFor } from './judge.ts';

/** A launch as the guards see it: all of its steps together. */
export interface WholeLaunch extends Pick<Faults, 'asGiven'> {
  readonly mutation: string;
  readonly isCopied: boolean;
}

/**
 * The effects of the steps of a launch with their arguments in its input. Nothing of a copy is in
 * the input, so that all of it is about the original.
 */
const argumentsIn = (
  { isCopied, asGiven }: WholeLaunch,
  effects: readonly KnownEffect[],
): readonly KnownEffect[] => {
  let lineItems = 0;
  return effects.map((effect): KnownEffect => {
    if (isCopied) return { ...effect, at: () => 'input.campaignId' };
    if (effect.kind !== 'Create') return { ...effect, at: () => 'input.activate' };
    const { name } = effect.entity;
    if (name !== 'Campaign' && name !== 'LineItem') {
      return { ...effect, at: () => 'input.lineItems' };
    }
    const spot = name === 'Campaign' ? ['campaign'] : ['lineItems', lineItems++, 'lineItem'];
    const at = (...path: Path): string =>
      argumentPath(asGiven(['input', ...spot, ...underArguments(path)]));
    return { ...effect, at };
  });
};

/** A launch as it is judged. */
export const judgedWhole = (
  whole: WholeLaunch,
  { writes, effects }: Pick<Judged, 'writes' | 'effects'>,
): Judged => ({
  own: whole.mutation,
  writes,
  effects: argumentsIn(whole, effects),
  whole: whole.isCopied ? 'input.campaignId' : 'input',
  items: whole.isCopied ? 'input.campaignId' : 'input.lineItems',
});

/**
 * What the guards refuse of a launch as a whole; `rehearse` runs its steps up to their calls in
 * the context of a dry run. Throws if what they need to know cannot be read.
 */
export const launchRefusals = async (
  whole: WholeLaunch,
  asking: Asking,
  rehearse: (asking: Asking) => Promise<unknown>,
): Promise<readonly WriteError[]> => {
  const { guards, dryRun } = asking.context;
  if (guards === null || dryRun !== null) return [];
  const context = asking.context.rehearse();
  await rehearse({ ...asking, context });
  const { stopped: writes } = context.dryRun;
  const [first] = writes;
  const rules = first === undefined ? [] : rulesFor(guards, accountOf(first));
  const effects = writes.flatMap(effectsOf);
  // The campaign is needed for what is known of its line items.
  const isKnown = effects.some((effect) => needsKnowledge(rules, effect));
  const known = isKnown ? await knownEffects(effects, asking) : [];
  const found = await findingsOf(judgedWhole(whole, { writes, effects: known }), asking);
  recordRefusals(found, guards);
  return found.filter(isRefusal).map(guardError);
};
