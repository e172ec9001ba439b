import type { Endpoint } from '../src/upstream/catalogue/language/endpoint.ts';
import { isLive } from './read.ts';
import { accountNotFound, refusal } from './refusal.ts';
import type { World } from './scope.ts';
import type { User } from './users.ts';

/** A kind of requests about an account, and the roles that may make them. */
interface Right {
  readonly holds: (endpoint: Endpoint) => boolean;
  readonly roles: readonly string[];
}

const managers = ['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'];
const others = ['CAMPAIGN_ANALYST', 'ANALYST', 'PARTNER_AUDIENCE_MANAGER'];
const ofAudiences = /\/(custom|tailored)_audiences(\/|$)/;

/** The first kind that matches a request counts. */
const rights: readonly Right[] = [
  // According to the documentation, account admins may not use a user's settings.
  {
    holds: ({ path }) => path.includes('/user_settings/'),
    roles: [...managers, ...others].filter((role) => role !== 'ACCOUNT_ADMIN'),
  },
  // A job only reads, although it is created by a POST.
  {
    holds: ({ readOnly, path }) => readOnly || path.startsWith('stats/'),
    roles: [...managers, ...others],
  },
  {
    holds: ({ path }) => ofAudiences.test(path),
    roles: [...managers, 'PARTNER_AUDIENCE_MANAGER'],
  },
  { holds: () => true, roles: managers },
];

interface RightAsked {
  readonly user: User;
  readonly accountId: string;
  readonly endpoint: Endpoint;
}

/** The user's permissions in the account. Throws a 403 if they do not allow the request. */
export const requireRights = (
  { store, access }: World,
  { user, accountId, endpoint }: RightAsked,
): readonly string[] => {
  requireAccountId(accountId);
  const account = store.find('Account', null, accountId);
  // A deleted account can still be read.
  const isThere = endpoint.readOnly ? account !== undefined : isLive(account);
  if (!isThere || !access.mayUse(user.userId, accountId)) throw accountNotFound(accountId);
  const permissions = access.permissionsOf(user, accountId);
  requireRole(endpoint, permissions);
  return permissions;
};

const requireAccountId = (accountId: string): void => {
  if (/^[0-9a-z]{1,64}$/.test(accountId)) return;
  const message = `The identifier "${accountId}" has characters that are not allowed`;
  const more = { parameter: 'account_id', value: accountId };
  throw refusal(404, 'INVALID_ID_ILLEGAL_CHARACTERS', message, more);
};

const requireRole = (endpoint: Endpoint, permissions: readonly string[]): void => {
  const right = rights.find(({ holds }) => holds(endpoint));
  if (permissions.some((permission) => right?.roles.includes(permission))) return;
  const message = `This needs another role in the account than ${permissions.join(', ')}`;
  throw refusal(403, 'ACTION_NOT_ALLOWED', message);
};

/** Throws a 403 if a user may not create promoted-only posts. */
export const requireComposer = (permissions: readonly string[]): void => {
  if (permissions.includes('TWEET_COMPOSER')) return;
  const message = 'Promoted-only posts need the permission TWEET_COMPOSER';
  throw refusal(403, 'ACTION_NOT_ALLOWED', message, { parameter: 'nullcast' });
};
