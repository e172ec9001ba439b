import type { DryEntry } from '../gateway.ts';
import type { ToolError } from '../tool-error.ts';
import { newPlanId } from './kept-plans.ts';
import { withoutMutations } from './keyed-document.ts';
import { refuseUnapproved, staleBy } from './plan-refusals.ts';
import { approvalOf, digestsIn, keepPlan, refusalOf } from './prepare-plan.ts';
import type { PlanText, WritePlan } from './write-plan.ts';
import { keyedOf, type Writing } from './writing.ts';

interface Rest {
  readonly text: PlanText;
  /** The paths of the waiting mutations. */
  readonly paths: readonly string[];
}

/** The waiting part of a plan, as it would be sent now. */
export interface JudgedPlan {
  readonly writes: readonly DryEntry[];
}

/**
 * Judges the waiting part of a plan by the present values. Rejects with ToolError if it is refused.
 * If a planned value has changed, the error names a new plan.
 */
export const judge = async (plan: WritePlan, rest: Rest, writing: Writing): Promise<JudgedPlan> => {
  const { text, paths } = rest;
  const { writes } = await writing.graph.dryRun(keyedOf({ ...plan, ...text }, writing, paths));
  const refusal = refusalOf(writes);
  if (refusal !== null) throw refusal;
  const planned = text.writes.filter(({ path }) => paths.includes(path));
  if (effectOf(writes) !== effectOf(planned)) throw await replaced(plan, rest, { writes, writing });
  return { writes };
};

/** The effects of writes as a text. Equal effects have equal texts. */
const effectOf = (writes: readonly DryEntry[]): string =>
  JSON.stringify(
    writes.map(({ path, changes, activates, facts }) => ({ path, changes, activates, facts })),
  );

interface PlanReplacement extends JudgedPlan {
  readonly writing: Writing;
}

/** Creates a plan that replaces the waiting part of another. */
const replaced = async (
  plan: WritePlan,
  { text, paths }: Rest,
  { writes, writing }: PlanReplacement,
): Promise<ToolError> => {
  const { why } = plan;
  const { document: whole, variables } = text;
  const others = plan.writes.map(({ path }) => path).filter((path) => !paths.includes(path));
  const document =
    others.length === 0 ? whole : withoutMutations(whole, { ...writing, paths: others });
  const next = await keepPlan({ why, document, variables, writes, id: newPlanId() }, writing);
  const { replacedBy } = (await writing.plans.replace(plan, next.id)) ?? {};
  return staleBy(replacedBy ?? next.id);
};

/**
 * Refuses the waiting part of a plan that needs a person's approval and lacks it. A rule or an
 * equal plan may have come since it was prepared.
 */
export const refuseDuplicate = async (
  plan: WritePlan,
  { writes }: JudgedPlan,
  writing: Writing,
): Promise<void> => {
  const { mcpApproval, plans, doneEffects, viewer } = writing;
  const duplicateOf = await doneEffects.duplicateOf({
    viewer,
    id: plan.id,
    effects: digestsIn(writes),
  });
  if (approvalOf(writes, { mcpApproval, duplicateOf }) !== 'PAGE') return;
  const now = plan.approval === 'PAGE' ? plan : await plans.needPerson(plan, duplicateOf);
  refuseUnapproved(now ?? plan, writing);
};
