import '../../src/schema/index.ts';
import { expect, test } from 'vitest';
import { listByKeys } from '../../src/resolvers/reads/link-by-key.ts';
import { builder } from '../../src/schema/fields/builder.ts';
import { addFields, entityType } from '../../src/schema/fields/entities.ts';
import { linkTo, listOfAccountBy, listOfParent } from '../../src/schema/fields/fields.ts';
import { linkToMatching } from '../../src/schema/fields/keyed-links.ts';
import { linksToReference } from '../../src/schema/fields/reference-links.ts';
import { checkEntities } from '../../src/schema/fields/refs.ts';
import { audiencePermissions } from '../../src/upstream/catalogue/areas/audience-permissions.ts';
import { campaign, campaigns } from '../../src/upstream/catalogue/areas/campaigns.ts';
import { categories } from '../../src/upstream/catalogue/areas/categories.ts';
import { promotableUsers } from '../../src/upstream/catalogue/areas/promotable-users.ts';
import { batch, get, group, post } from '../../src/upstream/catalogue/language/endpoint.ts';
import {
  batchOf,
  entity,
  lifecycle,
  manyOf,
  oneOf,
  pageOf,
  texts,
} from '../../src/upstream/catalogue/language/entity.ts';
import { sortings, standardList } from '../../src/upstream/catalogue/language/lists.ts';
import { mistakesIn } from '../../src/upstream/catalogue/language/mistakes.ts';
import {
  choices,
  flag,
  id,
  ids,
  listOf,
  micros,
  required,
  shape,
  text,
  variant,
} from '../../src/upstream/catalogue/language/params.ts';
import {
  atLeastOne,
  atMostLeaves,
  atMostTogether,
  evenSplit,
  exclusive,
  inOrder,
  neverAlone,
  notAbove,
  onlyWhen,
  requiredWith,
  requires,
  sharesOf,
} from '../../src/upstream/catalogue/language/rules.ts';

const color = choices('Color', 'A color', { RED: 'Red', BLUE: 'Blue' });
const box = entity('Box', 'A box', { ...lifecycle, name: text('Name') });
const path = 'accounts/{account_id}/boxes';
const list = (facts: Partial<Parameters<typeof get>[1]>) =>
  get(path, { doc: 'Boxes', returns: pageOf(box), ...facts });
const create = (facts: Partial<Parameters<typeof post>[1]>) =>
  post(path, { doc: 'Makes a box', body: 'json', returns: oneOf(box), ...facts });
const delivering = (type: string, facts: Partial<Parameters<typeof shape>[2]>) =>
  shape(type, 'A part', { width: text('Width'), ...facts }, [requires('width', 'heigth')]);

const mistakes: Readonly<Record<string, readonly [string, Parameters<typeof group>[0][string]]>> = {
  'a filter by a column that is not there': [
    'box_names matches nam, which is no column of Box',
    list({ params: { box_names: listOf(text('Name'), 'Only these', { matches: 'nam' }) } }),
  ],
  'a prefix of a column that is not there': [
    'q matches title, which is no column of Box',
    list({ params: { q: text('Prefix', { matches: 'title' }) } }),
  ],
  'a choice of a column that is not there': [
    'color matches colour, which is no column of Box',
    list({ params: { color: color.of('colour', 'Color') } }),
  ],
  'a filter of an answer without rows': [
    'q matches name, and its answer has no rows',
    list({ params: { q: text('Prefix', { matches: 'name' }) }, returns: texts }),
  ],
  'a flag that reveals a column that is not there': [
    'with_draft reveals state, which is no column of Box',
    list({ params: { with_draft: flag('Drafts', { reveals: { state: 'DRAFT' } }) } }),
  ],
  'an order by a column that is not there': [
    'sort_by sorts by size, which is no column of Box',
    list({ params: standardList({ sorts: sortings('BoxOrder', { size: 'Size' }) }) }),
  ],
  'an identifier that nobody knows': [
    'campain_id is an id, and identifiers.ts does not know campain_id',
    list({ params: { campain_id: id('The campaign') } }),
  ],
  'a list of identifiers that nobody knows': [
    'box_ids is an id, and identifiers.ts does not know box_ids',
    list({ params: { box_ids: ids('Only these', { matches: 'id' }) } }),
  ],
  'an identifier that nobody knows in a nested object': [
    'part: lid_id is an id, and identifiers.ts does not know lid_id',
    create({ params: { part: shape('Lid', 'A lid', { lid_id: id('The lid') }) } }),
  ],
  'an identifier under a name that nobody knows': [
    'owner is an id, and identifiers.ts does not know acount_id',
    list({ params: { owner: id('The owner', { as: 'acount_id' }) } }),
  ],
  'a path with an identifier that nobody knows': [
    '{box_id} of its path is an id, and identifiers.ts does not know box_id',
    get('accounts/{account_id}/boxes/{box_id}', { doc: 'A box', returns: oneOf(box) }),
  ],
  'another name for what is not in the path': [
    'pathIds names line_id, which does not stand in its path',
    list({ pathIds: { line_id: 'line_item_id' } }),
  ],
  'an amount under the name of another parameter': [
    'bid is the name of the amount of bid_amount_local_micro too',
    create({ params: { bid: text('Bid'), bid_amount_local_micro: micros('Bid') } }),
  ],
  'a column left out that is not there': [
    'its answer omits size, which is no column of Box',
    list({ returns: pageOf(box, { omits: ['size'] }) }),
  ],
  'a key that is no column': [
    'rows are identified by key, which is no column of Lid',
    list({ returns: pageOf(entity('Lid', 'A lid', { name: text('Name') }, { key: 'key' })) }),
  ],
  'an answer for each item of what is not taken': [
    'its answer names tweet_ids, which is no parameter of it',
    create({ returns: manyOf(box, 'tweet_ids') }),
  ],
  'what is sent to find rows by id and is not taken': [
    'byIds names scope, which is no parameter of it',
    list({ quirks: { byIds: { scope: 'ALL' } } }),
  ],
  'what is sent for ids that were not found and is not taken': [
    'byIdsElse names scope, which is no parameter of it',
    list({ quirks: { byIdsElse: { scope: 'SHARED' } } }),
  ],
  'a header for what is not taken': [
    'inHeader names token, which is no parameter of it',
    list({ quirks: { inHeader: ['token'] } }),
  ],
  'a change of a row that no parameter names': [
    'Update: its target names box_id, which is no parameter of it',
    batch(path, {
      doc: 'Boxes',
      max: 2,
      operations: { Update: { params: { name: text('Name') }, rules: [], target: 'box_id' } },
      returns: batchOf(box),
    }),
  ],
  'a list that its commas take apart': [
    'names is joined by commas, and an item of it may be blank or hold one',
    list({ params: { names: listOf(text('Name', { min: 1 }), 'Only these') } }),
  ],
  'what is required with a value that is not taken': [
    'the rule requiredWith names GREEN, which color does not take',
    create({
      params: { name: text('Name'), color: color.any('Color') },
      rules: [requiredWith('name', 'color', ['GREEN'])],
    }),
  ],
  'a rule of a nested object': [
    'part: the rule requires names heigth, which is no parameter of it',
    create({ params: { part: delivering('PartA', {}) } }),
  ],
  'a rule in a list of several kinds of objects': [
    'parts: the rule requires names heigth, which is no parameter of it',
    create({
      params: {
        parts: listOf(
          variant('Part', 'A part', { tag: 'type', of: { B: delivering('PartB', {}) } }),
          'Parts',
        ),
      },
    }),
  ],
  'a rule about a value that is not taken': [
    'the rule onlyWhen names GREEN, which color does not take',
    create({
      params: { name: text('Name'), color: color.any('Color') },
      rules: [onlyWhen('name', 'color', ['GREEN'])],
    }),
  ],
};

test.each(Object.entries(mistakes))('%s is found', (_title, [mistake, entry]) => {
  expect(mistakesIn({ boxes: group({ doIt: entry }) })).toContain(`boxes.doIt: ${mistake}`);
});

const wrong = 'nmae';
const rules = [
  exclusive('name', wrong),
  atLeastOne(wrong, 'name'),
  requires('name', wrong),
  onlyWhen('name', wrong, ['X']),
  onlyWhen(wrong, 'name', ['X'], { within: 'parts' }),
  onlyWhen('name', 'width', ['X'], { within: wrong }),
  inOrder('name', wrong),
  notAbove(wrong, 'name'),
  atMostTogether(2, 'name', wrong),
  atMostLeaves(2, wrong, 'parts'),
  inOrder(wrong, 'name', { minDays: 1 }),
  neverAlone(wrong, ['width']),
  neverAlone('parts', [wrong]),
  sharesOf('parts', wrong),
  evenSplit('parts', wrong, 'X', { max: 2, share: 'width', single: 'width' }),
  evenSplit('parts', 'name', 'X', { max: 2, share: wrong, single: 'width' }),
  evenSplit('parts', 'name', 'X', { max: 2, share: 'width', single: wrong }),
];

test.each(rules.map((rule) => [rule.rule, rule] as const))(
  'a parameter that a rule %s misspells is found',
  (kind, rule) => {
    const part = shape('PartC', 'A part', { width: text('Width') });
    const params = { name: required(text('Name')), parts: listOf(part, 'Parts') };
    expect(mistakesIn({ boxes: group({ make: create({ params, rules: [rule] }) }) })).toContain(
      `boxes.make: the rule ${kind} names ${wrong}, which is no parameter of it`,
    );
  },
);

test('a correct catalogue has no mistake, and a rule may name members of the items of its list', () => {
  const part = shape('PartD', 'A part', { width: text('Width'), color: color.any('Color') });
  const params = { name: text('Name'), parts: listOf(part, 'Parts') };
  const rules = [onlyWhen('width', 'color', ['RED'], { within: 'parts' })];
  const found = mistakesIn({ boxes: group({ make: create({ params, rules }) }) });
  expect(found.filter((mistake) => !mistake.startsWith('identifiers.ts'))).toEqual([]);
});

test('an endpoint in two areas, two entities of one name and an identifier of no entity are found', () => {
  const other = entity('Box', 'Another box', { ...lifecycle });
  const found = mistakesIn({
    boxes: group({ listBoxes: list({}) }),
    crates: group({ listBoxes: list({ returns: pageOf(other) }) }),
  });
  expect(found).toContain('listBoxes stands in two areas');
  expect(found).toContain('two entities are called Box');
  expect(found).toContain(
    'identifiers.ts: campaign_id leads to Campaign, which no endpoint answers with',
  );
});

test('a link by a missing column is found when the schema is built', () => {
  addFields(campaign, { wrongLink: linkTo(campaign, 'campain_id', 'Wrong') });
  expect(() => checkEntities(builder.toSchema())).toThrow(
    'Campaign.wrongLink reads campain_id, which is no column of Campaign',
  );
});

test('links that compare a missing column are found', () => {
  expect(() => linkToMatching(promotableUsers.listPromotableUsers, 'usr_id', 'Wrong')).toThrow(
    'a link to listPromotableUsers reads usr_id, which is no column of PromotableUser',
  );
  const endpoint = categories.listPublishers;
  expect(() =>
    linksToReference('Wrong', { endpoint, column: 'id', matches: 'usr_id', most: 1 }),
  ).toThrow('a link to listPublishers reads usr_id, which is no column of Publisher');
  expect(() => listByKeys(campaigns.listCampaigns, 'q')).toThrow('listCampaigns has no filter q');
});

test('an entity that cannot be read by id is neither a Node nor the target of a link', () => {
  expect(() => entityType(box, 'campaign_id')).toThrow(
    'identifiers.ts does not say that campaign_id leads to Box',
  );
  expect(() => linkTo(box, 'box_id', 'Wrong')).toThrow(
    'no endpoint of catalogue/areas.ts reads Box by id',
  );
});

test('a filter or path id that an endpoint does not have does not compile', () => {
  // @ts-expect-error campain_ids is no parameter
  expect(() => listOfParent(campaigns.listCampaigns, 'campain_ids')).toThrow();
  // @ts-expect-error audience_id does not stand in the path
  void (() => listOfAccountBy(audiencePermissions.listTailoredAudiencePermissions, 'audience_id'));
});
