import { deleteLink } from '../resolvers/stream-webhooks.ts';
import { streamWebhooks } from '../upstream/catalogue/stream-webhooks.ts';
import { valueMutation } from './mutations.ts';

valueMutation(streamWebhooks.deleteStreamWebhookLink, { load: deleteLink });
