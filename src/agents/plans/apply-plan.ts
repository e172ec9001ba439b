import type { DryRunReport } from '../../execution/dry-run/dry-run.ts';
import { ToolError } from '../tool-error.ts';
import { approvalOf } from './approval.ts';
import { isPlanFor } from './plan-agent.ts';
import { endOf } from './plan-end.ts';
import { newPlanId } from './plan-store.ts';
import { inTurn } from './plan-turn.ts';
import { refusalOf } from './refusal.ts';
import { isApprovedByPerson, stateOf, type WritePlan } from './write-plan.ts';
import { keepPlan, keyedOf, type Writing } from './writing.ts';

/** The plan of a viewer. Rejects with ToolError if there is none. */
export const planOf = async (id: string, { plans, viewer, grant }: Writing): Promise<WritePlan> => {
  const plan = await plans.find(viewer, id);
  if (plan !== null && isPlanFor(plan, grant)) return plan;
  throw new ToolError('PLAN_NOT_FOUND', 'There is no such plan, or no longer.');
};

/** Rejects with ToolError if a plan may not be applied: it is over, or nobody has approved it. */
export const refuseUnready = (plan: WritePlan, writing: Writing): void => {
  const { decision, replacedBy, approval } = plan;
  const state = stateOf(plan, writing.now());
  if (state === 'STALE') throw stale(replacedBy ?? '');
  if (state === 'EXPIRED') throw new ToolError('PLAN_EXPIRED', 'This plan is too old.');
  if (state === 'DECLINED') {
    const who = decision?.by === null ? 'The user' : `@${decision?.by.screenName}`;
    throw new ToolError('PLAN_DECLINED', `${who} has declined this plan.`);
  }
  if (state === 'OPEN' && approval === 'PAGE') refuseUnapproved(plan, writing);
};

const refuseUnapproved = (plan: WritePlan, { addressOf }: Writing): void => {
  if (isApprovedByPerson(plan)) return;
  const address = addressOf(plan.id);
  throw new ToolError('PLAN_NEEDS_APPROVAL', `A person approves this plan at ${address}`, {
    address,
  });
};

const stale = (newPlan: string): ToolError =>
  new ToolError('PLAN_STALE', 'What is planned has changed since: there is a new plan.', {
    newPlan,
  });

/**
 * Applies a plan, unless it was applied: then it is as it ended. `mayBegin` false only finds out
 * how it ended, and goes on with a launch.
 */
export const applyPlan = (
  { id }: Pick<WritePlan, 'id'>,
  writing: Writing,
  mayBegin = true,
): Promise<WritePlan> =>
  inTurn({ ...writing, id }, async () => {
    const plan = await planOf(id, writing);
    refuseUnready(plan, writing);
    if (stateOf(plan, writing.now()) === 'ENDED') return plan;
    const report = await writing.ask.dryRun(keyedOf(plan, writing));
    if (!(await mayBeSent(plan, report, { writing, mayBegin }))) return plan;
    const begun = plan.begunAt === null ? await writing.plans.begin(plan) : plan;
    if (begun === null || begun.begunAt === null) {
      refuseUnready(begun ?? plan, writing);
      throw new ToolError('PLAN_NOT_FOUND', 'There is no such plan any more.');
    }
    return send(begun, writing);
  });

interface Applying {
  readonly writing: Writing;
  readonly mayBegin: boolean;
}

/**
 * Whether a plan may be sent, or sent again to find out how it ended. Rejects with ToolError if
 * what is planned has changed, or needs an approval that it has not got.
 */
const mayBeSent = async (
  plan: WritePlan,
  { writes }: DryRunReport,
  { writing, mayBegin }: Applying,
): Promise<boolean> => {
  const isLaunch = writes.some(({ steps }) => steps.length > 0);
  // A write that has a key in the ledger is not sent again.
  const isUnsent = writes.some(({ outcome }) => outcome === 'READY') && !isLaunch;
  if (plan.begunAt !== null && !isUnsent) return !isTooOld(plan, writing);
  if (!mayBegin) return false;
  if (plan.expiresAt <= writing.now()) throw new ToolError('PLAN_EXPIRED', 'This plan is too old.');
  if (plan.begunAt !== null && writes.some(({ outcome }) => outcome !== 'READY')) return true;
  const refusal = refusalOf(writes);
  if (refusal !== null) throw refusal;
  if (effectOf(writes) !== effectOf(plan.writes)) {
    const { why, document, variables } = plan;
    throw await replaced(plan, { why, document, variables, writes }, writing);
  }
  const { mcpApproval } = writing;
  const { duplicateOf } = plan;
  // A rule may have come since.
  if (approvalOf(writes, { mcpApproval, duplicateOf }) === 'PAGE') refuseUnapproved(plan, writing);
  return true;
};

// The ledger forgets keys after a day.
const oldMs = 23 * 3_600_000;

const isTooOld = ({ begunAt }: WritePlan, { now }: Writing): boolean =>
  begunAt !== null && now() - begunAt > oldMs;

/** What writes would do, as a text that is equal for equal effects. */
const effectOf = (writes: WritePlan['writes']): string =>
  JSON.stringify(writes.map(({ path, changes, activates }) => ({ path, changes, activates })));

/** Makes a new plan instead of one whose values have changed. */
const replaced = async (
  plan: WritePlan,
  given: Pick<WritePlan, 'why' | 'document' | 'variables' | 'writes'>,
  writing: Writing,
): Promise<ToolError> => {
  const next = await keepPlan({ ...given, id: newPlanId() }, writing);
  const { replacedBy } = (await writing.plans.replace(plan, next.id)) ?? {};
  return stale(replacedBy ?? next.id);
};

/** Sends a plan, and records how it ended. */
const send = async (plan: WritePlan, writing: Writing): Promise<WritePlan> => {
  const answered = await writing.ask.write<Readonly<Record<string, unknown>>>(
    keyedOf(plan, writing),
    writing.onStep,
  );
  const end = endOf(plan.writes, answered);
  return (await writing.plans.end(plan, end)) ?? { ...plan, end: { ...end, at: writing.now() } };
};
