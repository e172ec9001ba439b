import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { bikes } from '../support/accounts.ts';
import { withAgent } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { guardsFile, underRules } from '../support/guards.ts';

const guards = guardsFile();
const running = useGateway({ env: { GUARDS: guards.path, LIMIT_MCP_CALLS: '100000' } });
const rows = (entity: string) => running.emulator.store.rows(entity, bikes);
const insert = (entity: string, like: StoredRow | undefined, more: StoredRow) =>
  running.emulator.store.insert(entity, bikes, { ...like, deleted: false, ...more });

beforeEach(() => {
  running.emulator.reset({ data: true });
  underRules(running, guards);
  const [campaign] = rows('Campaign');
  const [line] = rows('LineItem');
  insert('Campaign', campaign, { id: 'sp1', entity_status: 'ACTIVE' });
  for (const [id, more] of lineItems) {
    insert('LineItem', line, {
      id,
      campaign_id: 'sp1',
      entity_status: 'ACTIVE',
      start_time: '2032-01-01T00:00:00Z',
      end_time: '2032-03-01T00:00:00Z',
      objective: 'ENGAGEMENTS',
      product_type: 'PROMOTED_TWEETS',
      placements: ['ALL_ON_TWITTER'],
      goal: 'ENGAGEMENT',
      pay_by: 'LINK_CLICK',
      bid_strategy: 'MAX',
      bid_amount_local_micro: 2_000_000,
      ...more,
    });
  }
});

const lineItems = [
  ['sl1', {}],
  ['sl2', { entity_status: 'PAUSED' }],
  ['sl3', { product_type: 'MEDIA' }],
  ['sl4', { objective: 'FOLLOWERS', product_type: 'PROMOTED_ACCOUNT' }],
] as const;

const typed = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
const documentOf = (name: string): string =>
  `mutation ($input: ${typed(name)}!) { ${name}(input: $input) { outcome } }`;

/** The approval that a plan of one mutation needs, or the code of its refusal. */
const approvalOf = (name: string, input: object): Promise<string> =>
  withAgent(running, async ({ call }) => {
    const variables = { input: { accountId: bikes, ...input } };
    const given = { document: documentOf(name), variables, why: 'A test' };
    const { members } = await call('ads_prepare', given);
    return members.approval ?? members.code;
  });

const serving = [
  ['createPromotedTweets', 'sl1', () => ({ tweetIds: ['1496766597169545208'] })],
  [
    'createScheduledPromotedTweet',
    'sl1',
    () => ({ scheduledTweetId: String(rows('ScheduledTweet')[0]?.['id'] ?? '1') }),
  ],
  [
    'createMediaCreative',
    'sl3',
    () => ({ accountMediaId: String(rows('AccountMedia')[0]?.['id']) }),
  ],
  [
    'createPromotedAccount',
    'sl4',
    () => ({ userId: String(rows('PromotableUser')[0]?.['user_id']) }),
  ],
] as const;

describe('an entity that begins to serve in an ACTIVE line item', () => {
  test.each(serving)('%s needs approval, and counts as an activation', async (name, line, more) => {
    const input = { lineItemId: line, ...more() };
    expect(await approvalOf(name, input)).toBe('CLIENT');
    underRules(running, guards, { name: 'page', approval: { activate: true } });
    expect(await approvalOf(name, input)).toBe('PAGE');
    underRules(running, guards, { name: 'none', activationsPerDay: 0 });
    expect(await approvalOf(name, input)).toBe('GUARD_REFUSED');
    const { data, calls } = await running.ask(
      `mutation ($input: ${typed(name)}!) { ${name}(input: $input) { outcome errors { code } } }`,
      { input: { accountId: bikes, ...input } },
    );
    const refused = { outcome: 'REJECTED', errors: [{ code: 'GUARD_REFUSED' }] };
    expect(data).toEqual({ [name]: refused });
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test.each(serving)('%s in a PAUSED one needs none yet', async (name, line, more) => {
    insert(
      'LineItem',
      rows('LineItem').find(({ id }) => id === line),
      {
        id: line,
        entity_status: 'PAUSED',
      },
    );
    underRules(running, guards, { name: 'none', activationsPerDay: 0 });
    expect(await approvalOf(name, { lineItemId: line, ...more() })).toBe('NONE');
  });
});

describe('the spending of an ACTIVE line item', () => {
  test.each([
    [{ startTime: '2031-01-01T00:00:00Z' }, 'CLIENT'],
    [{ startTime: '2032-02-01T00:00:00Z' }, 'NONE'],
    [{ payBy: 'IMPRESSION' }, 'CLIENT'],
    [{ bidStrategy: 'AUTO' }, 'CLIENT'],
    [{ audienceExpansion: 'BROAD' }, 'CLIENT'],
    [{ endTime: '2032-04-01T00:00:00Z' }, 'CLIENT'],
    [{ endTime: '2032-02-01T00:00:00Z' }, 'NONE'],
    [{ name: 'Another' }, 'NONE'],
  ])('changed by %j: %s', async (more, approval) => {
    expect(await approvalOf('updateLineItem', { lineItemId: 'sl1', ...more })).toBe(approval);
  });

  test.each([{ payBy: 'IMPRESSION' }, { audienceExpansion: 'BROAD' }])(
    'a PAUSED one spends nothing: %j',
    async (more) => {
      expect(await approvalOf('updateLineItem', { lineItemId: 'sl2', ...more })).toBe('NONE');
    },
  );

  test('depends on its targeting and on the delivery of its campaign, too', async () => {
    const place = { targetingType: 'LOCATION', targetingValue: '5122804691e5fecc' };
    const criterion = (lineItemId: string) => ({ lineItemId, operatorType: 'EQ', ...place });
    expect(await approvalOf('createTargetingCriterion', criterion('sl1'))).toBe('CLIENT');
    expect(await approvalOf('createTargetingCriterion', criterion('sl2'))).toBe('NONE');
    const delivery = { campaignId: 'sp1', standardDelivery: false };
    expect(await approvalOf('updateCampaign', delivery)).toBe('CLIENT');
  });
});
