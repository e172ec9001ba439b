import { collection, group } from '../language/endpoint.ts';
import { entity, lifecycle } from '../language/entity.ts';
import { nameQuery, standardList, withDeleted } from '../language/lists.ts';
import { choices, id, ids, listOf, required, shape, text, time } from '../language/params.ts';
import { evenSplit, exclusive, inOrder, sharesOf } from '../language/rules.ts';

const level = choices(
  'AbTestEntityType',
  'What an A/B test compares: `entity_type` of the REST API',
  {
    CAMPAIGN: 'Campaigns: 2 to 30 groups of any size, each with one campaign or more',
    LINE_ITEM:
      'The line items of one campaign, all of them: 2 to 5 groups of equal size, each with one line item',
  },
);
const status = choices('AbTestStatus', 'Progress of an A/B test', {
  COMPLETED: 'Its end time has passed',
  LIVE: 'It is running',
  SCHEDULED: 'Its start time is in the future',
});

const named = { name: text('Name'), description: text('Description') } as const;
const tested = id('One of them', { as: 'tested_entity_id' });

const author = (doc: string) => ({
  ...shape('AbTestAuthor', 'A user who made or changed an A/B test', {
    user_id: id('The user'),
    username: text('Screen name of the user'),
  }),
  doc,
});

export const abTestUserGroup = shape(
  'AbTestUserGroup',
  'A share of the people, who see only the campaigns or line items of their group in this test',
  {
    id: id('Identifier', { as: 'user_group_id' }),
    ...named,
    size: text('Share of the people in percent'),
    entity_ids: listOf(tested, 'The campaigns or line items that this share is reached by'),
  },
  [],
  { inAccount: true, ofRow: ['entity_type'] },
);

export const abTest = entity(
  'AbTest',
  'A test that divides people at random into groups, each of which sees different campaigns or line items.',
  {
    ...lifecycle,
    ...named,
    entity_type: level.any('Whether it compares campaigns or line items'),
    status: status.any('Progress of the test'),
    start_time: time('When it begins'),
    end_time: time('When it ends'),
    user_groups: listOf(abTestUserGroup, 'The groups that people are divided into'),
    created_by: author('The user who created it'),
    updated_by: author('The user who changed it last'),
  },
);

const userGroup = shape('AbTestUserGroupInput', 'A share of the people, and what reaches them', {
  size: required(
    text(
      'Share of the people in percent, 1.00 to 99.00 as text such as "50.00". The sizes of all groups add up to 100.00',
      { format: 'percent' },
    ),
  ),
  entity_ids: required(
    listOf(
      tested,
      'The campaigns or line items of the group, as `entityType` says; one line item at most',
      { min: 1 },
    ),
  ),
  ...named,
});

const groups = listOf(
  userGroup,
  'The groups, at least 2, to which people belong at random; for line items at most 5, of equal size',
  { min: 2, max: 30 },
);
const ends = time('When it ends, at least one day after it begins; five for apps', {
  future: true,
});
const rules = [
  inOrder('start_time', 'end_time', { minDays: 1 }),
  sharesOf('user_groups', 'size'),
  evenSplit('user_groups', 'entity_type', 'LINE_ITEM', {
    max: 5,
    share: 'size',
    single: 'entity_ids',
  }),
];

const ofAbTest = collection('accounts/{account_id}/ab_tests/{ab_test_id}', abTest);

export const abTests = group({
  listAbTests: ofAbTest.list({
    doc: 'The A/B tests of an account',
    params: {
      ab_test_ids: ids('Only these A/B tests', { matches: 'id' }),
      status: status.of('status', 'Only tests with this status'),
      live_during: listOf(
        time('One of them'),
        'Only tests that run at some time between these two, the earlier first',
        { min: 2, max: 2 },
      ),
      user_id: id('Only tests that this user created'),
      username: text('Only tests that the user of this screen name created, without the @', {
        min: 1,
      }),
      ...nameQuery('Only tests whose name contains this', 80),
      ...standardList(),
    },
    rules: [exclusive('user_id', 'username')],
  }),
  getAbTest: ofAbTest.item({ doc: 'One A/B test', params: withDeleted }),
  createAbTest: ofAbTest.create({
    doc: 'Creates an A/B test. Its times overlap with those of what it compares',
    body: 'json',
    params: {
      ...named,
      entity_type: required(level.any('Whether it compares campaigns or line items')),
      start_time: required(time('When it begins', { future: true })),
      end_time: required(ends),
      user_groups: required(groups),
    },
    rules,
  }),
  updateAbTest: ofAbTest.update({
    doc: 'Changes an A/B test; parameters that are left out keep their values',
    body: 'json',
    params: {
      ...named,
      entity_type: level.any('Whether it compares campaigns or line items'),
      start_time: time('When it begins'),
      end_time: ends,
      user_groups: groups,
    },
    rules,
  }),
  deleteAbTest: ofAbTest.delete({ doc: 'Deletes an A/B test' }),
});
