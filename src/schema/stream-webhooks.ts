import { deleteLink } from '../resolvers/stream-webhooks.ts';
import { streamWebhookLink, streamWebhooks } from '../upstream/catalogue/stream-webhooks.ts';
import { valueMutation } from './mutations.ts';

valueMutation(streamWebhooks.deleteStreamWebhookLink, streamWebhookLink, { load: deleteLink });
