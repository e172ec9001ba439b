import type { DocumentNode } from 'graphql';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { DryEntry, DryRunReport } from '../gateway.ts';
import { type ArgumentFault, ToolError } from '../tool-error.ts';
import { type NewPlan, newPlanId } from './kept-plans.ts';
import { declaredIn } from './keyed-document.ts';
import { type Approval, planAgentOf, type WritePlan } from './write-plan.ts';
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
  const report = await writing.graph.dryRun(keyedOf(given, writing));
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

/** Mutations that end tokens: no agent may send them. */
const endsToken: ReadonlySet<string> = new Set(
  endpoints.filter(({ quirks }) => quirks.ends !== undefined).map(({ name }) => name),
);

/** The reason why writes are no plan, with every fault; null if all of them would be sent. */
export const refusalOf = (writes: readonly DryEntry[]): ToolError | null => {
  if (writes.length === 0) {
    return new ToolError('BAD_USER_INPUT', 'The document has no mutation to send.');
  }
  const ending = writes.find(({ field }) => endsToken.has(field));
  if (ending !== undefined) {
    const message = `Agents may not invalidate tokens, so they cannot send ${ending.field}.`;
    return new ToolError('FORBIDDEN', message);
  }
  const errors = writes
    .filter(({ outcome }) => outcome !== 'READY')
    .flatMap((write) => [write, ...write.items, ...write.steps].flatMap((part) => part.errors));
  const isReady = writes.every(({ outcome }) => outcome === 'READY');
  if (isReady) return null;
  const [first] = errors;
  const message = [...new Set(errors.map((error) => error.message))].join(' ');
  return new ToolError(first?.code ?? 'BAD_USER_INPUT', message, { faults: errors.map(faultOf) });
};

const faultOf = (error: DryEntry['errors'][number]): ArgumentFault => {
  const { argument = 'input', message, reason, min, max, allowed, example, details } = error;
  return { argument, message, reason, min, max, allowed, example, details };
};
