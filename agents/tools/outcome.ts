import { z } from 'zod';
import { resumePlan } from '../plans/apply-plan.ts';
import { planAnswer, planSchema } from '../plans/plan-answer.ts';
import { planOf } from '../plans/plan-refusals.ts';
import { stateOf } from '../plans/write-plan.ts';
import { argumentsOf, tool } from './tool.ts';

/** `ads_outcome`: the state of a plan. Reads back UNKNOWN writes, and resumes launches. */
export const outcome = tool({
  name: 'ads_outcome',
  title: 'Outcome of a change',
  description:
    'The state of a plan and how it ended. Reads back what is UNKNOWN, and resumes a launch that stopped.',
  input: argumentsOf({ plan: z.string().max(100) }),
  output: planSchema,
  kind: 'resumes',
  run: async ({ plan: id }, { writing, maxBytes }) => {
    const plan = await planOf(id, writing);
    const isBegun = stateOf(plan, writing.now()) === 'BEGUN';
    const now = isBegun ? await resumePlan(plan, writing) : plan;
    return planAnswer(now, { now: writing.now(), maxBytes, hasState: true });
  },
});
