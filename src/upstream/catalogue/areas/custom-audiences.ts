import { batch, collection, get, group, put } from '../language/endpoint.ts';
import { batchOf, entity, lifecycle, oneOf, pageOf } from '../language/entity.ts';
import { cursored, nameQuery, standardList, withDeleted } from '../language/lists.ts';
import type { List, Shape } from '../language/params.ts';
import {
  choices,
  flag,
  id,
  ids,
  int,
  listOf,
  long,
  required,
  shape,
  text,
} from '../language/params.ts';
import { atLeastOne, atMostLeaves, exclusive, requires } from '../language/rules.ts';
import { filled, shownAs } from '../language/storage.ts';

/** The rights of an account on an audience. */
export const permissionLevel = choices(
  'AudiencePermissionLevel',
  'What an account may do with an audience that is shared with it: `permission_level` of the REST API',
  { READ_ONLY: 'Target it and nothing more', READ_WRITE: 'Target it and change it' },
);
const permissionScope = choices('PermissionScope', 'Which audiences a list shows', {
  OWNER: 'Those of the account',
  SHARED: 'Those that other accounts share with it',
});
const audienceType = choices(
  'FlexibleAudienceType',
  'The kinds of audiences that a batch takes: `audience_type` of the REST API',
  { FLEXIBLE: 'A combination of other audiences', MOBILE_AUDIENCE: 'The users of an app' },
);
const booleanOperator = choices(
  'BooleanOperator',
  'How the child segments of a flexible audience combine',
  { AND: 'People who are in all of them', OR: 'People who are in any of them' },
);
const frequencyComparator = choices(
  'FrequencyComparator',
  'How the number of times that people qualified is compared with `frequency`',
  {
    NUM_GTE: 'At least `frequency` times',
    NUM_GT: 'More than `frequency` times',
    NUM_EQ: 'Exactly `frequency` times',
    NUM_LTE: 'At most `frequency` times',
    NUM_LT: 'Less than `frequency` times',
  },
);

const together = 'How the child segments combine: AND for all of them, OR for any';
const counted = {
  lookback_window: int('Days within which people must have qualified: 1, 7, 14 or 30'),
  frequency: int('How often people must have qualified within the lookback window'),
  frequency_comparator: frequencyComparator.any(
    'How the number of times that people qualified is compared with `frequency`',
  ),
} as const;

/** A node of the tree of a flexible audience, as answers show it. */
export const audienceSegment: Shape = shape(
  'AudienceSegment',
  'A node in the tree of a flexible audience: an audience, or segments that combine. Trees have at most ten leaves and any depth; `raw` of the audience holds the whole tree',
  {
    boolean_operator: booleanOperator.any(`${together}; null on leaves`),
    custom_audience_id: id('The audience of a leaf; null on nodes with child segments'),
    ...counted,
    negate: flag('Whether the segment is excluded instead of included'),
    get child_segments(): List {
      return segments;
    },
  },
  [],
  { inAccount: true },
);
const segments = listOf(audienceSegment, 'The segments that combine; empty on leaves');

export const audienceMetadata = shape(
  'CustomAudienceMetadata',
  'How a flexible audience is composed',
  {
    custom_audience_id: id('The flexible audience itself'),
    account_id: id('The account that made it'),
    name: text('Name of the audience'),
    audience_source: text(
      'Where its members come from, such as FLEXIBLE_AUDIENCE; the API may add values',
    ),
    upload_status: text('State of its data, such as UPLOADED; the API may add values'),
    segments: audienceSegment,
  },
  [],
  { inAccount: true },
);

export const customAudience = entity(
  'CustomAudience',
  'A group of people that can be targeted or excluded: an uploaded list, the users of an app, or a flexible combination of such audiences.',
  {
    ...lifecycle,
    name: text('Name, unique within the account'),
    description: text('Description by the advertiser'),
    audience_type: text(
      'Where its members come from, such as CRM or FLEXIBLE; the API may add values',
    ),
    list_type: text('Kind of identifiers it was made from; the API may add values'),
    targetable: flag(
      'Whether line items can target it now. It takes hours until added users count: X works on changes every 6 to 8 hours, and needs 100 members who were active in the last 90 days',
    ),
    targetable_types: listOf(
      text('Way of targeting'),
      'Ways in which it can be targeted, such as CRM or EXCLUDED_CRM; the API may add values',
    ),
    reasons_not_targetable: listOf(
      text('Reason'),
      'Why it cannot be targeted, such as PROCESSING or TOO_SMALL; the API may add values',
    ),
    permission_level: permissionLevel.any('What this account may do with it'),
    owner_account_id: id('The account that owns it; another account if it is shared'),
    partner_source: text('Partner that supplies it, such as OTHER; the API may add values'),
    audience_size: long('Members that can be reached; null while it is being counted'),
    metadata: listOf(audienceMetadata, 'How it is composed; only of flexible audiences'),
  },
);

/** A campaign in the answer of `targeted`. It has no id, and may come on several pages. */
export const targetedCampaign = entity(
  'TargetedCampaign',
  'A campaign with the line items that target an audience.',
  {
    campaign_id: id('The campaign'),
    campaign_name: text('Name of the campaign'),
  },
  { key: null },
);

const name = text('Name, unique within the account; a second audience of that name is refused', {
  min: 1,
});
const description = text('What it is about');

const leafOrBranch = [
  exclusive('custom_audience_id', 'child_segments'),
  atLeastOne('custom_audience_id', 'child_segments'),
  requires('child_segments', 'boolean_operator'),
];

const segmentInput: Shape = shape(
  'AudienceSegmentInput',
  'A node in the tree of a flexible audience: either an audience (`customAudienceId`) or segments that combine (`booleanOperator` and `childSegments`)',
  {
    boolean_operator: booleanOperator.any(`${together}; required with child segments`),
    custom_audience_id: id('The audience of a leaf'),
    lookback_window: int('Days within which people must have qualified', {
      oneOf: [1, 7, 14, 30],
    }),
    frequency: int(
      'How often people must have qualified within the lookback window; 1 by default',
      { min: 1, default: 1 },
    ),
    frequency_comparator: frequencyComparator.any(
      'How the number of times that people qualified is compared with `frequency`; NUM_GTE by default',
      'NUM_GTE',
    ),
    negate: filled(
      flag(
        'Exclude the segment instead of including it. Always give it: the documented default is true, but responses show false if it was omitted',
      ),
    ),
    get child_segments(): List {
      return segmentInputs;
    },
  },
  leafOrBranch,
);
const segmentInputs = listOf(segmentInput, 'The segments that combine; none on a leaf', {
  // The API requires the list on every node.
  default: [],
});

const tree = shape(
  'AudienceSegmentsInput',
  'The tree of a flexible audience, with at most ten leaves',
  {
    boolean_operator: booleanOperator.any(`${together}; required with child segments`),
    child_segments: required(listOf(segmentInput, 'The segments that combine', { min: 1 })),
  },
  [requires('child_segments', 'boolean_operator')],
);

const described = {
  name: required(name),
  audience_type: required(audienceType.any('Kind of audience')),
  // An audience without segments has no metadata.
  segments: shownAs('metadata.0.segments', tree),
} as const;
const atMostTenLeaves = [atMostLeaves(10, 'segments', 'child_segments')];
const pathId = { custom_audience_id: required(id('The custom audience')) } as const;

const ofCustomAudience = collection(
  'accounts/{account_id}/custom_audiences/{custom_audience_id}',
  customAudience,
);

export const customAudiences = group({
  listCustomAudiences: ofCustomAudience.list({
    doc: 'The custom audiences that an account owns, or those that others share with it',
    params: {
      custom_audience_ids: ids('Only these audiences', { matches: 'id' }),
      permission_scope: permissionScope.any(
        'OWNER for the audiences of the account, SHARED for those of others; OWNER by default',
        'OWNER',
      ),
      ...nameQuery('Only audiences whose name begins with this, ignoring case'),
      ...standardList(),
    },
    quirks: { byIdsElse: { permission_scope: 'SHARED' } },
  }),
  getCustomAudience: ofCustomAudience.item({
    doc: 'One custom audience, of the account or shared with it',
    params: withDeleted,
  }),
  createCustomAudience: ofCustomAudience.create({
    doc: 'Creates an empty custom audience; `updateCustomAudienceUsers` fills it',
    params: { name: required(name), description },
  }),
  updateCustomAudience: put('accounts/{account_id}/custom_audiences/{custom_audience_id}', {
    doc: 'Changes the name and description of a custom audience; parameters that are left out keep their values',
    params: { name, description },
    returns: oneOf(customAudience, { omits: ['owner_account_id'] }),
  }),
  deleteCustomAudience: ofCustomAudience.delete({
    doc: 'Deletes a custom audience for good; only the account that owns it may',
  }),
  listTargetedCampaigns: get(
    'accounts/{account_id}/custom_audiences/{custom_audience_id}/targeted',
    {
      doc: 'The campaigns and line items that target a custom audience',
      params: {
        with_active: flag('Only line items that can serve; with false also those that cannot', {
          default: true,
        }),
        ...cursored,
      },
      returns: pageOf(targetedCampaign),
    },
  ),
  batchCustomAudiences: batch('batch/accounts/{account_id}/custom_audiences', {
    doc: 'Creates, updates and deletes up to 10 flexible audiences built on mobile audiences; either all of them are applied or none; a closed beta that most accounts cannot use',
    max: 10,
    operations: {
      Create: { params: described, rules: atMostTenLeaves },
      Update: {
        params: { ...pathId, ...described },
        rules: atMostTenLeaves,
        target: 'custom_audience_id',
      },
      Delete: { params: pathId, rules: [], target: 'custom_audience_id' },
    },
    returns: batchOf(customAudience, {
      omits: ['description', 'permission_level', 'owner_account_id'],
    }),
  }),
});
