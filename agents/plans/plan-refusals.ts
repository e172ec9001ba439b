import { ToolError } from '../tool-error.ts';
import { isApprovedByPerson, isPlanFor, restOf, type WritePlan } from './write-plan.ts';
import type { Writing } from './writing.ts';

/** The plan of a viewer. Rejects with ToolError if there is none. */
export const planOf = async (id: string, { plans, viewer, grant }: Writing): Promise<WritePlan> => {
  const plan = await plans.find(viewer, id);
  if (plan !== null && isPlanFor(plan, grant)) return plan;
  throw gone();
};

/** The error for a plan that is not there. */
export const gone = (): ToolError =>
  new ToolError('PLAN_NOT_FOUND', 'There is no such plan, or it has expired.');

/**
 * Rejects with ToolError if the waiting part of a plan may not be sent: it is closed, or not
 * approved.
 */
export const refuseUnready = (plan: WritePlan, writing: Writing): void => {
  const { decision, replacedBy, approval } = plan;
  const state = restOf(plan, writing.now());
  if (state === 'STALE') throw staleBy(replacedBy ?? '');
  if (state === 'EXPIRED') throw new ToolError('PLAN_EXPIRED', 'This plan has expired.');
  if (state === 'DECLINED') {
    const who = decision?.by === null ? 'The user' : `@${decision?.by.screenName}`;
    throw new ToolError('PLAN_DECLINED', `${who} has declined this plan.`);
  }
  if (state === 'OPEN' && approval === 'PAGE') refuseUnapproved(plan, writing);
};

/** Rejects with ToolError unless a person has approved a plan on its page. */
export const refuseUnapproved = (plan: WritePlan, { addressOf }: Writing): void => {
  if (isApprovedByPerson(plan)) return;
  const address = addressOf(plan.id);
  if (address === null) {
    const next = 'Tell the user. Do not prepare it in another way.';
    throw new ToolError('PLAN_NEEDS_APPROVAL', noPage, { next });
  }
  throw new ToolError('PLAN_NEEDS_APPROVAL', `A person approves this plan at ${address}`, {
    address,
  });
};

/** The message for a plan that nobody can approve here. */
export const noPage =
  'This plan needs a person on its page, and cannot be approved here: this process has no page. A gateway with PUBLIC_URL and the same Redis has.';

/** The error for a plan whose values have changed. */
export const staleBy = (newPlan: string): ToolError =>
  new ToolError('PLAN_STALE', 'The values have changed since: there is a new plan.', {
    newPlan,
  });
