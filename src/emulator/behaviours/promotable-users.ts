import { isLive } from '../read.ts';
import type { Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** The promotable users of an account that are not deleted. */
export const promotableUsers = ({ store, accountId }: Scope): readonly StoredRow[] =>
  store.rows('PromotableUser', accountId).filter(isLive);

/** The user whose posts lists show unless another is named; undefined where an account has none. */
export const fullUser = (scope: Scope): StoredRow | undefined =>
  promotableUsers(scope).find((row) => row['promotable_user_type'] === 'FULL');

/** Whether posts of a user belong in a list that shows one user's posts. */
export const isOfListedUser = (userId: unknown, scope: Scope): boolean => {
  const wanted = scope.input['user_id'] ?? fullUser(scope)?.['user_id'];
  return wanted === undefined || String(userId) === String(wanted);
};
