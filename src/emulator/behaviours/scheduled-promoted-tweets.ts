import { notFound, refusal } from '../refusal.ts';
import type { Change, EntityRules, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

const scheduledOf = (row: StoredRow, { store, accountId }: Scope): StoredRow | undefined =>
  store.find('ScheduledTweet', accountId, String(row['scheduled_tweet_id']));

const check = ({ before, after }: Change, scope: Scope): void => {
  const scheduled = scheduledOf(after, scope);
  const id = String(after['scheduled_tweet_id']);
  if (before === null && scheduled === undefined) {
    throw notFound('ScheduledTweet', 'scheduled_tweet_id', id);
  }
  if (scheduled === undefined || Date.parse(String(scheduled['scheduled_at'])) > scope.now()) {
    return;
  }
  const message = `The time of the scheduled post ${id} has come`;
  throw refusal(400, 'INVALID', message, { attribute: 'scheduled_at' });
};

export const rules: Readonly<Record<string, EntityRules>> = { ScheduledPromotedTweet: { check } };
