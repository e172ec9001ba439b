import type { Place } from './relay/open-writes.ts';
import { placeOf } from './relay/open-writes.ts';

/** What was picked of a list: a value, and its name for people. */
export interface Picked {
  readonly value: string;
  readonly name: string;
}

/** A value that a line item is to target. */
export interface Target extends Picked {
  readonly type: 'LOCATION' | 'INTEREST';
}

/** How far a new line item is: its targeting, and its id once it is there. */
export interface Draft {
  readonly targets: readonly Target[];
  readonly lineItemId: string | null;
}

/**
 * Where a campaign's new line item is kept from the first write until its targeting is set. So a
 * reload between the two writes forgets no targeting.
 */
export const draftPlace = (userId: string, campaignId: string): Place<Draft> =>
  placeOf(userId, `new line item in ${campaignId}`);
