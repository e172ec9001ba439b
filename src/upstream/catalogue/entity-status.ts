import { choices } from './params.ts';

/** The delivery state that an advertiser sets. */
export const entityStatus = choices('EntityStatus', ['ACTIVE', 'DRAFT', 'PAUSED']);
