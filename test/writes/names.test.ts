import type { GraphQLField, GraphQLInputField } from 'graphql';
import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { coreWorld } from '../support/core-world.ts';
import { useGateway } from '../support/gateway.ts';

const a = 'nam1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset({ data: true });
  coreWorld(running, a);
});

type Input = Readonly<Record<string, unknown>>;

const write = async (mutation: string, input: Input, selection: string) => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const answer = await running.ask(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { outcome errors { code reason argument } ${selection} } }`,
    { input },
  );
  expect(answer.errors).toBeUndefined();
  return { ...answer.data[mutation], paths: answer.calls.map(({ path }) => path) };
};

test('fields with one name have one type', () => {
  const found = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInputObjectType(type)
      ? Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(type.getFields()).flatMap(
          ({ name, type: of }) =>
            name === 'entityStatus' ? [[type.name, getNamedType(of).name]] : [],
        )
      : [],
  );
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(([, type]) => type !== 'EntityStatus')).toEqual([]);
});

describe('an omitted account', () => {
  const campaigns = `/12/accounts/${a}/campaigns`;
  const lineItems = `/12/accounts/${a}/line_items`;

  test.each([
    [
      'updateCampaign',
      { campaignId: `Campaign:${a}:c1`, name: 'New' },
      'campaign { accountId name }',
      [`${campaigns}/c1`],
      { campaign: { accountId: a, name: 'New' } },
    ],
    [
      'deleteCampaign',
      { campaignId: `Campaign:${a}:c1` },
      'campaign { deleted }',
      [`${campaigns}/c1`],
      { campaign: { deleted: true } },
    ],
    [
      'createLineItem',
      {
        campaignId: `Campaign:${a}:c1`,
        accountId: null,
        endTime: '2035-01-01T00:00:00Z',
        startTime: '2034-01-01T00:00:00Z',
        objective: 'REACH',
        productType: 'PROMOTED_TWEETS',
        placements: ['ALL_ON_TWITTER'],
        bidStrategy: 'AUTO',
      },
      'lineItem { campaignId }',
      [lineItems],
      { lineItem: { campaignId: 'c1' } },
    ],
    [
      'deletePromotedTweet',
      { promotedTweetId: `PromotedTweet:${a}:l1p1` },
      'promotedTweet { deleted }',
      [`/12/accounts/${a}/promoted_tweets/l1p1`],
      { promotedTweet: { deleted: true } },
    ],
    [
      'batchCampaigns',
      {
        operations: [
          { update: { campaignId: 'c4', name: 'Four' } },
          { update: { campaignId: `Campaign:${a}:c1`, name: 'One' } },
        ],
      },
      'results { campaign { name } }',
      [`/12/batch/accounts/${a}/campaigns`],
      { results: [{ campaign: { name: 'Four' } }, { campaign: { name: 'One' } }] },
    ],
  ])('is that of a global id: %s', async (mutation, input, selection, paths, found) => {
    expect(await write(mutation, input, selection)).toEqual({
      outcome: 'APPLIED',
      errors: [],
      paths,
      ...found,
    });
  });

  test.each([
    ['no global id', { campaignId: 'c1', name: 'Campaign:x:y' }, 'accountId', 'REQUIRED'],
    ['an id without an account', { campaignId: 'Account:c1' }, 'accountId', 'REQUIRED'],
    ['a malformed one', { campaignId: 'Campaign:a-b:c1' }, 'accountId', undefined],
    ['one of another type', { campaignId: `LineItem:${a}:c1` }, 'campaignId', undefined],
  ])('is a fault with %s', async (_what, input, argument, reason) => {
    const { outcome, errors, paths } = await write('updateCampaign', input, '');
    expect([outcome, paths]).toEqual(['REJECTED', []]);
    const told = { code: 'BAD_USER_INPUT', argument: `input.${argument}` };
    expect(errors).toContainEqual(
      expect.objectContaining(reason === undefined ? told : { ...told, reason }),
    );
  });

  test('is one of two that disagree', async () => {
    const input = {
      operations: [
        { update: { campaignId: `Campaign:${a}:c1`, name: 'One' } },
        { update: { campaignId: 'Campaign:other:c4', name: 'Four' } },
      ],
    };
    const { outcome, results, paths } = await write(
      'batchCampaigns',
      input,
      'results { outcome errors { argument } }',
    );
    expect([outcome, paths]).toEqual(['REJECTED', []]);
    expect(results).toEqual([
      { outcome: 'NOT_APPLIED', errors: [] },
      {
        outcome: 'REJECTED',
        errors: [{ argument: 'input.operations[1].update.campaignId' }],
      },
    ]);
  });

  test('is the same write for a key', async () => {
    const input = { campaignId: `Campaign:${a}:c1`, name: 'Once', idempotencyKey: 'k1' };
    const first = await write('updateCampaign', input, 'campaign { restId }');
    const given = { ...input, campaignId: 'c1', accountId: a };
    const again = await write('updateCampaign', given, 'campaign { restId }');
    expect([first.paths.length, again.paths.length]).toEqual([1, 0]);
    expect(again).toEqual({ ...first, paths: [] });
  });
});

describe('a value that was read', () => {
  test('can be written back unchanged: a criterion', async () => {
    const criterion = 'targetingType targetingValue operatorType';
    const read = await running.ask(
      `{ account(id: "${a}") { lineItem(id: "l1") { targetingCriteria { nodes { ${criterion} } } } } }`,
    );
    const [known] = read.data.account.lineItem.targetingCriteria.nodes;
    const input = { ...known, lineItemId: `LineItem:${a}:l2`, targetingValue: '4' };
    const { outcome, targetingCriterion } = await write(
      'createTargetingCriterion',
      input,
      `targetingCriterion { ${criterion} }`,
    );
    expect(outcome).toBe('APPLIED');
    expect(targetingCriterion).toEqual({ ...known, targetingValue: '4' });
  });

  test('can be written back unchanged: no categories', async () => {
    const read = await running.ask(
      `{ account(id: "${a}") { lineItem(id: "l1") { id categories } } }`,
    );
    const { id: lineItemId, categories } = read.data.account.lineItem;
    expect(categories).toEqual([]);
    const { outcome, errors, lineItem } = await write(
      'updateLineItem',
      { lineItemId, categories },
      'lineItem { categories }',
    );
    expect([outcome, errors, lineItem]).toEqual(['APPLIED', [], { categories: [] }]);
    const { results } = await write(
      'batchLineItems',
      { operations: [{ update: { lineItemId, categories } }] },
      'results { outcome lineItem { categories } }',
    );
    expect(results).toEqual([{ outcome: 'APPLIED', lineItem: { categories: [] } }]);
  });
});
