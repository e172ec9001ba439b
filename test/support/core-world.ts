import type { Running } from './gateway.ts';

const at = (n: number): string =>
  new Date(Date.UTC(2025, 0, 1, 0, n)).toISOString().replace('.000', '');
const stamp = (n: number) => ({ created_at: at(n), updated_at: at(n), deleted: false });

/**
 * A small world of its own in an account that the owner may use: a funding instrument, campaigns
 * `c1` (active), `c2` (draft), `c3` (deleted) and `c4`, line items `l1`, `l2` of `c1` and `l3` of
 * `c4`, two promoted posts and three criteria on each of the first two.
 */
export const coreWorld = ({ emulator }: Running, account: string): void => {
  const { store, grant, credentials } = emulator;
  grant(credentials.userId, account);
  store.insert('Account', null, {
    id: account,
    name: 'Core',
    industry_type: 'TRAVEL',
    approval_status: 'ACCEPTED',
    timezone: 'UTC',
    salt: 'grain',
    ...stamp(0),
  });
  for (const entity of [
    'FundingInstrument',
    'Campaign',
    'LineItem',
    'PromotedTweet',
    'TargetingCriterion',
  ]) {
    store.clear(entity, account);
  }
  store.insert('FundingInstrument', account, {
    id: 'f1',
    account_id: account,
    type: 'CREDIT_LINE',
    description: 'Credit line',
    currency: 'JPY',
    entity_status: 'ACTIVE',
    able_to_fund: true,
    credit_limit_local_micro: 9007199254740993n,
    ...stamp(0),
  });
  const campaign = (id: string, n: number, extra: object) =>
    store.insert('Campaign', account, {
      id,
      name: `Campaign ${id}`,
      funding_instrument_id: 'f1',
      entity_status: 'ACTIVE',
      budget_optimization: 'CAMPAIGN',
      daily_budget_amount_local_micro: 12_500_000,
      total_budget_amount_local_micro: null,
      reasons_not_servable: [],
      currency: 'JPY',
      ...stamp(n),
      ...extra,
    });
  campaign('c1', 1, {});
  campaign('c2', 2, { entity_status: 'DRAFT' });
  campaign('c3', 3, { deleted: true });
  campaign('c4', 4, { entity_status: 'PAUSED' });
  const lineItem = (id: string, of: string, n: number) =>
    store.insert('LineItem', account, {
      id,
      campaign_id: of,
      funding_instrument_id: 'f1',
      name: null,
      product_type: 'PROMOTED_TWEETS',
      objective: 'REACH',
      entity_status: 'ACTIVE',
      placements: ['ALL_ON_TWITTER'],
      categories: [],
      currency: 'JPY',
      start_time: at(0),
      end_time: at(9),
      ...stamp(n),
    });
  lineItem('l1', 'c1', 1);
  lineItem('l2', 'c1', 2);
  lineItem('l3', 'c4', 3);
  // Posts that the account may promote.
  for (let n = 100; n < 160; n += 1) {
    const id = `1166476031668015${n}`;
    store.insert('Tweet', account, {
      id,
      id_str: id,
      tweet_id: id,
      full_text: `Post ${n}`,
      tweet_type: 'PUBLISHED',
    });
  }
  for (const [index, line] of ['l1', 'l2'].entries()) {
    for (const n of [1, 2]) {
      store.insert('PromotedTweet', account, {
        id: `${line}p${n}`,
        line_item_id: line,
        tweet_id: `17000000000000000${index}${n}`,
        entity_status: 'ACTIVE',
        approval_status: 'ACCEPTED',
        ...stamp(n),
      });
    }
    for (const n of [1, 2, 3]) {
      store.insert('TargetingCriterion', account, {
        id: `${line}t${n}`,
        line_item_id: line,
        targeting_type: 'BROAD_KEYWORD',
        targeting_value: `word ${n}`,
        operator_type: 'EQ',
        name: `word ${n}`,
        ...stamp(n),
      });
    }
  }
};
