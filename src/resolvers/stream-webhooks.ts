import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import { streamWebhooks } from '../upstream/catalogue/stream-webhooks.ts';
import type { Payload } from './write.ts';
import { unknownOutcome, write } from './write.ts';

const removed = write(streamWebhooks.deleteStreamWebhookLink, []);

/** Removes a link; an answer that does not say that it is gone leaves the outcome unknown. */
export const deleteLink = async (
  root: unknown,
  args: { readonly input?: Readonly<Record<string, unknown>> },
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Payload> => {
  const payload = await removed(root, args, context, info);
  if (payload.outcome !== 'APPLIED' || payload.rows[0]?.['deleted'] === true) return payload;
  const unsaid = unknownOutcome('The API did not say that the link was removed.');
  return { ...payload, outcome: 'UNKNOWN', errors: [unsaid, ...payload.errors] };
};
