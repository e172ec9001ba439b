import type { CallerGrant, DryEntry, Outcome } from '../gateway.ts';

/** The approval that a plan needs: none, the client asks its user, or a person on the page. */
export type Approval = 'NONE' | 'CLIENT' | 'PAGE';

/** The decision of a person about a plan. */
export interface PlanDecision {
  readonly verdict: 'APPROVED' | 'DECLINED';
  /**
   * The user who decided; null if the decision came from a client, which does not name its user.
   */
  readonly by: { readonly userId: string; readonly screenName: string } | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The end of a mutation of a plan. */
export interface PlanItem {
  readonly field: string;
  readonly path: string;
  /** Null if it was not sent. */
  readonly outcome: Outcome | null;
  /** The global ids of the rows that it created or changed. */
  readonly ids: readonly string[];
  readonly errors: readonly PlanItemError[];
  /** The items of a batch by their indexes, or the steps of a launch by their names. */
  readonly parts: readonly PlanPart[];
  /** The numbers of ids, errors and parts, if they are too many to be kept. */
  readonly counts?: PlanItemCounts;
}

/** The numbers of ids, errors and parts of a mutation. */
interface PlanItemCounts {
  readonly ids: number;
  readonly errors: number;
  readonly parts: number;
}

/** The end of an item of a batch, or of a step of a launch. */
export interface PlanPart extends Pick<PlanItem, 'outcome' | 'ids' | 'errors'> {
  readonly part: string;
}

/** An error of a write, at its argument if that is known. */
export interface PlanItemError {
  readonly code: string;
  readonly message: string;
  readonly argument?: string;
}

/** A client from outside, with the accounts that its user chose for it. */
interface PlanAgent {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly string[];
}

/**
 * A mutation of a plan. It WAITS until it is sent; SENT is read back or resumed; ENDED is final.
 */
export interface PlannedWrite extends Pick<PlanItem, 'field' | 'path'> {
  readonly isLaunch: boolean;
  readonly state: 'WAITS' | 'SENT' | 'ENDED';
  /** Milliseconds since 1970 at which it was first sent; null if it was not. */
  readonly sentAt: number | null;
  /** Its end as last sent or read back; null if it was not sent. */
  readonly item: PlanItem | null;
}

/**
 * A document of mutations that an agent prepared, without its text. Only `ads_apply` sends it.
 * Times are milliseconds since 1970.
 */
export interface WritePlan {
  readonly id: string;
  /** Its owner: the id of the user, or the key of a token whose user is not known. */
  readonly viewer: string;
  /** The API key of the agent that prepared it; null for one on this machine. */
  readonly key: string | null;
  /** The client from outside that prepared it; absent or null for others. */
  readonly agent?: PlanAgent | null;
  /** The reason, in the words of the agent. */
  readonly why: string;
  readonly preparedAt: number;
  readonly expiresAt: number;
  readonly writes: readonly PlannedWrite[];
  /**
   * The first sentences of its dry run, the costliest first; `sentenceCount` is the number of all.
   */
  readonly sentences: readonly string[];
  readonly sentenceCount: number;
  readonly money: DryEntry['money'];
  /** The time zone of its accounts; absent or null if they have several, or it is not known. */
  readonly timeZone?: string | null;
  /** True if it may raise what is spent. */
  readonly maySpend: boolean;
  readonly approval: Approval;
  /** The plan with the same effect in the last 24 hours; this one if it has an effect twice. */
  readonly duplicateOf: string | null;
  readonly decision: PlanDecision | null;
  /** Milliseconds since 1970 at which an end was last recorded; null if it was not sent. */
  readonly endedAt: number | null;
  /** The plan that replaces the waiting part, because a planned value had changed. */
  readonly replacedBy: string | null;
  /** The bytes of its text in the store; 0 once it is deleted. */
  readonly textBytes: number;
}

/** The text of a plan, which is kept until the plan has ended. */
export interface PlanText {
  readonly document: string;
  /** The variables that the document declares. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The dry run of each of its mutations. */
  readonly writes: readonly DryEntry[];
}

/**
 * The state of a plan. OPEN may be approved, declined and applied, as may the rest of a plan that
 * was sent in part. BEGUN was sent, and its end is unknown or may still change.
 */
type PlanState = 'OPEN' | 'DECLINED' | 'STALE' | 'EXPIRED' | 'BEGUN' | 'ENDED';

/** The state of a plan at a time in milliseconds since 1970. */
export const stateOf = (plan: WritePlan, now: number): PlanState =>
  plan.writes.some(({ state }) => state === 'SENT') ? 'BEGUN' : restOf(plan, now);

/** The state of the waiting part of a plan; ENDED if nothing waits. */
export const restOf = (
  { writes, replacedBy, decision, expiresAt }: WritePlan,
  now: number,
): Exclude<PlanState, 'BEGUN'> => {
  if (!writes.some(({ state }) => state === 'WAITS')) return 'ENDED';
  if (replacedBy !== null) return 'STALE';
  if (decision?.verdict === 'DECLINED') return 'DECLINED';
  return now < expiresAt ? 'OPEN' : 'EXPIRED';
};

/** The outcome of a plan so far: APPLIED only if all of it is. Null if a part is not known. */
export const outcomeOf = ({ writes }: WritePlan): Outcome | null => {
  const isSent = writes.some(({ sentAt, item }) => sentAt !== null || item !== null);
  if (!isSent || writes.some(({ state, item }) => state === 'SENT' && item === null)) return null;
  const all = writes.map(({ item }) => item?.outcome ?? 'NOT_APPLIED');
  if (all.every((one) => one === 'APPLIED')) return 'APPLIED';
  const worst = (['UNKNOWN', 'REJECTED'] as const).find((one) => all.includes(one));
  return worst ?? 'NOT_APPLIED';
};

/** True if a person approved a plan on its page. A client's approval does not count there. */
export const isApprovedByPerson = ({ decision }: WritePlan): boolean =>
  decision?.verdict === 'APPROVED' && decision.by !== null;

/** The paths of the mutations of a plan in this state. */
export const pathsIn = ({ writes }: WritePlan, wanted: PlannedWrite['state']): readonly string[] =>
  writes.flatMap(({ state, path }) => (state === wanted ? [path] : []));

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
