import { refusal } from '../refusal.ts';
import type { Handler } from '../scope.ts';

// Every webhook counts as linked until its link is removed: no way to create a link is documented.
const deleteStreamWebhookLink: Handler = ({ input, tokens, store, credentials }) => {
  const [, token = ''] = /^Bearer (\S+)$/.exec(credentials.authorization) ?? [];
  if (!tokens.isBearer(token)) throw refusal(401, 89, 'Invalid or expired token.');
  const id = String(input['webhook_id']);
  if (store.find('StreamWebhookLink', null, id) !== undefined) {
    throw refusal(404, 'NOT_FOUND', `The webhook ${id} is not linked`);
  }
  store.insert('StreamWebhookLink', null, { id, deleted: true });
  return { status: 200, envelope: { data: { deleted: true } }, omits: [] };
};

export const handlers: Readonly<Record<string, Handler>> = { deleteStreamWebhookLink };
