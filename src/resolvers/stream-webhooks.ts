import type { Flawed } from '../loaders/flawed.ts';
import { streamWebhooks } from '../upstream/catalogue/areas/stream-webhooks.ts';
import type { Load } from './field.ts';
import { andThen } from './grouped.ts';
import type { Payload } from './write.ts';
import { unknownOutcome, write } from './write.ts';

const removed = write(streamWebhooks.deleteStreamWebhookLink, []);

/** Removes a link; an answer that does not say that it is gone leaves the outcome unknown. */
export const deleteLink: Load<unknown, Payload> = (...asked) =>
  andThen(removed(...asked), (payloads) => payloads.map(told));

type Told = Payload | Error | Flawed<Payload>;

const told = (payload: Told): Told => {
  if (!('outcome' in payload) || payload.outcome !== 'APPLIED') return payload;
  if (payload.rows[0]?.['deleted'] === true) return payload;
  const unsaid = unknownOutcome('The API did not say that the link was removed.');
  return { ...payload, outcome: 'UNKNOWN', errors: [unsaid, ...payload.errors] };
};
