import type { GraphQLSchema } from 'graphql';
import type { CallerGrant } from '../../auth/viewer.ts';
import type { OnStep } from '../../context.ts';
import type { DryRunReport } from '../../execution/dry-run/dry-run.ts';
import type { Store } from '../../state/store.ts';
import type { Ask, Question } from '../ask.ts';
import { ToolError } from '../tool-error.ts';
import { approvalOf, duplicateAmong } from './approval.ts';
import { keyedDocument } from './keyed-document.ts';
import { planAgentOf } from './plan-agent.ts';
import { type NewPlan, newPlanId, type PlanStore } from './plan-store.ts';
import type { Questions, Replied } from './question.ts';
import { refusalOf } from './refusal.ts';
import type { WritePlan } from './write-plan.ts';

/** What plans are made and applied with. */
export interface PlanNeeds {
  readonly plans: PlanStore;
  readonly store: Store;
  readonly schema: GraphQLSchema;
  readonly questions: Questions;
  /** The document of an operation of the operator; null if there is none. */
  readonly documentNamed: (operation: string) => string | null;
  readonly mcpApproval: 'client' | 'page';
  /** The address of the page of a plan. */
  readonly addressOf: (id: string) => string;
  /** How long a call waits for another one that applies the same plan, in milliseconds. */
  readonly waitMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The same in one call of a tool. */
export interface Writing extends PlanNeeds {
  readonly ask: Ask;
  readonly viewer: string;
  /** The API key of the agent; null for one on this machine. */
  readonly key: string | null;
  /** What the client from outside was granted; null for another caller. */
  readonly grant: CallerGrant | null;
  readonly onStep: OnStep;
  /** Whether the caller has the tools that write. */
  readonly isOffered: boolean;
  /** Whether the client can ask its user. */
  readonly canAsk: boolean;
  /** What its user said; null if it was not asked. */
  readonly replied: Replied | null;
}

/** The document of a plan as it is sent: with its keys. */
export const keyedOf = (
  { id, document: text, variables }: Pick<WritePlan, 'id' | 'document' | 'variables'>,
  { schema }: Pick<Writing, 'schema'>,
): Question => keyedDocument({ text, variables }, { schema, prefix: `mcp:${id}` });

type PreparedText = Pick<WritePlan, 'why' | 'document' | 'variables'>;

/** Makes a plan. Rejects with ToolError if its writes are refused. */
export const preparePlan = async (
  given: PreparedText,
  writing: Writing,
): Promise<{ readonly plan: WritePlan; readonly report: DryRunReport }> => {
  const id = newPlanId();
  const report = await writing.ask.dryRun(keyedOf({ ...given, id }, writing));
  const refusal = refusalOf(report.writes);
  if (refusal !== null) throw refusal;
  return { plan: await keepPlan({ ...given, id, writes: report.writes }, writing), report };
};

/** Keeps a plan with what must happen before it is applied. */
export const keepPlan = async (
  given: PreparedText & Pick<NewPlan, 'id' | 'writes'>,
  { plans, viewer, key, grant, mcpApproval }: Writing,
): Promise<WritePlan> => {
  const lately = (await plans.list(viewer)).filter(
    ({ end, begunAt }) =>
      end?.items.some(({ outcome }) => mayBeApplied(outcome)) ?? begunAt !== null,
  );
  const duplicateOf = duplicateAmong(given.writes, lately);
  const approval = approvalOf(given.writes, { mcpApproval, duplicateOf });
  const plan = await plans.keep({
    ...given,
    viewer,
    key,
    agent: planAgentOf(grant),
    approval,
    duplicateOf,
  });
  if (plan === 'TOO_MANY') {
    const message = 'Too many plans are open (LIMIT_MCP_PLANS).';
    const next = 'Apply one, or wait until some have expired.';
    throw new ToolError('MCP_RATE_LIMITED', message, { next });
  }
  if (plan === 'TOO_LARGE') {
    throw new ToolError('COST_LIMIT_EXCEEDED', 'The plan is too large: prepare its parts.');
  }
  return plan;
};

const mayBeApplied = (outcome: string | null): boolean =>
  outcome === 'APPLIED' || outcome === 'UNKNOWN';
