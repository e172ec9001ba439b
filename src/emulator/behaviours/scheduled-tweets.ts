import { refusal } from '../refusal.ts';
import type { Change, EntityRules, Handler, Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { admitsComposed, checkComposed, composedOf, deleteAs } from './draft-tweets.ts';

const check = (change: Change, scope: Scope): void => {
  checkComposed(change, scope);
  if (change.before !== null) requireUnpublished(change.before);
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
    check,
    derive: composedOf,
  },
};

export const handlers: Readonly<Record<string, Handler>> = {
  deleteScheduledTweet: deleteAs('scheduled_status'),
};
