import { z } from 'zod';
import { isolated } from '../../src/upstream/catalogue/language/foreign-text.ts';
import { applyPlan } from '../plans/apply-plan.ts';
import { planAnswer, planSchema } from '../plans/plan-answer.ts';
import { mayDecide } from '../plans/plan-next.ts';
import { planOf, refuseUnready } from '../plans/plan-refusals.ts';
import { costliestFirst, fitting } from '../plans/plan-sentences.ts';
import { pathsIn, type WritePlan } from '../plans/write-plan.ts';
import type { Writing } from '../plans/writing.ts';
import { ToolError } from '../tool-error.ts';
import { argumentsOf, type ToolQuestion, tool } from './tool.ts';

/** `ads_apply`: sends a plan, once. */
export const apply = tool({
  name: 'ads_apply',
  title: 'Apply a change',
  description:
    'Sends a plan of ads_prepare once, and returns how each write ended; called again it returns the same. Ask the user first if the plan says so: it raises spending, activates or deletes.',
  input: argumentsOf({ plan: z.string().max(100) }),
  output: planSchema,
  kind: 'applies',
  run: async ({ plan: id }, { writing, maxBytes }) => {
    const plan = await planOf(id, writing);
    const { replied } = writing;
    if (replied !== null) await writing.questions.check(plan, replied.state);
    refuseUnready(plan, writing);
    if (replied !== null) await decide(plan, writing);
    else if (mustElicit(plan, writing)) {
      const question = await questionAbout(plan, writing);
      if (question !== null) return question;
    }
    const ended = await applyPlan(plan, writing);
    return planAnswer(ended, { now: writing.now(), maxBytes, hasState: false });
  },
});

/** True if the client asks its user first. */
const mustElicit = (plan: WritePlan, { canElicit, now }: Writing): boolean =>
  canElicit && plan.approval === 'CLIENT' && plan.decision === null && mayDecide(plan, now());

/** The question about the waiting part of a plan, the costliest first; null if its text is gone. */
const questionAbout = async (
  plan: WritePlan,
  { questions, plans }: Writing,
): Promise<ToolQuestion | null> => {
  const text = await plans.textOf(plan);
  if (text === null) return null;
  const waits = pathsIn(plan, 'WAITS');
  const all = costliestFirst({ writes: text.writes.filter(({ path }) => waits.includes(path)) });
  const shown = fitting(all, all.length, { most: 40, characters: 6000 });
  const why = `Why, in the words of the agent: “${isolated(plan.why)}”`;
  return { question: [...shown, why].join('\n'), state: await questions.stateFor(plan) };
};

/** Records the reply of the client's user. */
const decide = async (plan: WritePlan, writing: Writing): Promise<void> => {
  const { plans, viewer, replied } = writing;
  if (replied?.verdict === 'cancel') {
    const next = 'Ask the user, then call ads_apply again.';
    throw new ToolError('PLAN_NEEDS_APPROVAL', 'The user has not answered.', { next });
  }
  const verdict = replied?.verdict === 'accept' ? plans.approve : plans.decline;
  const decided = await verdict(viewer, plan.id, null);
  if (decided !== null) refuseUnready(decided, writing);
};
