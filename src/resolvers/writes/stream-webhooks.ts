import type { Flawed } from '../../loaders/page-query.ts';
import { streamWebhooks } from '../../upstream/catalogue/areas/stream-webhooks.ts';
import type { Load } from '../field.ts';
import { andThen } from '../reads/grouped.ts';
import { type Payload, unknownOutcome } from '../write-errors.ts';
import { write } from './write.ts';

const removed = write(streamWebhooks.deleteStreamWebhookLink, []);

/** Removes a link. The outcome is UNKNOWN unless the response confirms the removal. */
export const deleteLink: Load<unknown, Payload> = (...args) =>
  andThen(removed(...args), (payloads) => payloads.map(requireDeleted));

type DeletedResult = Payload | Error | Flawed<Payload>;

const requireDeleted = (payload: DeletedResult): DeletedResult => {
  if (!('outcome' in payload) || payload.outcome !== 'APPLIED') return payload;
  if (payload.rows[0]?.['deleted'] === true) return payload;
  const error = unknownOutcome('The API did not say that the link was removed.');
  return { ...payload, outcome: 'UNKNOWN', errors: [error, ...payload.errors] };
};
