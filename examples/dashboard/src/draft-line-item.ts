import type { Place } from './relay/open-writes.ts';
import { placeOf } from './relay/open-writes.ts';

/** A value picked from a list, and its name for people. */
export interface Picked {
  readonly value: string;
  readonly name: string;
}

/** A value that a line item is to target. */
export interface Target extends Picked {
  readonly type: 'LOCATION' | 'INTEREST';
}

/** A new line item so far: its targeting, and its id once it is created. */
export interface Draft {
  readonly targets: readonly Target[];
  readonly lineItemId: string | null;
}

/**
 * The place of a campaign's new line item from the first write until its targeting is set. A reload
 * between the two writes keeps the targeting.
 */
export const draftPlace = (userId: string, campaignId: string): Place<Draft> =>
  placeOf(userId, `new line item in ${campaignId}`);
