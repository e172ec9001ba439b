import { campaigns } from '../../../upstream/catalogue/areas/campaigns.ts';
import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import { promotedTweets } from '../../../upstream/catalogue/areas/promoted-tweets.ts';
import { targetingCriteria } from '../../../upstream/catalogue/areas/targeting-criteria.ts';
import type { Endpoint, InputOf } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import type { Row } from '../../../upstream/client/row.ts';
import { idOf } from '../../../upstream/client/row.ts';
import { sendWhole } from '../write.ts';
import type { LaunchMade, StepEnd } from './made.ts';
import { change, rowOf } from './made.ts';
import type { StepSender } from './step-sending.ts';
import { placedAt, sendItems, sendingOf, unplaced, whole } from './step-sending.ts';
import type { CampaignTree } from './tree.ts';
import { placeIn } from './tree.ts';

/** What a step of a launch makes or changes. */
export const stepKinds = {
  CAMPAIGN: 'Makes the campaign, PAUSED.',
  LINE_ITEMS: 'Makes up to 40 line items, PAUSED.',
  TARGETING: 'Adds up to 500 targeting criteria, of one or more line items.',
  PROMOTED_TWEETS: 'Promotes up to 50 posts in one line item.',
  ACTIVATE_LINE_ITEMS: 'Makes up to 40 line items ACTIVE.',
  ACTIVATE_CAMPAIGN: 'Makes the campaign ACTIVE, when everything else is done.',
} as const;
export type StepKind = keyof typeof stepKinds;

/** One upstream write of a launch. */
export interface LaunchStep {
  readonly kind: StepKind;
  readonly endpoint: Endpoint;
  /** How many rows it makes or changes. */
  readonly items: number;
  /** The index of its line item, if it is about only one. */
  readonly lineItem: number | null;
  /** Sends it, and adds what it made to `made`. */
  readonly send: (made: LaunchMade, by: StepSender) => Promise<StepEnd>;
}

/**
 * The steps that make a tree, in order and with the fewest calls. 100 line items with 900 criteria,
 * each with posts, are 1 + 3 + 2 + 100 steps, and 4 more to activate them.
 */
export const stepsOf = (tree: CampaignTree): readonly LaunchStep[] => {
  const active = tree.lineItems.flatMap(({ isActive }, index) => (isActive ? [index] : []));
  return [
    campaignStep(tree),
    ...chunks(tree.lineItems, lineItems.batchLineItems.maxOperations).map(([from, some]) =>
      lineItemsStep(tree, from, from + some.length),
    ),
    ...chunks(criteriaIn(tree), targetingCriteria.batchTargetingCriteria.maxOperations).map(
      ([, some]) => targetingStep(tree, some),
    ),
    ...tree.lineItems.flatMap(({ tweetIds }, index) =>
      chunks(tweetIds, postsPerCall).map(([, some]) => postsStep(tree, index, some)),
    ),
    ...(tree.activate
      ? [
          ...chunks(active, lineItems.batchLineItems.maxOperations).map(([, some]) =>
            activateLineItemsStep(tree, some),
          ),
          activateCampaignStep(tree),
        ]
      : []),
  ];
};

const postsPerCall = promotedTweets.createPromotedTweets.params.tweet_ids.max ?? 1;

const chunks = <T>(
  all: readonly T[],
  size: number,
): (readonly [from: number, some: readonly T[]])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => [
    index * size,
    all.slice(index * size, (index + 1) * size),
  ]);

const campaignStep = (tree: CampaignTree): LaunchStep => {
  const { accountId, campaign } = tree;
  const endpoint = campaigns.createCampaign;
  const input = { account_id: accountId, ...campaign, entity_status: 'PAUSED' };
  return {
    kind: 'CAMPAIGN',
    endpoint,
    items: 1,
    lineItem: null,
    send: async (made, { key, asking }) => {
      const sending = sendingOf<Endpoint>(endpoint, input as InputOf<Endpoint>, key);
      const { outcome, rows, errors } = await sendWhole(sending, asking);
      made.campaign = rows[0] ?? null;
      return { outcome, errors: errors.map(placedAt(placeIn(tree, 'campaign'), whole)) };
    },
  };
};

const lineItemsStep = (tree: CampaignTree, from: number, to: number): LaunchStep => {
  const { accountId, lineItems: all } = tree;
  const endpoint = lineItems.batchLineItems;
  const batch = { endpoint, kind: 'Create', accountId } as const;
  return {
    kind: 'LINE_ITEMS',
    endpoint,
    items: to - from,
    lineItem: null,
    send: async (made, by) => {
      const campaign_id = idOf(made.campaign as Row);
      const placed = all.slice(from, to).map(({ values }, index) => ({
        params: { campaign_id, ...values, entity_status: 'PAUSED' },
        at: placeIn(tree, 'lineItems', from + index, 'lineItem'),
      }));
      const { results, ...end } = await sendItems({ ...batch, placed }, by);
      for (const [index, result] of results.entries()) {
        change(made, from + index, {
          outcome: result.outcome,
          row: result.row,
          errors: result.errors,
        });
      }
      return end;
    },
  };
};

/** A criterion of a tree, by the index of its line item and its index there. */
interface Criterion {
  readonly lineItem: number;
  readonly index: number;
  readonly values: Values;
}

const criteriaIn = (tree: CampaignTree): readonly Criterion[] =>
  tree.lineItems.flatMap(({ targeting }, lineItem) =>
    targeting.map((values, index) => ({ lineItem, index, values })),
  );

const targetingStep = (tree: CampaignTree, criteria: readonly Criterion[]): LaunchStep => {
  const { accountId } = tree;
  const endpoint = targetingCriteria.batchTargetingCriteria;
  const batch = { endpoint, kind: 'Create', accountId } as const;
  return {
    kind: 'TARGETING',
    endpoint,
    items: criteria.length,
    lineItem: null,
    send: async (made, by) => {
      const placed = criteria.map(({ lineItem, index, values }) => ({
        params: { line_item_id: idOf(rowOf(made, lineItem)), ...values },
        at: placeIn(tree, 'lineItems', lineItem, 'targeting', index),
      }));
      const { results, ...end } = await sendItems({ ...batch, placed }, by);
      for (const [at, result] of results.entries()) {
        const { lineItem = 0, index = 0 } = criteria[at] ?? {};
        const targeting = [...(made.lineItems[lineItem]?.targeting ?? [])];
        targeting[index] = { ...result, index };
        change(made, lineItem, { targeting });
      }
      return end;
    },
  };
};

const postsStep = (
  tree: CampaignTree,
  lineItem: number,
  tweet_ids: readonly string[],
): LaunchStep => {
  const { accountId: account_id } = tree;
  const endpoint = promotedTweets.createPromotedTweets;
  return {
    kind: 'PROMOTED_TWEETS',
    endpoint,
    items: tweet_ids.length,
    lineItem,
    send: async (made, { key, asking }) => {
      const line_item_id = idOf(rowOf(made, lineItem));
      // A line item has one row for a post, however often it is promoted there.
      const sending = {
        ...sendingOf(endpoint, { account_id, line_item_id, tweet_ids }, key),
        isRepeatable: true as const,
      };
      const { outcome, rows, errors } = await sendWhole(sending, asking);
      const known = made.lineItems[lineItem];
      const at = placeIn(tree, 'lineItems', lineItem, 'promotedTweetIds');
      const own = errors.map(placedAt(at, /^input\.tweetIds(.*)$/));
      change(made, lineItem, {
        promotedTweets: [...(known?.promotedTweets ?? []), ...rows],
        errors: [...(known?.errors ?? []), ...own],
      });
      return { outcome, errors: own };
    },
  };
};

const activateLineItemsStep = (
  { accountId }: CampaignTree,
  indexes: readonly number[],
): LaunchStep => {
  const endpoint = lineItems.batchLineItems;
  return {
    kind: 'ACTIVATE_LINE_ITEMS',
    endpoint,
    items: indexes.length,
    lineItem: null,
    send: async (made, by) => {
      const placed = indexes.map((index) => ({
        params: { line_item_id: idOf(rowOf(made, index)), entity_status: 'ACTIVE' },
        at: null,
      }));
      const batch = { endpoint, kind: 'Update', accountId, placed } as const;
      const { results, ...end } = await sendItems(batch, by);
      for (const [at, { row, errors }] of results.entries()) {
        const index = indexes[at] ?? 0;
        change(made, index, { ...(row !== null && { row }), errors });
      }
      return end;
    },
  };
};

const activateCampaignStep = ({ accountId: account_id }: CampaignTree): LaunchStep => {
  const endpoint = campaigns.updateCampaign;
  return {
    kind: 'ACTIVATE_CAMPAIGN',
    endpoint,
    items: 1,
    lineItem: null,
    send: async (made, { key, asking }) => {
      const campaign_id = idOf(made.campaign as Row);
      const input = { account_id, campaign_id, entity_status: 'ACTIVE' } as const;
      const sending = { ...sendingOf(endpoint, input, key), isRepeatable: true as const };
      const { outcome, rows, errors } = await sendWhole(sending, asking);
      made.campaign = rows[0] ?? made.campaign;
      return { outcome, errors: errors.map(unplaced) };
    },
  };
};
