import { choices } from '../language/params.ts';

/** The delivery state that an advertiser sets. */
export const entityStatus = choices('EntityStatus', 'The delivery state that an advertiser sets', {
  ACTIVE: 'It serves unless something else prevents it',
  DRAFT: 'It is not published yet; lists omit it unless drafts are requested',
  PAUSED: 'It does not serve',
});
