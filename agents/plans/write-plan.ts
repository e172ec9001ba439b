import type { BudgetChange } from '../../src/resolvers/dry-run/changes.ts';
import type { DryEntry } from '../../src/resolvers/dry-run/entry.ts';
import type { Outcome } from '../../src/resolvers/write-request.ts';

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
  /** How many there are of each, if they are too many to be kept. */
  readonly counts?: PlanItemCounts;
}

/** How many ids, errors and parts a mutation has. */
export interface PlanItemCounts {
  readonly ids: number;
  readonly errors: number;
  readonly parts: number;
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

/** A client from outside, and the accounts that its user had chosen for it. */
export interface PlanAgent {
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly string[];
}

/**
 * A mutation of a plan, and how far it is: it WAITS (nothing of it was sent), it was SENT and is
 * read back or resumed, or it has ENDED for good.
 */
export interface PlannedWrite extends Pick<PlanItem, 'field' | 'path'> {
  readonly isLaunch: boolean;
  readonly state: 'WAITS' | 'SENT' | 'ENDED';
  /** When it was first sent, in milliseconds since 1970; null if it was not. */
  readonly sentAt: number | null;
  /** How it ended when it was last sent or read back; null if it was not. */
  readonly item: PlanItem | null;
}

/**
 * A document of mutations that an agent has prepared, without its text. Only `ads_apply` sends it.
 * Times are milliseconds since 1970.
 */
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
  readonly writes: readonly PlannedWrite[];
  /** Some of what it would do, what costs most first; `sentenceCount` is the number of all. */
  readonly sentences: readonly string[];
  readonly sentenceCount: number;
  readonly money: readonly BudgetChange[];
  /** The time zone of its accounts; absent or null if they have several, or it is not known. */
  readonly timeZone?: string | null;
  /** Whether it may raise what is spent. */
  readonly maySpend: boolean;
  readonly approval: Approval;
  /** The plan that did the same in the last 24 hours, or this one if it does the same twice. */
  readonly duplicateOf: string | null;
  readonly decision: PlanDecision | null;
  /** When how it ended was last recorded; null if it was not sent. */
  readonly endedAt: number | null;
  /** The plan that was made instead of what waits, because a planned value had changed. */
  readonly replacedBy: string | null;
  /** The room of its text in the store, in bytes; 0 once it needs none. */
  readonly textBytes: number;
}

/** The text of a plan, which is kept until the plan has ended. */
export interface PlanText {
  readonly document: string;
  /** The variables that the document declares. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** What each of its mutations would do: the members of a dry run. */
  readonly writes: readonly DryEntry[];
}

/**
 * Where a plan is in its life. OPEN may be approved, declined and applied, also the rest of one of
 * which a part was sent; BEGUN was sent, and how it ended is not known, or may still change.
 */
export type PlanState = 'OPEN' | 'DECLINED' | 'STALE' | 'EXPIRED' | 'BEGUN' | 'ENDED';

/** The state of a plan at a time in milliseconds since 1970. */
export const stateOf = (plan: WritePlan, now: number): PlanState =>
  plan.writes.some(({ state }) => state === 'SENT') ? 'BEGUN' : restOf(plan, now);

/** The state of what waits of a plan; ENDED if nothing does. */
export const restOf = (
  { writes, replacedBy, decision, expiresAt }: WritePlan,
  now: number,
): Exclude<PlanState, 'BEGUN'> => {
  if (!writes.some(({ state }) => state === 'WAITS')) return 'ENDED';
  if (replacedBy !== null) return 'STALE';
  if (decision?.verdict === 'DECLINED') return 'DECLINED';
  return now < expiresAt ? 'OPEN' : 'EXPIRED';
};

/** How a plan ended so far: APPLIED only if all of it is. Null if nobody knows of a part. */
export const outcomeOf = ({ writes }: WritePlan): Outcome | null => {
  const isSent = writes.some(({ sentAt, item }) => sentAt !== null || item !== null);
  if (!isSent || writes.some(({ state, item }) => state === 'SENT' && item === null)) return null;
  const all = writes.map(({ item }) => item?.outcome ?? 'NOT_APPLIED');
  if (all.every((one) => one === 'APPLIED')) return 'APPLIED';
  const worst = (['UNKNOWN', 'REJECTED'] as const).find((one) => all.includes(one));
  return worst ?? 'NOT_APPLIED';
};

/** Whether a person has approved a plan on its page: the word of a client is not enough there. */
export const isApprovedByPerson = ({ decision }: WritePlan): boolean =>
  decision?.verdict === 'APPROVED' && decision.by !== null;

/** The paths of the mutations of a plan in this state. */
export const pathsIn = ({ writes }: WritePlan, wanted: PlannedWrite['state']): readonly string[] =>
  writes.flatMap(({ state, path }) => (state === wanted ? [path] : []));
