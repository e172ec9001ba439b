import { readList } from '../list.ts';
import { isLive, liveRows } from '../read.ts';
import { invalid, notFound, refusal } from '../refusal.ts';
import type { EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { levelsOf, permissionColumns } from './audience-sharing.ts';
import { audienceAt, requireOwner } from './custom-audiences.ts';

const outsideBusiness = 'SHARE_AUDIENCE_OUTSIDE_BUSINESS';

const requireGrantee = ({ after }: WrittenRow, { store, accountId }: Scope): void => {
  const parameter = 'granted_account_id';
  const value = String(after[parameter]);
  const grantee = store.find('Account', null, value);
  if (!isLive(grantee)) {
    const message = `The account ${value} was not found`;
    throw refusal(403, 'ACCOUNT_NOT_FOUND', message, { parameter, value });
  }
  const own = store.find('Account', null, accountId ?? '');
  const sameBusiness =
    own?.['business_id'] != null && own['business_id'] === grantee['business_id'];
  if (sameBusiness || store.find('Feature', accountId, outsideBusiness) !== undefined) return;
  const message = `Accounts of other businesses need the feature ${outsideBusiness}`;
  throw refusal(403, 'ACTION_NOT_ALLOWED', message, { parameter, value });
};

/** The rules of one of the two permission entities; `column` holds the id of the audience. */
const rulesOf = (entity: string, column: string): EntityRules => {
  const isGranted = ({ after }: WrittenRow, scope: Scope): boolean =>
    liveRows(scope, { entity, column }, after[column]).some(
      (row) =>
        row['id'] !== after['id'] && row['granted_account_id'] === after['granted_account_id'],
    );
  const requireOwn = (row: StoredRow, scope: Scope): void =>
    requireOwner(audienceAt(scope, column, String(row[column])), scope);
  const creating = (made: WrittenRow, scope: Scope): void => {
    const { after } = made;
    requireOwn(after, scope);
    requireGrantee(made, scope);
    const parameter = 'granted_account_id';
    if (after[parameter] === scope.accountId || isGranted(made, scope)) {
      throw invalid(parameter, 'The account may already use the audience', after[parameter]);
    }
  };
  const deleting = (row: StoredRow, scope: Scope): void => {
    if (row['deleted'] === true) throw notFound(entity, 'id', String(row['id']));
    requireOwn(row, scope);
  };
  return { creating, deleting, afterwards: (change, scope) => share(change, scope, column) };
};

// Every account that may use the audience has its own copy of the row, with its own permission
// level.
const share = ({ after }: WrittenRow, { store, accountId }: Scope, column: string): void => {
  const id = String(after[column]);
  const grantee = String(after['granted_account_id']);
  const level = levelsOf(id, accountId, store).get(grantee);
  const audience = store.find('CustomAudience', accountId, id);
  if (level === undefined) store.remove('CustomAudience', grantee, id);
  if (level === undefined || audience === undefined) return;
  store.insert('CustomAudience', grantee, {
    ...audience,
    owner_account_id: accountId,
    permission_level: level,
  });
};

export const rules: Readonly<Record<string, EntityRules>> = Object.fromEntries(
  Object.entries(permissionColumns).map(([entity, column]) => [entity, rulesOf(entity, column)]),
);

// "Tailored audience" is the old name of a custom audience.
const listTailoredAudiencePermissions: Handler = (scope) => {
  const name = 'tailored_audience_id';
  audienceAt(scope, name, String(scope.input[name]));
  return readList(scope);
};

export const handlers: Readonly<Record<string, Handler>> = { listTailoredAudiencePermissions };
