import type { DryEntry } from '../../execution/dry-run/entry.ts';
import type { Outcome } from '../../resolvers/writes/sending.ts';

/** What must happen before a plan is applied: nothing, the client asks, or a person on its page. */
export type Approval = 'NONE' | 'CLIENT' | 'PAGE';

/** What a person said about a plan. */
export interface PlanDecision {
  readonly verdict: 'APPROVED' | 'DECLINED';
  /** The user who said it, if it is known: a client does not tell. */
  readonly by: { readonly userId: string; readonly screenName: string } | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How a mutation of a plan ended. */
export interface PlanItem {
  readonly field: string;
  readonly path: string;
  /** Null if it was not sent. */
  readonly outcome: Outcome | null;
  /** The global ids of what it made or changed. */
  readonly ids: readonly string[];
  readonly errors: readonly PlanItemError[];
  /** The items of a batch by their indexes, or the steps of a launch by their names. */
  readonly parts: readonly PlanPart[];
}

/** How an item of a batch, or a step of a launch, ended. */
export interface PlanPart extends Pick<PlanItem, 'outcome' | 'ids' | 'errors'> {
  readonly part: string;
}

/** What is wrong with a write, at its argument if that is known. */
export interface PlanItemError {
  readonly code: string;
  readonly message: string;
  readonly argument?: string;
}

/** How a plan ended: APPLIED only if all of its mutations are. */
export interface PlanEnd {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: Outcome;
  readonly items: readonly PlanItem[];
  /** Whether to ask again: an outcome is UNKNOWN, a write was not sent, or a launch stopped. */
  readonly mayResume: boolean;
}

/** A client from outside, and the accounts that its user had chosen for it. */
export interface PlanAgent {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly string[];
}

/** A mutation that an agent has prepared. Only `ads_apply` sends it. Times are ms since 1970. */
export interface WritePlan {
  readonly id: string;
  /** Whose plan it is: the id of the user, or the key of a token whose user is not known. */
  readonly viewer: string;
  /** The API key of the agent that prepared it; null for one on this machine. */
  readonly key: string | null;
  /** The client from outside that prepared it; absent or null for others. */
  readonly agent?: PlanAgent | null;
  /** Why, in the words of the agent. */
  readonly why: string;
  readonly preparedAt: number;
  readonly expiresAt: number;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What each of its mutations would do: the members of a dry run. */
  readonly writes: readonly DryEntry[];
  readonly approval: Approval;
  /** The plan that did the same in the last 24 hours. */
  readonly duplicateOf: string | null;
  readonly decision: PlanDecision | null;
  /** When it was first sent; null if it was not. */
  readonly begunAt: number | null;
  readonly end: PlanEnd | null;
  /** The plan that was made instead, because a planned value had changed. */
  readonly replacedBy: string | null;
}

/**
 * Where a plan is in its life. OPEN may be approved, declined and applied; BEGUN was sent, and how
 * it ended is not recorded, or may still change.
 */
export type PlanState = 'OPEN' | 'DECLINED' | 'STALE' | 'EXPIRED' | 'BEGUN' | 'ENDED';

/** The state of a plan at a time in milliseconds since 1970. */
export const stateOf = (plan: WritePlan, now: number): PlanState => {
  const { end, begunAt, replacedBy, decision, expiresAt } = plan;
  if (end !== null && !end.mayResume) return 'ENDED';
  if (begunAt !== null) return 'BEGUN';
  if (replacedBy !== null) return 'STALE';
  if (decision?.verdict === 'DECLINED') return 'DECLINED';
  return now < expiresAt ? 'OPEN' : 'EXPIRED';
};

/** Whether a person has approved a plan on its page: the word of a client is not enough there. */
export const isApprovedByPerson = ({ decision }: WritePlan): boolean =>
  decision?.verdict === 'APPROVED' && decision.by !== null;
