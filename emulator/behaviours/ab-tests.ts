import { abTests } from '../../src/upstream/catalogue/areas/ab-tests.ts';
import { lowerId } from '../../src/upstream/catalogue/language/identifiers.ts';
import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { liveRows, requireRow } from '../read.ts';
import { invalid } from '../refusal.ts';
import { requireRules } from '../row-rules.ts';
import type { ChangedRow, EntityRules, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';

interface Group extends Values {
  readonly size: string;
  readonly entity_ids: readonly string[];
}

const groupsIn = (row: Values): readonly Group[] => (row['user_groups'] ?? []) as readonly Group[];

const lineItemsOf = (scope: Scope, campaignId: unknown): readonly StoredRow[] =>
  liveRows(scope, { entity: 'LineItem', column: 'campaign_id' }, campaignId);

/** The line items of a test: the listed ones, or those of the listed campaigns. */
const comparedBy = (test: Values, scope: Scope): readonly StoredRow[] => {
  const ids = groupsIn(test).flatMap((group) => group.entity_ids);
  const where = { parameter: 'entity_ids' };
  if (test['entity_type'] === 'LINE_ITEM') {
    return ids.map((id) => requireRow(scope, { ...where, entity: 'LineItem' }, id));
  }
  return ids.flatMap((id) =>
    lineItemsOf(scope, requireRow(scope, { ...where, entity: 'Campaign' }, id)['id']),
  );
};

const requireWholeCampaign = (compared: readonly StoredRow[], scope: Scope): void => {
  const [first] = compared;
  const ids = new Set(compared.map(({ id }) => id));
  const all = lineItemsOf(scope, first?.['campaign_id']);
  if (all.length === ids.size && all.every(({ id }) => ids.has(id))) return;
  const message = 'A split of line items must have all line items of one campaign';
  throw invalid('entity_ids', message);
};

const ms = (time: unknown, otherwise: number): number =>
  typeof time === 'string' ? Date.parse(time) : otherwise;

const requireFlight = (test: Values, compared: readonly StoredRow[]): void => {
  const [begins, ends] = [ms(test['start_time'], 0), ms(test['end_time'], 0)];
  const isOver = compared.every(
    (line) =>
      ms(line['end_time'], Number.POSITIVE_INFINITY) <= begins || ms(line['start_time'], 0) >= ends,
  );
  if (compared.length > 0 && isOver) {
    throw invalid('start_time', 'The test must overlap with the flight of what it compares');
  }
  const isOfApps = compared.some((line) => String(line['objective']).startsWith('APP_'));
  if (isOfApps && ends - begins < 5 * dayMs) {
    throw invalid('end_time', 'A test of apps must last at least five days');
  }
};

const creating = (made: WrittenRow, scope: Scope): void => {
  const { after } = made;
  requireRules(abTests.createAbTest, made, scope);
  const compared = comparedBy(after, scope);
  if (after['entity_type'] === 'LINE_ITEM') requireWholeCampaign(compared, scope);
  requireFlight(after, compared);
};

const judged = ['entity_type', 'start_time', 'end_time', 'user_groups'];

// A test that has started can still be renamed.
const changing = (changed: ChangedRow, scope: Scope): void => {
  if (judged.some((name) => changed.given[name] !== undefined)) creating(changed, scope);
};

/** The status of a test at a time, in milliseconds since 1970. */
const statusAt = (test: Values, now: number): string => {
  if (now < ms(test['start_time'], 0)) return 'SCHEDULED';
  return now < ms(test['end_time'], 0) ? 'LIVE' : 'COMPLETED';
};

// 50 and 50.00 become 50.0, and 33.33 stays.
const sizeOf = (size: string): string => {
  const text = String(Number(size));
  return text.includes('.') ? text : `${text}.0`;
};

const authorOf = ({ user }: Scope): Values => ({
  user_id: user?.userId ?? null,
  username: user?.screenName ?? null,
});

const derive = ({ after, given }: WrittenRow, scope: Scope): Values => {
  const { newId, now } = scope;
  const groups = groupsIn(after).map((group) => ({
    id: newId('AbTestUserGroup'),
    name: group['name'] ?? null,
    description: group['description'] ?? null,
    size: sizeOf(group.size),
    entity_ids: group.entity_ids.map(lowerId),
  }));
  return {
    status: statusAt(after, now()),
    ...(given['user_groups'] !== undefined && { user_groups: groups }),
    updated_by: authorOf(scope),
  };
};

/** The filters of the list that do not match a column. */
const admits = (row: StoredRow, { input }: Scope): boolean => {
  const { user_id, username } = (row['created_by'] ?? {}) as Values;
  const [from, to] = (input['live_during'] ?? []) as readonly string[];
  const isLiveThen =
    from === undefined ||
    (ms(row['start_time'], 0) < ms(to, 0) && ms(row['end_time'], 0) > ms(from, 0));
  const named = String(input['username'] ?? username).toLowerCase();
  return (
    isLiveThen &&
    (input['user_id'] ?? user_id) === user_id &&
    named === String(username).toLowerCase()
  );
};

export const rules: Readonly<Record<string, EntityRules>> = {
  AbTest: {
    creating,
    changing,
    deriveOnce: (_made, scope) => ({ created_by: authorOf(scope) }),
    derive,
    admits,
  },
};
