import { dayMs, iso } from '../../src/upstream/catalogue/language/times.ts';
import { goalOf } from '../goals.ts';
import type { Random } from '../random.ts';
import type { Rows, StoredRow } from '../store.ts';
import type { Advertiser } from './accounts.ts';
import { micros, seedId } from './campaigns.ts';
import { placesIn, usualTargets } from './targeting/usual.ts';

const minute = 60_000;
/** Ids of posts hold the milliseconds since this time. */
const postEpoch = 1_288_834_974_657;

interface ParentRows {
  readonly campaigns: readonly StoredRow[];
  readonly audiences: readonly StoredRow[];
}

/** Line items of the newest campaigns, with their posts, promoted posts and targeting criteria. */
export const lineItemsOf = (advertiser: Advertiser, within: ParentRows, random: Random): Rows => {
  const LineItem: StoredRow[] = [];
  const PromotedTweet: StoredRow[] = [];
  const TargetingCriterion: StoredRow[] = [];
  const Tweet: StoredRow[] = [];
  const { size } = advertiser;
  for (const campaign of within.campaigns.slice(-size.withLineItems || within.campaigns.length)) {
    const objective = random.pick(advertiser.objectives);
    const created = Date.parse(String(campaign['created_at']));
    for (let left = random.between(...size.lineItems); left > 0; left -= 1) {
      const facts = { index: LineItem.length, objective, createdAt: created + left * minute };
      const lineItem = lineItemRow(advertiser, { ...facts, campaign, random });
      LineItem.push(lineItem);
      for (const post of postsFor(advertiser, lineItem, random)) {
        const index = PromotedTweet.length;
        Tweet.push(post);
        PromotedTweet.push(promoted(advertiser, { index, lineItem, post, random }));
      }
      for (const condition of conditionsFor(advertiser, within.audiences, random)) {
        const index = TargetingCriterion.length;
        TargetingCriterion.push(criterion(advertiser, { index, lineItem, condition, random }));
      }
    }
  }
  Tweet.push(...sparePosts(advertiser));
  return { LineItem, PromotedTweet, TargetingCriterion, Tweet };
};

const themes = [
  'Broad',
  'Followers lookalike',
  'Keywords',
  'Interests',
  'Visitors',
  'App users',
] as const;

interface LineItemFacts {
  readonly index: number;
  readonly objective: string;
  readonly createdAt: number;
  readonly campaign: StoredRow;
  readonly random: Random;
}

// MAX is not for REACH and FOLLOWERS; TARGET is for those two and WEBSITE_CLICKS.
const strategyFor = (objective: string, wished: string): string => {
  const isByTarget = objective === 'REACH' || objective === 'FOLLOWERS';
  if (wished === 'MAX' && isByTarget) return 'TARGET';
  return wished === 'TARGET' && !isByTarget && objective !== 'WEBSITE_CLICKS' ? 'MAX' : wished;
};

// A promoted account is not shown in searches.
const placementsOf = (objective: string): readonly string[] =>
  objective === 'FOLLOWERS' ? ['TWITTER_TIMELINE'] : ['TWITTER_TIMELINE', 'TWITTER_SEARCH'];

const lineItemRow = (advertiser: Advertiser, facts: LineItemFacts): StoredRow => {
  const { index, objective, createdAt, campaign, random } = facts;
  const strategy = strategyFor(objective, random.pick(['AUTO', 'AUTO', 'MAX', 'TARGET']));
  const isApp = objective.startsWith('APP_');
  const status =
    campaign['entity_status'] === 'DRAFT' ? 'DRAFT' : random.pick(['ACTIVE', 'ACTIVE', 'PAUSED']);
  const ownBudget = campaign['budget_optimization'] === 'LINE_ITEM';
  return {
    id: seedId(advertiser, 'l', index),
    created_at: iso(createdAt),
    updated_at: iso(createdAt + random.between(0, 72) * 60 * minute),
    deleted: random.chance(0.05),
    campaign_id: campaign['id'],
    funding_instrument_id: campaign['funding_instrument_id'],
    name: random.chance(0.04)
      ? null
      : `${random.pick(advertiser.products)} · ${random.pick(themes)} · ${random.pick(advertiser.markets)}`,
    advertiser_user_id: advertiser.userId,
    advertiser_domain: advertiser.domain,
    product_type: objective === 'FOLLOWERS' ? 'PROMOTED_ACCOUNT' : 'PROMOTED_TWEETS',
    objective,
    placements: random.chance(0.7) ? ['ALL_ON_TWITTER'] : placementsOf(objective),
    goal: goalOf(objective),
    pay_by:
      objective === 'WEBSITE_CLICKS' && (random.chance(0.4) || strategy === 'TARGET')
        ? 'LINK_CLICK'
        : 'IMPRESSION',
    bid_strategy: strategy,
    bid_amount_local_micro: strategy === 'AUTO' ? null : micros(advertiser, random.between(1, 9)),
    target_cpa_local_micro: null,
    entity_status: status,
    start_time: iso(createdAt + dayMs),
    end_time: iso(createdAt + random.between(30, 400) * 5 * dayMs),
    daily_budget_amount_local_micro: ownBudget
      ? micros(advertiser, random.between(2, 30) * 5)
      : null,
    total_budget_amount_local_micro: null,
    standard_delivery: ownBudget ? true : null,
    duration_in_days: random.chance(0.2) ? 7 : null,
    frequency_cap: null,
    categories: objective === 'PREROLL_VIEWS' ? ['IAB19'] : [],
    primary_web_event_tag: null,
    android_app_store_identifier: isApp ? `example.${advertiser.domain.split('.')[0]}` : null,
    ios_app_store_identifier: isApp ? '1500000042' : null,
    automatic_tweet_promotion: null,
    creative_source: 'MANUAL',
    audience_expansion: index % 4 === 3 ? 'EXPANDED' : null,
    currency: advertiser.currency,
  };
};

const postId = (createdAt: number, salt: number): string =>
  String((BigInt(createdAt - postEpoch) << 22n) + BigInt(salt % 4_194_304));

const postRow = (text: string, createdAt: number, salt: number): StoredRow => ({
  id: postId(createdAt, salt),
  created_at: iso(createdAt),
  full_text: text,
  is_own: true,
});

const lines = [
  'is here. See what is new this week.',
  'now ships free until Sunday.',
  'was made for days like these.',
  'answers the question you keep asking us.',
] as const;

const postsFor = (
  advertiser: Advertiser,
  lineItem: StoredRow,
  random: Random,
): readonly StoredRow[] => {
  const begins = Date.parse(String(lineItem['created_at']));
  return Array.from({ length: random.between(...advertiser.size.posts) }, (_, index) =>
    postRow(
      `${random.pick(advertiser.products)} ${random.pick(lines)}`,
      begins + (index + 1) * 7 * minute,
      random.between(1, 4_000_000),
    ),
  );
};

// Posts that no line item promotes; every fifth is by another user.
const sparePosts = (advertiser: Advertiser): readonly StoredRow[] =>
  advertiser.products.flatMap((product, group) =>
    lines.map((line, index) => ({
      ...postRow(
        `${product} ${line}`,
        Date.parse('2025-05-29T09:00:00Z') + (group * dayMs) / 24,
        index,
      ),
      is_own: (group * lines.length + index) % 5 !== 4,
    })),
  );

interface PromotedFacts {
  readonly index: number;
  readonly lineItem: StoredRow;
  readonly post: StoredRow;
  readonly random: Random;
}

const promoted = (advertiser: Advertiser, facts: PromotedFacts): StoredRow => ({
  id: seedId(advertiser, 'p', facts.index),
  created_at: facts.post['created_at'],
  updated_at: facts.post['created_at'],
  deleted: facts.random.chance(0.04),
  line_item_id: facts.lineItem['id'],
  tweet_id: facts.post['id'],
  entity_status: 'ACTIVE',
  approval_status: facts.random.pick([
    'ACCEPTED',
    'ACCEPTED',
    'ACCEPTED',
    'UNDER_REVIEW',
    'REJECTED',
  ]),
});

interface Condition {
  readonly type: string;
  readonly value: string;
  readonly name: string;
  readonly operator: string;
  readonly locationType?: string;
}

const conditionsFor = (
  advertiser: Advertiser,
  audiences: readonly StoredRow[],
  random: Random,
): readonly Condition[] => {
  const [least, most] = advertiser.size.criteria;
  const wanted = random.between(least, most);
  const { id, name } = random.pick(audiences.slice(0, 3));
  const fixed: readonly Condition[] = [
    ...random.some(placesIn(advertiser.markets), 2),
    ...random.some(usualTargets('AGE'), 1),
    ...random.some(usualTargets('LANGUAGE'), 1),
    ...random.some(usualTargets('INTEREST'), random.between(0, 4)),
    ...random.some(usualTargets('PLATFORM'), random.between(0, 2)),
    ...(random.chance(0.4)
      ? [{ type: 'CUSTOM_AUDIENCE', value: String(id), name: String(name) }]
      : []),
  ].map((option) => ({ ...option, operator: 'EQ' }));
  return [...fixed, ...keywords(advertiser, Math.max(0, wanted - fixed.length), random)];
};

const keywords = (advertiser: Advertiser, count: number, random: Random): readonly Condition[] =>
  Array.from({ length: count }, (_, index) => {
    const word = advertiser.keywords[index % advertiser.keywords.length] ?? '';
    const round = Math.floor(index / advertiser.keywords.length);
    const value = round === 0 ? word : `${word} ${round}`;
    const type = random.pick(['BROAD_KEYWORD', 'EXACT_KEYWORD', 'PHRASE_KEYWORD']);
    return { type, value, name: value, operator: random.chance(0.1) ? 'NE' : 'EQ' };
  });

interface CriterionFacts {
  readonly index: number;
  readonly lineItem: StoredRow;
  readonly condition: Condition;
  readonly random: Random;
}

const criterion = (advertiser: Advertiser, facts: CriterionFacts): StoredRow => {
  const { condition, lineItem } = facts;
  return {
    id: seedId(advertiser, 't', facts.index),
    created_at: lineItem['created_at'],
    updated_at: lineItem['created_at'],
    deleted: facts.random.chance(0.03),
    line_item_id: lineItem['id'],
    targeting_type: condition.type,
    targeting_value: condition.value,
    operator_type: condition.operator,
    name: condition.name,
    ...(condition.locationType !== undefined && { location_type: condition.locationType }),
  };
};
