import { randomBytes } from 'node:crypto';
import type { PlanDecision, PlannedWrite, PlanText, WritePlan } from './write-plan.ts';

/** What a plan is made of. */
export type NewPlan = Pick<
  WritePlan,
  'id' | 'viewer' | 'key' | 'agent' | 'why' | 'approval' | 'duplicateOf'
> &
  PlanText;

/** Makes the id of a new plan. */
export const newPlanId = (): string => randomBytes(12).toString('base64url');

/** The user who decides. */
export type Person = NonNullable<PlanDecision['by']>;

/** A plan, by whose it is and its id. */
export type PlanName = Pick<WritePlan, 'viewer' | 'id'>;

/**
 * The prepared writes of all viewers. Every method rejects with StoreError while the store does not
 * answer, and knows only plans of the viewer that it is given.
 */
export interface PlanStore {
  /** Keeps a new plan; or says why not: too many open ones, no room, or it is too large. */
  readonly keep: (plan: NewPlan) => Promise<WritePlan | 'TOO_MANY' | 'NO_ROOM' | 'TOO_LARGE'>;
  /** A plan; null if this viewer has none of this id. An expired one is still found for a while. */
  readonly find: (viewer: string, id: string) => Promise<WritePlan | null>;
  /** The text of a plan; null if it has ended, or has expired for long. */
  readonly textOf: (plan: PlanName) => Promise<PlanText | null>;
  /**
   * The plans of a viewer, newest first: all that are open, and those that were applied, declined
   * or replaced in the last 24 hours. `stateOf` tells them apart.
   */
  readonly list: (viewer: string) => Promise<readonly WritePlan[]>;
  /**
   * Approves what waits of a plan, in the name of a person, or of the client if `by` is null. The
   * plan as it is now: unchanged if it was not open any more. Null if there is none.
   */
  readonly approve: (viewer: string, id: string, by: Person | null) => Promise<WritePlan | null>;
  /**
   * Declines what waits, for good. The plan as it is now, as `approve` does; an approved one too.
   */
  readonly decline: (viewer: string, id: string, by: Person | null) => Promise<WritePlan | null>;
  /** Records that what waits needs a person, and of which plan it is a duplicate. */
  readonly needPerson: (plan: PlanName, duplicateOf: string | null) => Promise<WritePlan | null>;
  /** Records that mutations are sent from now on, by their paths. The plan as it is now. */
  readonly begin: (plan: PlanName, paths: readonly string[]) => Promise<WritePlan | null>;
  /** Records how mutations ended. What has ended for good stays. */
  readonly record: (plan: PlanName, writes: readonly PlannedWrite[]) => Promise<WritePlan | null>;
  /** Records which plan was made instead of what waits. */
  readonly replace: (plan: PlanName, by: string) => Promise<WritePlan | null>;
}
