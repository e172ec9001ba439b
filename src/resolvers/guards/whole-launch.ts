import { argumentPath } from '../../errors/errors.ts';
import type { Path, Values } from '../../upstream/catalogue/language/values.ts';
import { idOf } from '../../upstream/client/row.ts';
import type { Guards } from '../context.ts';
import { type Effect, effectsOf } from '../effects/effects.ts';
import { knownEffects } from '../effects/known.ts';
import type { LoadContext } from '../field.ts';
import { underArguments } from '../input.ts';
import type { Faults, WriteError } from '../write-errors.ts';
import { recordRefusals } from './admit.ts';
import { guardError, isRefusal } from './findings.ts';
import { accountOf, findingsOf, type JudgedWrites, needsKnowledge, rulesFor } from './judge.ts';

/** A launch as the guards judge it: all of its steps together. */
export interface WholeLaunch extends Pick<Faults, 'asGiven'> {
  readonly mutation: string;
  /** The values that a copy sets in all line items, by upstream name; null if it is not a copy. */
  readonly overridden: Values | null;
  /** The member of a line item that holds its children, by the name of their entity. */
  readonly members: Readonly<Record<string, string>>;
}

/**
 * The effects of a launch's steps, with their arguments in its input. In a copy, values that the
 * input does not override are at `campaignId`.
 */
const argumentsIn = <E extends Effect>(
  launch: WholeLaunch,
  effects: readonly E[],
): readonly E[] => {
  const { asGiven, overridden, members } = launch;
  const lineItems = new Map<string, number>();
  const path = (...at: Path): string => argumentPath(asGiven(['input', ...underArguments(at)]));
  return effects.map((effect): E => {
    const { kind, entity, row, sent } = effect;
    if (kind !== 'Create') return { ...effect, at: () => 'input.activate' };
    if (overridden !== null) {
      const isGiven = ([name = '']: Path) => (overridden[name] ?? null) !== null;
      const at = (...to: Path): string =>
        entity.name === 'LineItem' && isGiven(to) ? path('lineItems', ...to) : 'input.campaignId';
      return { ...effect, at };
    }
    if (entity.name === 'Campaign') return { ...effect, at: (...to) => path('campaign', ...to) };
    if (entity.name === 'LineItem') {
      const index = lineItems.size;
      lineItems.set(idOf(row), index);
      return { ...effect, at: (...to) => path('lineItems', index, 'lineItem', ...to) };
    }
    const lineItem = lineItems.get(String(sent['line_item_id'])) ?? 0;
    return { ...effect, at: () => path('lineItems', lineItem, members[entity.name] ?? '') };
  });
};

/** A launch as one subject of judgement. */
export const judgedWhole = (
  whole: WholeLaunch,
  { writes, effects }: Pick<JudgedWrites, 'writes' | 'effects'>,
): JudgedWrites => {
  const original = whole.overridden === null ? 'input' : 'input.campaignId';
  const placed = argumentsIn(whole, writes.flatMap(effectsOf));
  return {
    own: whole.mutation,
    writes,
    effects: argumentsIn(whole, effects),
    whole: original,
    items: whole.overridden === null ? 'input.lineItems' : original,
    place: (write, item) =>
      placed.find((one) => one.write === write && one.item === item)?.at() ?? original,
  };
};

/**
 * The refusals of a launch as a whole. `rehearse` runs its steps up to their calls in the context
 * of a dry run. Throws if a row that the guards need cannot be read.
 */
export const launchRefusals = async (
  whole: WholeLaunch,
  asking: LoadContext,
  guards: Guards,
  rehearse: (asking: LoadContext) => Promise<unknown>,
): Promise<readonly WriteError[]> => {
  const context = asking.context.rehearse();
  await rehearse({ ...asking, context });
  const { stopped: writes } = context.dryRun;
  const [first] = writes;
  const rules = first === undefined ? [] : rulesFor(guards, accountOf(first));
  const effects = writes.flatMap(effectsOf);
  // The current rows of line items include their campaign.
  const isKnown = effects.some((effect) => needsKnowledge(rules, effect));
  const known = isKnown ? await knownEffects(effects, asking) : [];
  const found = await findingsOf(judgedWhole(whole, { writes, effects: known }), asking);
  recordRefusals(found, guards);
  return found.filter(isRefusal).map(guardError);
};
