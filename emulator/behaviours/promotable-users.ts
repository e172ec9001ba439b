import { isLive } from '../read.ts';
import type { Scope } from '../scope.ts';
import type { StoredRow } from '../store.ts';

/** The promotable users of an account that are not deleted. */
export const promotableUsers = ({ store, accountId }: Scope): readonly StoredRow[] =>
  store.rows('PromotableUser', accountId).filter(isLive);

/** The user whose posts lists show by default; undefined if the account has none. */
export const fullUser = (scope: Scope): StoredRow | undefined =>
  promotableUsers(scope).find((row) => row['promotable_user_type'] === 'FULL');

/**
 * True if the list of the request shows posts of this user: the one in `user_id`, or the default.
 */
export const isOfListedUser = (userId: unknown, scope: Scope): boolean => {
  const listed = scope.input['user_id'] ?? fullUser(scope)?.['user_id'];
  return listed === undefined || String(userId) === String(listed);
};
