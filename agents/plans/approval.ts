import type { DryEntry } from '../gateway.ts';
import type { Approval } from './write-plan.ts';

interface ApprovalRules {
  readonly mcpApproval: 'client' | 'page';
  readonly duplicateOf: string | null;
}

/** The approval that writes need before they are applied. */
export const approvalOf = (
  writes: readonly DryEntry[],
  { mcpApproval, duplicateOf }: ApprovalRules,
): Approval => {
  const isGuarded = writes.some(({ guards }) =>
    guards.some(({ verdict }) => verdict === 'APPROVAL'),
  );
  if (mcpApproval === 'page' || isGuarded || duplicateOf !== null) return 'PAGE';
  const isAsked = writes.some(({ facts }) => facts?.maySpend === true || facts?.deletes === true);
  return isAsked ? 'CLIENT' : 'NONE';
};
