import { canonicalId } from '../../upstream/catalogue/language/identifiers.ts';
import { liveRows, requireRow } from '../read.ts';
import { invalid, missing, refusal } from '../refusal.ts';
import type { Change, EntityRules, Scope, Values } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import { levelsOf } from './audience-sharing.ts';

const entity = 'CustomAudience';

const ownerOf = (audience: StoredRow, accountId: string | null): string =>
  String(audience['owner_account_id'] ?? accountId);

const isOwn = (audience: StoredRow, { accountId }: Scope): boolean =>
  ownerOf(audience, accountId) === accountId;

/** The audience that a path or a parameter names, seen from the account that asks. */
export const audienceAt = (scope: Scope, parameter: string, id: string): StoredRow =>
  requireRow(scope, { entity, parameter }, id);

/** Refuses accounts that may only read an audience. */
export const requireWriter = (audience: StoredRow): void => {
  if (audience['permission_level'] !== 'READ_ONLY') return;
  throw refusal(403, 'ACTION_NOT_ALLOWED', 'This account may only read the audience');
};

/** Refuses accounts that do not own an audience. */
export const requireOwner = (audience: StoredRow, scope: Scope): void => {
  if (isOwn(audience, scope)) return;
  throw refusal(403, 'ACTION_NOT_ALLOWED', 'Only the account that owns an audience may share it');
};

const requireUniqueName = ({ after }: Change, scope: Scope): void => {
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

// The beta builds flexible audiences on mobile audiences alone.
const requireTree = (given: Values, scope: Scope): void => {
  const tree = given['segments'] as Node | null | undefined;
  if (tree == null) throw missing('segments');
  for (const id of leavesOf(tree)) {
    const { audience_type: type } = audienceAt(scope, 'custom_audience_id', id) as Values;
    if (type === 'MOBILE_AUDIENCE') continue;
    throw invalid('custom_audience_id', `The audience ${id} is not a mobile audience`, id);
  }
};

const check = (change: Change, scope: Scope): void => {
  const { before, after, given } = change;
  if (before !== null) requireWriter(before);
  if (after['deleted'] === true) return;
  if (before?.['audience_type'] === 'FLEXIBLE') {
    const message = 'A flexible audience cannot be changed once it is made';
    throw refusal(400, 'INVALID', message, { attribute: 'audience_type' });
  }
  requireUniqueName(change, scope);
  if (before === null && after['audience_type'] === 'FLEXIBLE') requireTree(given, scope);
  if (before !== null && after['audience_type'] !== before['audience_type']) {
    const message = 'The kind of an audience cannot be changed';
    throw invalid('audience_type', message, after['audience_type']);
  }
};

// Answers write every member of a node, with the defaults; `negate` as false, whatever the documents say.
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

const metadataOf = ({ before, after, given }: Change, accountId: string | null): unknown => {
  if (before !== null) return before['metadata'];
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

/** Shows every account that shares an audience what became of it. */
const spread = ({ after }: Change, { store, accountId }: Scope): void => {
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
    check,
    derive: (change, { accountId }) => ({ metadata: metadataOf(change, accountId) }),
    afterwards: spread,
    // Only the answer to an update says it like this.
    shows: (row, scope) =>
      scope.endpoint.method === 'PUT' ? { ...row, is_owner: isOwn(row, scope) } : row,
  },
};
