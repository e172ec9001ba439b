import type { DryEntry } from '../../execution/dry-run/entry.ts';
import { maySpend, raisesAmount } from '../../execution/dry-run/spending.ts';
import { isDeletion } from '../../resolvers/guards/deeds.ts';
import { textOf } from '../../resolvers/writes/keys.ts';
import type { Approval, WritePlan } from './write-plan.ts';

interface ApprovalRules {
  readonly mcpApproval: 'client' | 'page';
  readonly duplicateOf: string | null;
}

/** What must happen before writes are applied. */
export const approvalOf = (
  writes: readonly DryEntry[],
  { mcpApproval, duplicateOf }: ApprovalRules,
): Approval => {
  const isGuarded = writes.some(({ guards }) =>
    guards.some(({ verdict }) => verdict === 'APPROVAL'),
  );
  if (mcpApproval === 'page' || isGuarded || duplicateOf !== null) return 'PAGE';
  return writes.some((write) => maySpend(write) || deletes(write)) ? 'CLIENT' : 'NONE';
};

/** Whether a write deletes something. */
export const deletes = ({ field, changes }: DryEntry): boolean =>
  isDeletion(field) || changes.some(({ action }) => action === 'DELETE');

/**
 * The id of the plan that did the same: made something equal, or raised it to the same amount.
 * Null if none of these plans, which were applied lately, did.
 */
export const duplicateAmong = (
  writes: readonly DryEntry[],
  applied: readonly WritePlan[],
): string | null => {
  const own = new Set(writes.flatMap(deedsOf));
  const found = applied.find((plan) => plan.writes.flatMap(deedsOf).some((deed) => own.has(deed)));
  return found?.id ?? null;
};

/** What a write makes or raises, as texts; all that a launch makes is one. */
const deedsOf = ({ changes, steps }: DryEntry): readonly string[] => {
  const made = changes
    .filter(({ action }) => action === 'CREATE')
    .map(({ type, accountId, name, after }) => textOf({ type, accountId, name, after }));
  const raised = changes
    .filter(({ action, before, after }) => action === 'UPDATE' && raisesAmount(before, after))
    .map(({ id, field, after }) => textOf({ id, field, after }));
  return [...(steps.length > 0 && made.length > 0 ? [made.join()] : made), ...raised];
};
