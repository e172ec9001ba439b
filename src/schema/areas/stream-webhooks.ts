import { deleteLink } from '../../resolvers/writes/stream-webhooks.ts';
import { streamWebhooks } from '../../upstream/catalogue/areas/stream-webhooks.ts';
import { valueMutation } from '../fields/mutations.ts';

valueMutation(streamWebhooks.deleteStreamWebhookLink, { load: deleteLink });
