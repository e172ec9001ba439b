import { notFound, refusal } from '../refusal.ts';
import type { EntityRules, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';

const scheduledOf = (row: StoredRow, { store, accountId }: Scope): StoredRow | undefined =>
  store.find('ScheduledTweet', accountId, String(row['scheduled_tweet_id']));

const creating = ({ after }: WrittenRow, scope: Scope): void => {
  if (scheduledOf(after, scope) === undefined) {
    const parameter = 'scheduled_tweet_id';
    throw notFound('ScheduledTweet', parameter, String(after[parameter]));
  }
  requireBefore(after, scope);
};

const requireBefore = (row: StoredRow, scope: Scope): void => {
  const scheduled = scheduledOf(row, scope);
  if (scheduled === undefined || Date.parse(String(scheduled['scheduled_at'])) > scope.now()) {
    return;
  }
  const message = `The time of the scheduled post ${row['scheduled_tweet_id']} has come`;
  throw refusal(400, 'INVALID', message, { attribute: 'scheduled_at' });
};

export const rules: Readonly<Record<string, EntityRules>> = {
  ScheduledPromotedTweet: { creating, deleting: requireBefore },
};
