import { invalid, refusal } from '../refusal.ts';
import type { ChangedRow, EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import {
  admitsComposed,
  checkComposed,
  checkRecomposed,
  composedOf,
  deleteAs,
  isPublishable,
  withMediaIds,
} from './draft-tweets.ts';

/**
 * A scheduled post in its current state. The first read after its time publishes it, or it fails.
 */
export const currentState = (row: StoredRow, scope: Scope): StoredRow => {
  const { scheduled_at: at, scheduled_status: status } = row;
  if (status !== 'SCHEDULED' || Date.parse(String(at)) > scope.now()) return row;
  const end = isPublishable(row, scope)
    ? { scheduled_status: 'SUCCESS', completed_at: at, tweet_id: publish(row, scope) }
    : { scheduled_status: 'FAILED' };
  return scope.store.insert('ScheduledTweet', scope.accountId, { ...row, ...end, updated_at: at });
};

/** Publishes a scheduled post and returns the id of the new post. */
const publish = (row: StoredRow, { store, accountId, newId }: Scope): string => {
  const { scheduled_at: at, name, text, user_id, nullcast, card_uri } = row;
  const id = newId('Tweet');
  const own = { id, created_at: at, updated_at: at, is_own: true };
  store.insert('Tweet', accountId, { ...own, name, full_text: text, user_id, nullcast, card_uri });
  return id;
};

const requireFuture = ({ given }: WrittenRow, { now }: Scope): void => {
  const at = given['scheduled_at'];
  if (typeof at !== 'string' || Date.parse(at) > now()) return;
  throw invalid('scheduled_at', 'A post is scheduled for a time in the future', at);
};

const creating = (made: WrittenRow, scope: Scope): void => {
  checkComposed(made, scope);
  requireFuture(made, scope);
};

const changing = (change: ChangedRow, scope: Scope): void => {
  checkRecomposed(change, scope);
  requireFuture(change, scope);
  requireUnpublished(currentState(change.before, scope));
};

const requireUnpublished = (row: StoredRow): void => {
  const status = row['scheduled_status'];
  if (status === 'SCHEDULED') return;
  const message = 'A post that is published can no longer be changed';
  throw refusal(400, 'INVALID', message, { attribute: 'scheduled_status', value: String(status) });
};

export const rules: Readonly<Record<string, EntityRules>> = {
  ScheduledTweet: {
    admits: admitsComposed,
    defaults: () => ({ scheduled_status: 'SCHEDULED' }),
    creating,
    changing,
    deleting: (row, scope) => requireUnpublished(currentState(row, scope)),
    derive: composedOf,
    shows: (row, scope) => withMediaIds(currentState(row, scope)),
  },
};

export const handlers: Readonly<Record<string, Handler>> = {
  deleteScheduledTweet: deleteAs('scheduled_status'),
};
