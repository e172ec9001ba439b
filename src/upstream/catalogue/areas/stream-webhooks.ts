import { del, group } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import { flag } from '../language/params.ts';

const streamWebhookLink = entity(
  'StreamWebhookLink',
  'The link that sends the events of a filtered stream to a webhook.',
  { deleted: flag('True if the link was removed') },
  { key: null, inAccount: false },
);

export const streamWebhooks = group({
  deleteStreamWebhookLink: del('tweets/search/webhooks/{webhook_id}', {
    doc: 'Removes the link between the filtered stream and a webhook, with the bearer token of the application',
    host: 'platform',
    version: '2',
    auth: 'bearer',
    returns: oneOf(streamWebhookLink),
  }),
});
