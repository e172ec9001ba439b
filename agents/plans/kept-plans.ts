import { randomBytes } from 'node:crypto';
import type { PlanDecision, PlannedWrite, PlanText, WritePlan } from './write-plan.ts';

/** The members of a plan that `ads_prepare` decides. */
export type NewPlan = Pick<
  WritePlan,
  'id' | 'viewer' | 'key' | 'agent' | 'why' | 'approval' | 'duplicateOf'
> &
  PlanText;

/** Creates the id of a new plan. */
export const newPlanId = (): string => randomBytes(12).toString('base64url');

/** The user who decides. */
export type Person = NonNullable<PlanDecision['by']>;

/** The key of a plan: its viewer and its id. */
export type PlanName = Pick<WritePlan, 'viewer' | 'id'>;

/**
 * The prepared writes of all viewers. Every method rejects with StoreError while the store does not
 * answer, and knows only plans of the viewer that it is given.
 */
export interface PlanStore {
  /** Keeps a new plan, or says why it cannot: too many open plans, no room, or too large. */
  readonly keep: (plan: NewPlan) => Promise<WritePlan | 'TOO_MANY' | 'NO_ROOM' | 'TOO_LARGE'>;
  /**
   * A plan; null if this viewer has none of this id. An expired plan is still found for a while.
   */
  readonly find: (viewer: string, id: string) => Promise<WritePlan | null>;
  /** The text of a plan; null if it has ended, or expired long ago. */
  readonly textOf: (plan: PlanName) => Promise<PlanText | null>;
  /**
   * The plans of a viewer, newest first: the open ones, and those that were applied, declined or
   * replaced in the last 24 hours. `stateOf` tells them apart.
   */
  readonly list: (viewer: string) => Promise<readonly WritePlan[]>;
  /**
   * Approves the waiting part of a plan, for a person, or for the client if `by` is null. Returns
   * the plan as it is now: unchanged if it is no longer open. Null if there is none.
   */
  readonly approve: (viewer: string, id: string, by: Person | null) => Promise<WritePlan | null>;
  /** Declines the waiting part for good, even if it was approved. Returns as `approve` does. */
  readonly decline: (viewer: string, id: string, by: Person | null) => Promise<WritePlan | null>;
  /** Records that the waiting part needs a person, and the plan that it duplicates. */
  readonly needPerson: (plan: PlanName, duplicateOf: string | null) => Promise<WritePlan | null>;
  /** Records that mutations are about to be sent, by their paths. Returns the plan as it is now. */
  readonly begin: (plan: PlanName, paths: readonly string[]) => Promise<WritePlan | null>;
  /** Records the ends of mutations. A mutation that has ended for good does not change. */
  readonly record: (plan: PlanName, writes: readonly PlannedWrite[]) => Promise<WritePlan | null>;
  /** Records the plan that replaces the waiting part. */
  readonly replace: (plan: PlanName, by: string) => Promise<WritePlan | null>;
}
