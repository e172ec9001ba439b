import { canonicalId } from '../../src/upstream/catalogue/language/identifiers.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { liveRows, requireRow } from '../read.ts';
import { invalid, missing, refusal } from '../refusal.ts';
import type { ChangedRow, EntityRules, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { levelsOf } from './audience-sharing.ts';

const entity = 'CustomAudience';

const ownerOf = (audience: StoredRow, accountId: string | null): string =>
  String(audience['owner_account_id'] ?? accountId);

const isOwn = (audience: StoredRow, { accountId }: Scope): boolean =>
  ownerOf(audience, accountId) === accountId;

/**
 * The audience with this id in the account of the request, its own or a shared one. Throws a 404 if
 * there is none.
 */
export const audienceAt = (scope: Scope, parameter: string, id: string): StoredRow =>
  requireRow(scope, { entity, parameter }, id);

/** Throws a 403 if the account may only read the audience. */
export const requireWriter = (audience: StoredRow): void => {
  if (audience['permission_level'] !== 'READ_ONLY') return;
  throw refusal(403, 'ACTION_NOT_ALLOWED', 'This account may only read the audience');
};

/** Throws a 403 if the account does not own the audience. */
export const requireOwner = (audience: StoredRow, scope: Scope): void => {
  if (isOwn(audience, scope)) return;
  throw refusal(403, 'ACTION_NOT_ALLOWED', 'Only the account that owns an audience may share it');
};

const requireUniqueName = ({ after }: WrittenRow, scope: Scope): void => {
  const { name } = after;
  if (name === null) throw invalid('name', 'An audience has a name');
  const isTaken = liveRows(scope, { entity, column: 'name' }, name).some(
    (other) => other['id'] !== after['id'] && isOwn(other, scope),
  );
  if (isTaken) throw invalid('name', 'An audience of that name exists', name);
};

interface Node extends Values {
  readonly custom_audience_id?: string;
  readonly child_segments?: readonly Node[];
}

const leavesOf = (node: Node): readonly string[] => [
  ...(node.custom_audience_id == null ? [] : [node.custom_audience_id]),
  ...(node.child_segments ?? []).flatMap(leavesOf),
];

// In the beta, the leaves of a flexible audience must be mobile audiences.
const requireTree = (given: Values, scope: Scope): void => {
  const tree = given['segments'] as Node | null | undefined;
  if (tree == null) throw missing('segments');
  for (const id of leavesOf(tree)) {
    const { audience_type: type } = audienceAt(scope, 'custom_audience_id', id) as Values;
    if (type === 'MOBILE_AUDIENCE') continue;
    throw invalid('custom_audience_id', `The audience ${id} is not a mobile audience`, id);
  }
};

const creating = (made: WrittenRow, scope: Scope): void => {
  requireUniqueName(made, scope);
  if (made.after['audience_type'] === 'FLEXIBLE') requireTree(made.given, scope);
};

const changing = (change: ChangedRow, scope: Scope): void => {
  const { before, after } = change;
  requireWriter(before);
  if (before['audience_type'] === 'FLEXIBLE') {
    const message = 'A flexible audience cannot be changed once it is created';
    throw refusal(400, 'INVALID', message, { attribute: 'audience_type' });
  }
  requireUniqueName(change, scope);
  if (after['audience_type'] !== before['audience_type']) {
    const message = 'The kind of an audience cannot be changed';
    throw invalid('audience_type', message, after['audience_type']);
  }
};

const deleting = (row: StoredRow, scope: Scope): void => {
  requireWriter(row);
  if (isOwn(row, scope)) return;
  const message = 'Only the account that owns an audience may delete it';
  throw refusal(403, 'ACTION_NOT_ALLOWED', message);
};

// Responses have every member of a node, with defaults. That of `negate` is false, although it is
// documented as true.
const written = ({ child_segments, ...node }: Node): StoredRow => ({
  ...node,
  ...(node.custom_audience_id != null && {
    custom_audience_id: canonicalId('custom_audience_id', node.custom_audience_id),
  }),
  frequency: node['frequency'] ?? 1,
  frequency_comparator: node['frequency_comparator'] ?? 'NUM_GTE',
  negate: node['negate'] ?? false,
  child_segments: (child_segments ?? []).map(written),
});

const metadataOf = ({ after, given }: WrittenRow, accountId: string | null): unknown => {
  if (after['audience_type'] !== 'FLEXIBLE') return undefined;
  return [
    {
      custom_audience_id: after['id'],
      account_id: accountId,
      name: after['name'],
      audience_source: 'FLEXIBLE_AUDIENCE',
      upload_status: 'UPLOADED',
      segments: written(given['segments'] as Node),
    },
  ];
};

/** Updates the copies of an audience in all accounts that it is shared with. */
const updateCopies = ({ after }: WrittenRow, { store, accountId }: Scope): void => {
  const owner = ownerOf(after, accountId);
  for (const account of [owner, ...levelsOf(after['id'], owner, store).keys()]) {
    const copy = store.find(entity, account, String(after['id']));
    if (account === accountId || copy === undefined) continue;
    store.insert(entity, account, { ...after, permission_level: copy['permission_level'] });
  }
};

const targetableTypes: Readonly<Record<string, readonly string[]>> = {
  FLEXIBLE: ['FLEXIBLE', 'EXCLUDED_FLEXIBLE'],
};

export const rules: Readonly<Record<string, EntityRules>> = {
  CustomAudience: {
    admits: (row, scope) =>
      scope.endpoint.returns.as !== 'page' ||
      isOwn(row, scope) === (scope.input['permission_scope'] !== 'SHARED'),
    defaults: (given, { accountId }) => {
      const type = String(given['audience_type'] ?? 'CRM');
      return {
        audience_type: type,
        targetable: false,
        targetable_types: targetableTypes[type] ?? ['CRM', 'EXCLUDED_CRM'],
        reasons_not_targetable: ['PROCESSING', 'TOO_SMALL'],
        permission_level: 'READ_WRITE',
        owner_account_id: accountId,
        partner_source: 'OTHER',
      };
    },
    creating,
    changing,
    deleting,
    deriveOnce: (made, { accountId }) => ({ metadata: metadataOf(made, accountId) }),
    afterwards: updateCopies,
    // Only the response to an update has this column.
    shows: (row, scope) =>
      scope.endpoint.method === 'PUT' ? { ...row, is_owner: isOwn(row, scope) } : row,
  },
};
