import type { CallerGrant } from '../gateway.ts';
import type { PlanAgent, WritePlan } from './write-plan.ts';

/** The client of a grant as its plans name it; null without a grant. */
export const planAgentOf = (grant: CallerGrant | null): PlanAgent | null =>
  grant === null
    ? null
    : { id: grant.client.id, name: grant.client.name, accounts: [...grant.accounts] };

/**
 * True if a caller may see a plan of its viewer. A client sees its own plans, for accounts that it
 * still has. A caller without a grant sees those of no client.
 */
export const isPlanFor = (
  { agent }: Pick<WritePlan, 'agent'>,
  grant: CallerGrant | null,
): boolean => {
  if (agent == null || grant === null) return agent == null && grant === null;
  const isOwn = agent.id === grant.client.id;
  return isOwn && agent.accounts.every((account) => grant.accounts.has(account));
};
