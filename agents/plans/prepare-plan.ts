import type { DocumentNode } from 'graphql';
import type { DryRunReport } from '../gateway.ts';
import { ToolError } from '../tool-error.ts';
import { approvalOf } from './approval.ts';
import { type NewPlan, newPlanId } from './kept-plans.ts';
import { declaredIn } from './keyed-document.ts';
import { planAgentOf } from './plan-agent.ts';
import { refusalOf } from './refusal.ts';
import type { WritePlan } from './write-plan.ts';
import { keyedOf, type Writing } from './writing.ts';

type PreparedText = Pick<NewPlan, 'why' | 'document' | 'variables'>;

/** Prepares a plan. Rejects with ToolError if its writes are refused. */
export const preparePlan = async (
  { why, document, variables: all }: PreparedText,
  parsed: DocumentNode,
  writing: Writing,
): Promise<{ readonly plan: WritePlan; readonly report: DryRunReport }> => {
  const id = newPlanId();
  const declared = declaredIn(parsed);
  const variables = Object.fromEntries(Object.entries(all).filter(([name]) => declared.has(name)));
  const given = { id, why, document, variables };
  const report = await writing.ask.dryRun(keyedOf(given, writing));
  const refusal = refusalOf(report.writes);
  if (refusal !== null) throw refusal;
  return { plan: await keepPlan({ ...given, writes: report.writes }, writing), report };
};

/** Keeps a plan with the approval that it needs. */
export const keepPlan = async (
  given: PreparedText & Pick<NewPlan, 'id' | 'writes'>,
  { plans, doneEffects, viewer, key, grant, mcpApproval }: Writing,
): Promise<WritePlan> => {
  const { id, writes } = given;
  const duplicateOf = await doneEffects.duplicateOf({ viewer, id, effects: digestsIn(writes) });
  const approval = approvalOf(writes, { mcpApproval, duplicateOf });
  const agent = planAgentOf(grant);
  const plan = await plans.keep({ ...given, viewer, key, agent, approval, duplicateOf });
  if (typeof plan !== 'string') return plan;
  const { code, message, next } = refusals[plan];
  throw new ToolError(code, message, { next });
};

/** Digests of the rows that writes create and of the amounts that they raise. */
export const digestsIn = (writes: NewPlan['writes']): readonly string[] =>
  writes.flatMap(({ facts }) => facts?.effects ?? []);

const makeRoom = 'Apply one, or wait until some have expired.';
const refusals = {
  TOO_MANY: {
    code: 'MCP_RATE_LIMITED',
    message: 'Too many plans are open (LIMIT_MCP_PLANS).',
    next: makeRoom,
  },
  NO_ROOM: {
    code: 'MCP_RATE_LIMITED',
    message: 'The plans of this user fill the storage that one user may have.',
    next: makeRoom,
  },
  TOO_LARGE: {
    code: 'COST_LIMIT_EXCEEDED',
    message: 'The plan is too large.',
    next: 'Prepare its parts.',
  },
} as const;
