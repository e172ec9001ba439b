import type { Place } from './relay/open-writes.ts';
import { placeOf } from './relay/open-writes.ts';

/** A value that a line item is to target, and its name for people. */
export interface Picked {
  readonly type: 'LOCATION' | 'INTEREST';
  readonly value: string;
  readonly name: string;
}

/** How far a new line item is: its targeting, and its id once it is there. */
export interface Draft {
  readonly picks: readonly Picked[];
  readonly lineItemId: string | null;
}

/**
 * Where a campaign's new line item is kept from the first write until its targeting is set. So a
 * reload between the two writes forgets no targeting.
 */
export const draftPlace = (userId: string, campaignId: string): Place<Draft> =>
  placeOf(userId, `new line item in ${campaignId}`);
