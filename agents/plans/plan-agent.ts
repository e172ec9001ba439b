import type { CallerGrant } from '../gateway.ts';
import type { PlanAgent, WritePlan } from './write-plan.ts';

/** The client of a grant as its plans name it; null without a grant. */
export const planAgentOf = (grant: CallerGrant | null): PlanAgent | null =>
  grant === null
    ? null
    : { id: grant.client.id, name: grant.client.name, accounts: [...grant.accounts] };

/**
 * Whether a caller may know a plan of its viewer: a client knows its own, for accounts that it
 * still has; a caller without a grant those that no such client made.
 */
export const isPlanFor = (
  { agent }: Pick<WritePlan, 'agent'>,
  grant: CallerGrant | null,
): boolean => {
  if (agent == null || grant === null) return agent == null && grant === null;
  const isOwn = agent.id === grant.client.id;
  return isOwn && agent.accounts.every((account) => grant.accounts.has(account));
};
