import { itemErrorsAnswer } from '../batch.ts';
import { answerWith } from '../read.ts';
import type { ApiError } from '../refusal.ts';
import { refusal } from '../refusal.ts';
import type { Handler, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { audienceAt, requireWriter } from './custom-audiences.ts';

interface Operation {
  readonly operation_type: string;
  readonly params: Values & { readonly users: readonly Values[] };
}

const leastTargetable = 100;

/** The default of `expires_at`: 13 months from now. */
const usualExpiry = (now: number): number => {
  const date = new Date(now);
  return date.setUTCMonth(date.getUTCMonth() + 13);
};

const expired = ({ params }: Operation, now: number): readonly ApiError[] => {
  const [begins, ends] = [params['effective_at'] ?? null, params['expires_at'] ?? null];
  const instant = (value: unknown, usual: number): number =>
    value === null ? usual : Date.parse(String(value));
  if (instant(ends, usualExpiry(now)) > instant(begins, now)) return [];
  const parameter = ends === null ? 'effective_at' : 'expires_at';
  const message = 'expires_at, 13 months from now unless given, is not after effective_at';
  const value = String(params[parameter]);
  return [{ code: 'INVALID_TIME_WINDOW', message, parameter, value }];
};

/** One text for the identifiers of a record, whatever their order. */
const memberOf = (user: Values): string =>
  Object.entries(user)
    .filter(([, values]) => Array.isArray(values) && values.length > 0)
    .map(([kind, values]) => `${kind}=${[...(values as readonly string[])].sort().join()}`)
    .sort()
    .join(' ');

const apply = ({ store, accountId }: Scope, id: string, operation: Operation): void => {
  for (const user of operation.params.users) {
    const member = `${id} ${memberOf(user)}`;
    if (operation.operation_type === 'Delete')
      store.remove('CustomAudienceMember', accountId, member);
    else store.insert('CustomAudienceMember', accountId, { id: member, custom_audience_id: id });
  }
};

const membersOf = ({ store, accountId }: Scope, id: string): number => {
  const where = { entity: 'CustomAudienceMember', accountId, column: 'custom_audience_id' };
  return [...store.by(where, id)].length;
};

// In the real API only a part of the uploaded people can be reached; here all of them.
const resized = (audience: StoredRow, change: number, members: number): Values => {
  const before = audience['audience_size'];
  const size = typeof before === 'number' ? Math.max(0, before + change) : members;
  return size < leastTargetable
    ? { reasons_not_targetable: ['TOO_SMALL'], targetable: false }
    : { reasons_not_targetable: [], targetable: true, audience_size: size };
};

const updateCustomAudienceUsers: Handler = (scope) => {
  const { store, accountId, input, itemErrors } = scope;
  const name = 'custom_audience_id';
  const audience = audienceAt(scope, name, String(input[name]));
  requireWriter(audience);
  if (audience['audience_type'] === 'FLEXIBLE') {
    const message = 'A flexible audience has no users of its own';
    throw refusal(400, 'INVALID', message, { attribute: 'audience_type' });
  }
  const operations = input['operations'] as readonly Operation[];
  const errors = new Map(itemErrors);
  for (const [index, operation] of operations.entries()) {
    const found = errors.has(index) ? [] : expired(operation, scope.now());
    if (found.length > 0) errors.set(index, found);
  }
  if (errors.size > 0) return itemErrorsAnswer(scope, operations.length, errors);
  const id = String(audience['id']);
  const before = membersOf(scope, id);
  for (const operation of operations) apply(scope, id, operation);
  const members = membersOf(scope, id);
  const size = resized(audience, members - before, members);
  store.insert('CustomAudience', accountId, { ...audience, ...size, updated_at: scope.time() });
  const records = operations.reduce((sum, { params }) => sum + params.users.length, 0);
  return answerWith(scope, 200, { success_count: records, total_count: records });
};

export const handlers: Readonly<Record<string, Handler>> = { updateCustomAudienceUsers };
