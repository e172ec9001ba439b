import type { GuardRule } from '../../config/guards.ts';
import { activates } from '../effects/activations.ts';
import type { KnownEffect } from '../effects/known.ts';
import { type Deed, isDeletion } from './deeds.ts';
import { finding, type GuardFinding, unitsOf } from './findings.ts';
import { amountsSet } from './money.ts';

interface ApprovalSubject {
  readonly effects: readonly KnownEffect[];
  readonly deeds: readonly Deed[];
  /** The argument of what is about the whole input. */
  readonly argument: string;
}

/** What an agent may do only after a person has agreed, by a rule. */
export const approvalFound = (
  rule: GuardRule,
  { effects, deeds, argument }: ApprovalSubject,
): readonly GuardFinding[] => {
  const { above, activate, delete: deletes } = rule.approval ?? {};
  const needed = (limit: string, value: string, effect: KnownEffect | null, item?: number | null) =>
    finding(rule, {
      limit: `approval.${limit}`,
      value,
      refusal: null,
      needsApproval: true,
      argument,
      effect,
      ...(item !== undefined && { item }),
    });
  const activated = activate === true ? effects.filter(activates) : [];
  const deleted = deletes === true ? deeds.filter(({ name }) => isDeletion(name)) : [];
  return [
    ...(above === undefined
      ? []
      : effects.flatMap((effect) =>
          amountsAbove(above, effect).map((value) => needed('above', value, effect)),
        )),
    ...activated.map((effect) => needed('activate', effect.entity.name, effect)),
    ...deleted.map(({ name, item }) => needed('delete', name, null, item)),
  ];
};

/** The budgets and bids that are set above a limit, as text; one that is cleared has none. */
const amountsAbove = (
  above: NonNullable<NonNullable<GuardRule['approval']>['above']>,
  effect: KnownEffect,
): readonly string[] => {
  const most = above[effect.currency ?? ''];
  return amountsSet(effect)
    .filter((amount) => amount === null || most === undefined || amount > most)
    .map((amount) => (amount === null ? 'none' : unitsOf(amount)));
};
